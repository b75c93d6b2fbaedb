import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { checkEpisode } from "@/lib/families/episode/check";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { bundledEpisodes, episodeFolders, loadEpisode, loadEpisodes, placeFaults, readEpisode } from "./load-episodes";

// Sizes of the published pilot's two episodes and of the tutorial:
// sentences, candidates, quota, key clues, clue points, participants.
const sizes = ["120 6 12 12 36 3", "134 9 20 20 41 3", "24 4 4 4 8 1"];

// Folders under version control; all of them where there is no repository.
function trackedFolders(): (folder: string) => boolean {
  try {
    const listed = execFileSync("git", ["ls-files", "--", "."], {
      cwd: bundledEpisodes,
      encoding: "utf8",
      stdio: "pipe",
    });
    const slugs = new Set(listed.split("\n").map((path) => path.split("/")[0]));
    return (folder) => slugs.has(basename(folder));
  } catch {
    return () => true;
  }
}

const bundled = (await episodeFolders()).filter(trackedFolders());

describe("every bundled episode", () => {
  test.each(bundled.map((folder) => [basename(folder), folder]))(
    "%s has no faults and one of the sizes",
    async (_slug, folder) => {
      const read = await readEpisode(folder);
      expect([...read.faults, ...placeFaults(read, checkEpisode(read.document).faults)]).toEqual([]);
      const { episode, key } = await loadEpisode(folder);
      const clues = Object.values(key.clues);
      const points = clues.reduce((total, clue) => total + clue.weight, 0);
      const people = Object.keys(key.participants).length;
      expect(sizes).toContain(
        [episode.sentences, episode.candidates.length, episode.quota, clues.length, points, people].join(" "),
      );
    },
  );
});

describe("a folder", () => {
  let root: string;
  let folder: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "episodes-"));
    folder = join(root, "made-up");
    await mkdir(join(folder, "variants"), { recursive: true });
    const { episode, key, story, variants } = madeUpDocument();
    await writeFile(join(folder, "episode.yaml"), stringify(episode));
    await writeFile(join(folder, "key.yaml"), stringify(key));
    for (const language of ["zh", "en"] as const) {
      await writeFile(join(folder, `story.${language}.txt`), `${story[language]?.join("\n")}\n`);
    }
    for (const variant of variants)
      await writeFile(join(folder, "variants", `${variant.name}.yaml`), stringify(variant));
  });

  afterEach(() => rm(root, { recursive: true }));

  async function spoil(file: string, change: (text: string) => string): Promise<void> {
    const path = join(folder, file);
    await writeFile(path, change(await readFile(path, "utf8")));
  }

  async function found() {
    const read = await readEpisode(folder);
    return [...read.faults, ...placeFaults(read, checkEpisode(read.document).faults)];
  }

  test("is read into the document that it was written from", async () => {
    expect(await loadEpisode(folder)).toEqual(madeUpDocument());
  });

  test("a fault carries its file and line", async () => {
    await spoil("story.zh.txt", (text) => text.replace(/^.*第3天.*$/m, "太短了。"));
    await spoil("key.yaml", (text) => text.replace("about: C02", "about: C09"));
    await spoil("variants/other-hand.yaml", (text) => text.replace("kind: answer", "kind: other"));
    const key = await readFile(join(folder, "key.yaml"), "utf8");
    const line = key.split("\n").findIndex((text) => text.includes("about: C09")) + 1;
    expect(await found()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ file: "story.zh.txt", line: 3 }),
        expect.objectContaining({ file: "key.yaml", field: "key.pairs.0.about", line }),
        expect.objectContaining({ file: "variants/other-hand.yaml", field: "variants.0.kind", line: 2 }),
      ]),
    );
  });

  test("broken YAML, a twice-given key, a wrong slug and name, and a missing last line end are faults", async () => {
    await spoil("key.yaml", (text) => `${text}version: 2\nnote: a: b\n`);
    await spoil("episode.yaml", (text) => text.replace("slug: made-up", "slug: made-down"));
    await spoil("variants/reworded.yaml", (text) => text.replace("name: reworded", "name: other"));
    await spoil("story.en.txt", (text) => text.trimEnd());
    const faults = await found();
    const key = faults.filter((fault) => fault.file === "key.yaml" && fault.line !== undefined);
    expect(key.length).toBeGreaterThanOrEqual(2);
    const fields = faults.map((fault) => fault.field);
    expect(fields).toEqual(expect.arrayContaining(["episode.slug", "variants.1.name", "story.en"]));
  });

  test("a missing story is a fault", async () => {
    await rm(join(folder, "story.en.txt"));
    expect((await found()).some((fault) => fault.field === "story.en")).toBe(true);
  });

  test("that is faulty is reported and keeps no other from loading", async () => {
    const other = join(root, "other");
    await mkdir(other);
    for (const file of ["episode.yaml", "key.yaml", "story.zh.txt"]) await writeFile(join(other, file), "slug: [\n");
    const reported: string[] = [];
    const documents = await loadEpisodes(root, (error) => reported.push(error.userMessage));
    expect(documents.map((document) => document.episode.slug)).toEqual(["made-up"]);
    expect(reported).toEqual([expect.stringContaining('"other"')]);
  });

  test("that lacks its key is not whole yet and is left out", async () => {
    await rm(join(folder, "key.yaml"));
    expect(await episodeFolders(root)).toEqual([]);
  });
});
