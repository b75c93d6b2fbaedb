import { access, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import { AppError, type Fault } from "@/lib/errors";
import { checkEpisode } from "@/lib/families/episode/check";
import { documentFormat, type EpisodeDocument, episodeDocumentSchema } from "@/lib/families/episode/document";

/** Reads the episodes' folders (YAML and text) into import documents, and says where in the files a fault is. */

export const bundledEpisodes = fileURLToPath(new URL("./episodes", import.meta.url));

/** A fault with the file it is in, relative to the episode's folder. */
export type FileFault = Fault & { file: string };

/** A folder as a document that is not checked yet; `faults` are those of reading (a missing file, bad YAML). */
export type ReadEpisode = { folder: string; document: unknown; faults: FileFault[]; places: Place[] };

/** Where the part of the document under `field` came from. */
type Place = { field: string; file: string; yaml?: { document: Document; lines: LineCounter } };

/** The folders that are whole: episode.yaml, key.yaml and a story. Sorted by name. */
export async function episodeFolders(root = bundledEpisodes): Promise<string[]> {
  const names = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const folders = names.map((entry) => join(root, entry.name)).sort();
  const whole = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(folder);
      return (
        ["episode.yaml", "key.yaml"].every((name) => files.includes(name)) &&
        files.some((name) => /^story\./.test(name))
      );
    }),
  );
  return folders.filter((_, index) => whole[index]);
}

/** Reads one folder. Never throws for what an author can get wrong: that is in `faults`. */
export async function readEpisode(folder: string): Promise<ReadEpisode> {
  const faults: FileFault[] = [];
  const places: Place[] = [];

  const readYaml = async (file: string, field: string): Promise<unknown> => {
    const text = await readText(folder, file);
    if (text === null) {
      faults.push({ file, field, message: "The file is missing." });
      return undefined;
    }
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    places.push({ field, file, yaml: { document, lines } });
    for (const error of document.errors) {
      faults.push({ file, field, line: error.linePos?.[0].line, message: reason(error.message) });
    }
    // The parser recovers what it can; the rest of the file is checked with it.
    try {
      return document.toJS();
    } catch {
      return undefined;
    }
  };

  const episode = await readYaml("episode.yaml", "episode");
  const key = await readYaml("key.yaml", "key");
  const story: Record<string, string[]> = {};
  for (const language of ["zh", "en"]) {
    const file = `story.${language}.txt`;
    const text = await readText(folder, file);
    if (text === null) continue;
    places.push({ field: `story.${language}`, file });
    if (!text.endsWith("\n"))
      faults.push({ file, field: `story.${language}`, message: "The file must end with a new line." });
    story[language] = text.replace(/\n$/, "").split("\n");
  }
  const variants: unknown[] = [];
  for (const name of await variantFiles(folder)) {
    const field = `variants.${variants.length}`;
    const file = `variants/${name}`;
    const variant = await readYaml(file, field);
    const called = (variant as { name?: unknown } | undefined)?.name;
    if (variant !== undefined && called !== basename(name, ".yaml")) {
      faults.push({
        file,
        field: `${field}.name`,
        message: `The name must be the file's: ${basename(name, ".yaml")}.`,
      });
    }
    variants.push(variant);
  }
  const slug = (episode as { slug?: unknown } | undefined)?.slug;
  if (slug !== undefined && slug !== basename(folder)) {
    faults.push({
      file: "episode.yaml",
      field: "episode.slug",
      message: `The slug must be the folder's name: ${basename(folder)}.`,
    });
  }
  return { folder, document: { format: documentFormat, episode, story, key, variants }, faults, places };
}

/** Says of each fault which file and line it is in. */
export function placeFaults(read: ReadEpisode, faults: Fault[]): FileFault[] {
  return faults.map((fault) => {
    const place = read.places.find(({ field }) => fault.field === field || fault.field.startsWith(`${field}.`));
    if (!place) return { ...fault, file: "." };
    const line = fault.line ?? yamlLine(place, fault.field);
    return { ...fault, file: place.file, ...(line === undefined ? {} : { line }) };
  });
}

/** The line of the deepest part of `field` that the file has. */
function yamlLine({ field, yaml }: Place, wanted: string): number | undefined {
  if (!yaml) return undefined;
  const path = wanted
    .slice(field.length + 1)
    .split(".")
    .filter((part) => part !== "");
  for (let length = path.length; length > 0; length--) {
    const node = yaml.document.getIn(path.slice(0, length).map(asIndex), true);
    if (isNode(node) && node.range) return yaml.lines.linePos(node.range[0]).line;
  }
  return undefined;
}

// The parser's message without its own place and excerpt: line and file are given apart.
const reason = (message: string) => (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, ".");

const asIndex = (part: string) => (/^\d+$/.test(part) ? Number(part) : part);

async function readText(folder: string, file: string): Promise<string | null> {
  const path = join(folder, file);
  const present = await access(path).then(
    () => true,
    () => false,
  );
  return present ? readFile(path, "utf8") : null;
}

async function variantFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (!entries.some((entry) => entry.isDirectory() && entry.name === "variants")) return [];
  return (await readdir(join(folder, "variants"))).filter((name) => name.endsWith(".yaml")).sort();
}

/** The checked document of one folder. @throws AppError invalid, with every fault and its file and line */
export async function loadEpisode(folder: string): Promise<EpisodeDocument> {
  const read = await readEpisode(folder);
  const faults = [...read.faults, ...placeFaults(read, checkEpisode(read.document).faults)];
  if (faults.length > 0) {
    const list = faults.map(
      ({ file, line, field, message }) => `${file}${line ? `:${line}` : ""} ${field}: ${message}`,
    );
    throw new AppError("invalid", `The episode "${basename(folder)}" has faults.`, {
      faults,
      internal: list.join("\n"),
    });
  }
  return episodeDocumentSchema.parse(read.document);
}

/**
 * Every whole bundled episode that the checker passes, sorted by slug. A faulty one is left out and reported, for it
 * must not keep the others from readers.
 * @param report told of each faulty episode
 */
export async function loadEpisodes(
  root = bundledEpisodes,
  report: (error: AppError) => void = (error) => console.error(`${error.userMessage}\n${error.message}`),
): Promise<EpisodeDocument[]> {
  const documents: EpisodeDocument[] = [];
  for (const folder of await episodeFolders(root)) {
    try {
      documents.push(await loadEpisode(folder));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      report(error);
    }
  }
  return documents;
}
