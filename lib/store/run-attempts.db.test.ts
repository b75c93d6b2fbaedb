import { beforeAll, expect, test } from "vitest";
import { loadEpisodes } from "@/prisma/seed/load-episodes";
import { publishEpisode } from "./publish-episode";
import { listRunAttempts, readRunAttempt } from "./run-attempts";
import { submitResponses } from "./submit-responses";

let slug: string;
const raws = [
  '{"clues": ["S001"], "participants": ["C01"], "reconstruction": "夜里换了药，100%_确定"}',
  '{"clues": ["S999"], "participants": ["C01"], "reconstruction": "The Pot was moved"}',
  "I would rather not answer.",
];

beforeAll(async () => {
  const [document] = (await loadEpisodes()).sort((a, b) => a.episode.sentences - b.episode.sentences);
  slug = (document as NonNullable<typeof document>).episode.slug;
  await publishEpisode(document);
  const actor = { name: "m", modelId: "m-1", method: "plain", interface: "external", parameters: {} };
  const condition = { language: "en", presentation: "full" };
  await submitResponses(
    Array.from({ length: 12 }, (_, at) => ({
      task: slug,
      condition,
      actor,
      epoch: at + 1,
      raw: raws[at % 3] as string,
    })),
  );
});

const epochs = async (filter: Parameters<typeof listRunAttempts>[0]) =>
  (await listRunAttempts(filter)).attempts.map((attempt) => attempt.epoch).sort((a, b) => (a ?? 0) - (b ?? 0));

test("pages cover every attempt once, newest first", async () => {
  const seen: string[] = [];
  const times: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listRunAttempts({ after, limit: 5 });
    seen.push(...page.attempts.map((attempt) => attempt.id));
    times.push(...page.attempts.map((attempt) => attempt.createdAt));
    if (page.next === null) break;
    after = page.next;
  }
  expect(seen).toHaveLength(12);
  expect(new Set(seen).size).toBe(12);
  expect(times).toEqual([...times].sort().reverse());
});

test("a search finds what raw answers hold, in any script and case, signs taken as they are", async () => {
  expect(await epochs({ q: "换了药" })).toEqual([1, 4, 7, 10]);
  expect(await epochs({ q: "the pot WAS" })).toEqual([2, 5, 8, 11]);
  expect(await epochs({ q: "100%_" })).toEqual([1, 4, 7, 10]);
  expect(await epochs({ q: "1%0" })).toEqual([]);
  expect(await epochs({ q: "rather", validity: "scorable" })).toEqual([]);
  expect(await epochs({ q: "rather", validity: "invalid" })).toEqual([3, 6, 9, 12]);
});

test("filters narrow, and a task is found by its slug", async () => {
  expect(await epochs({ task: slug, validity: "scorable" })).toEqual([1, 4, 7, 10]);
  expect(await epochs({ task: "no-such-task" })).toEqual([]);
  expect(await epochs({ status: "failed" })).toEqual([]);
  const { attempts } = await listRunAttempts({ validity: "invalid", limit: 1 });
  const detail = await readRunAttempt(attempts[0]?.id ?? "");
  expect(raws).toContain(detail.callRows[0]?.reply?.text);
  expect(detail.judgement?.validity).toBe("invalid");
});
