import { beforeAll, expect, test } from "vitest";
import { loadEpisodes } from "@/prisma/seed/load-episodes";
import { db } from "./db";
import { publishEpisode } from "./publish-episode";
import { type Filter, listRunAttempts, readRunAttempt, selectAttempts } from "./run-attempts";
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

/** Every page of a list, by its rows' ids, and how many attempts each looked through. */
async function pagesOf(filter: Filter, limit: number, most: number) {
  const pages: { ids: string[]; searched: number | null }[] = [];
  for (let after: string | undefined; ; ) {
    const { rows, next, searched } = await selectAttempts(filter, after, limit, most);
    pages.push({ ids: rows.map((row) => row.id), searched });
    if (next === null) return pages;
    after = next;
  }
}

test("a search that stops and goes on finds each attempt once, in order, and looks through each once", async () => {
  await db().run.create({ data: { id: "run", name: "run", plan: {} } });
  // Epochs 4 to 9 are a run's, made at two moments only.
  for (const [epochs, at] of [
    [[4, 6, 8], 1],
    [[5, 7, 9], 2],
  ] as const) {
    const data = { runId: "run", createdAt: new Date(Date.UTC(2026, 10, 1, 0, 0, at)) };
    await db().attempt.updateMany({ where: { epoch: { in: [...epochs] } }, data });
  }
  for (const scope of [{}, { run: "run" }, { validity: "invalid" }] as const) {
    const { rows: all } = await selectAttempts(scope, undefined, 100);
    for (const [q, fitting] of [
      ["换了药", [1, 4, 7, 10]],
      ["c01", [1, 2, 4, 5, 7, 8, 10, 11]],
      ["nobody wrote this", []],
    ] as const) {
      const wanted = all
        .filter((row) => (fitting as readonly (number | null)[]).includes(row.epoch))
        .map(({ id }) => id);
      for (const most of [1, 2, 3, 5, all.length - 1, all.length, 100]) {
        for (const limit of [1, 2, 3, 100]) {
          const pages = await pagesOf({ ...scope, q }, limit, most);
          expect(pages.flatMap((page) => page.ids)).toEqual(wanted);
          expect(pages.reduce((sum, page) => sum + (page.searched ?? Number.NaN), 0)).toBe(all.length);
          for (const { ids, searched } of pages) {
            expect(searched).toBeLessThanOrEqual(most);
            expect(ids.length).toBeLessThanOrEqual(limit);
          }
        }
      }
    }
  }
});

test("a page says whether it searched, and that it found nothing yet is not the end", async () => {
  expect(await selectAttempts({ q: "nobody wrote this" }, undefined, 5, 4)).toMatchObject({
    rows: [],
    searched: 4,
    next: expect.any(String),
  });
  expect(await listRunAttempts({ q: "nobody wrote this" })).toEqual({ attempts: [], searched: 12, next: null });
  expect(await listRunAttempts({ q: "nobody wrote this", model: "none" })).toMatchObject({ searched: 0, next: null });
  expect(await listRunAttempts({ q: "" })).toMatchObject({ searched: null });
});

test("neither a run's next attempts nor its list walk past the attempts of older runs", async () => {
  const [made] = await db().attempt.findMany({ take: 1 });
  if (!made) throw new Error("no attempt");
  // Two runs of before that are done, and one that waits: enough for the planner to have a choice.
  for (const [run, status] of [
    ["run_old", "done"],
    ["run_older", "done"],
    ["run_new", "waiting"],
  ] as const) {
    await db().run.create({ data: { id: run, name: run, plan: {}, status: "running" } });
    await db().$executeRaw`
      INSERT INTO "Attempt" SELECT (jsonb_populate_record(a, jsonb_build_object('id', ${run}::text || n, 'identity',
        ${run}::text || n, 'runId', ${run}::text, 'status', ${status}::text,
        'createdAt', a."createdAt" + CASE WHEN ${status} = 'done' THEN n ELSE 9000 END * interval '1 ms'))).*
      FROM "Attempt" a, generate_series(1, 4000) AS n WHERE a."id" = ${made.id}`;
  }
  await db().$executeRaw`ANALYZE "Attempt"`;
  const plan = async (statement: string) =>
    JSON.stringify(await db().$queryRawUnsafe(`EXPLAIN (FORMAT JSON) ${statement} LIMIT 10`));
  const ofNew = `SELECT "id" FROM "Attempt" a WHERE a."runId" = 'run_new'`;
  expect(await plan(`${ofNew} AND a."status" = 'waiting' ORDER BY a."createdAt", a."id"`)).toContain("Attempt_waiting");
  expect(await plan(`${ofNew} ORDER BY a."createdAt", a."id"`)).toContain("Attempt_runId_createdAt_id_idx");
  const all = `SELECT "id" FROM "Attempt" a WHERE a."tries" >= 0 ORDER BY a."createdAt" DESC, a."id" DESC`;
  expect(await plan(all)).toContain("Attempt_of_all");
});
