import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { loadEpisodes } from "@/prisma/seed/load-episodes";
import { attemptBody } from "./attempt-bodies";
import { appendMoves, deleteAttempt, rejudgeAttempt, revealAttempt, startAttempt } from "./attempts";
import { db } from "./db";
import { createPlayer } from "./players";
import { publishEpisode } from "./publish-episode";
import { storeResponse } from "./responses";
import { submitResponses } from "./submit-responses";
import { foldUncounted, readTallies, rebuildTallies, tallyDifferences } from "./tallies";
import { attachPlayer, setRole } from "./roles";
import { answeredBy, peopleCounted, startedBy } from "./test-players";
import { createUser, listUsers } from "./users";

const condition = { language: "en", presentation: "full" };
let task: string;
let slug: string;

beforeAll(async () => {
  const [document] = (await loadEpisodes()).sort((a, b) => a.episode.sentences - b.episode.sentences);
  if (!document) throw new Error("no bundled episode");
  slug = document.episode.slug;
  task = (await publishEpisode(document)).id;
});

const actor = { name: "m", modelId: "m-1", method: "plain", interface: "external", parameters: {} };
const body = (raw: string, epoch = 1) => ({ task: slug, condition, actor, epoch, raw });
const good = JSON.stringify(madeUpResponse());

const sorted = async () => (await readTallies(task)).map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();

const play = (player: string, clues: string[], presentation = "full") =>
  answeredBy(player, slug, clues, { presentation });

test("a published version cannot be replaced, and the same document again adds nothing", async () => {
  const [document] = (await loadEpisodes()).filter((entry) => entry.episode.slug === slug);
  expect(await publishEpisode(document)).toEqual({ id: task, created: false });
  const edited = structuredClone(document);
  if (edited) edited.episode.title.en = "Another title";
  await expect(publishEpisode(edited)).rejects.toMatchObject({ code: "conflict" });
});

test("the same post twice is one response", async () => {
  const first = await submitResponses(body(good));
  const second = await submitResponses(body(good));
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.body).toMatchObject({ id: (first.body as { id: string }).id, created: false });
});

test("two equal posts at once are one response", async () => {
  const both = await Promise.all([submitResponses(body(good, 77)), submitResponses(body(good, 77))]);
  expect(new Set(both.map((one) => (one.body as { id: string }).id)).size).toBe(1);
});

test("an unknown sentence is stored as invalid and moves no average; an unknown task is refused", async () => {
  const scores = async () => (await readTallies(task)).filter((row) => row.dimension === "score");
  const before = await scores();
  const { status, body: stored } = await submitResponses(body(good.replace("S001", "S999")));
  expect(status).toBe(201);
  expect(stored).toMatchObject({ validity: "invalid", reason: "unknown-sentence", scores: null });
  expect(await scores()).toEqual(before);
  await expect(submitResponses({ ...body(good), task: "nowhere" })).rejects.toMatchObject({
    code: "invalid",
    faults: [{ field: "task" }],
  });
});

test("U+0000 and half pairs in an answer are mended, and the repair is noted", async () => {
  const raw = JSON.stringify(madeUpResponse({ reconstruction: "a b" })).replace("a b", "a\u0000\ud800b");
  const { status, body: stored } = await submitResponses(body(raw, 60));
  expect(status).toBe(201);
  expect(stored).toMatchObject({ validity: "recovered", repairs: expect.arrayContaining(["nul", "surrogate"]) });
  const { raw: _raw, ...envelope } = body("", 61);
  const structured = madeUpResponse({ reconstruction: "a\u0000b" });
  expect((await submitResponses({ ...envelope, response: structured })).body).toMatchObject({
    validity: "recovered",
    repairs: ["nul"],
  });
});

test("of many responses with one wrong envelope nothing is stored", async () => {
  const before = await db().attempt.count();
  const bad = { ...body(good, 3), condition: { language: "fr", presentation: "full" } };
  await expect(submitResponses([body(good, 2), bad])).rejects.toMatchObject({ code: "invalid" });
  expect(await db().attempt.count()).toBe(before);
});

test("a bad move is refused with its field and nothing is stored; a repeated move is passed over", async () => {
  const { id: player } = await createPlayer();
  const id = await startedBy(player, slug, { presentation: "incremental" });
  await expect(appendMoves(id, [{ seq: 1, type: "mark", sentence: "S009" }])).rejects.toMatchObject({
    code: "invalid",
    faults: [{ field: "moves.1.sentence" }],
  });
  expect(await db().event.count({ where: { attemptId: id } })).toBe(0);
  expect(await appendMoves(id, [{ seq: 1, type: "reveal" }])).toMatchObject({ seq: 1, done: false });
  expect(
    await appendMoves(id, [
      { seq: 1, type: "reveal" },
      { seq: 2, type: "mark", sentence: "S001" },
    ]),
  ).toMatchObject({
    seq: 2,
  });
  await expect(appendMoves(id, [{ seq: 2, type: "unmark", sentence: "S001" }])).rejects.toMatchObject({
    code: "conflict",
    extra: { events: [{ seq: 2, type: "mark", sentence: "S001" }] },
  });
});

test.each([
  [{ given: "key-clues" }, "condition.given"],
  [{ given: "sham" }, "condition.given"],
  [{ disclosure: "full" }, "condition.disclosure"],
])("a player cannot choose %o, which tells of the key; a model's answer may be under it", async (part, field) => {
  const { id: player } = await createPlayer();
  const told = { ...condition, ...part };
  const before = await db().attempt.count();
  await expect(
    startAttempt({ task: slug, condition: told, actor: { player }, assignment: "fixed", source: "browser" }),
  ).rejects.toMatchObject({ code: "invalid", faults: [{ field }] });
  expect(await db().attempt.count()).toBe(before);
  expect((await submitResponses({ ...body(good, 50), condition: told })).status).toBe(201);
});

test("points and reveal come only after the solution was asked for", async () => {
  const { id: player } = await createPlayer();
  const id = await play(player, ["S001"]);
  const before = await attemptBody(id);
  expect(before.result?.counts).toMatchObject({ wrongParticipants: expect.any(Number) });
  expect(before).not.toHaveProperty("reveal");
  expect(before).not.toHaveProperty("scores");
  await revealAttempt(id);
  expect(await attemptBody(id)).toHaveProperty("reveal");
});

test("an account that joins two browsers keeps only the first attempt in the comparison", async () => {
  const [a, b] = await Promise.all([createPlayer(), createPlayer()]);
  const [first, second] = [await play(a.id, ["S001"]), await play(b.id, ["S002"])];
  await foldUncounted();
  const before = await peopleCounted(task);
  const user = await createUser({ email: "p@example.org", password: "long enough" });
  await attachPlayer(user.id, a.id);
  expect(await peopleCounted(task)).toBe(before);
  await attachPlayer(user.id, b.id);
  expect(await peopleCounted(task)).toBe(before - 1);
  const rows = await db().attempt.findMany({ where: { id: { in: [first, second] } }, orderBy: { createdAt: "asc" } });
  expect(rows.map((row) => row.first)).toEqual([true, false]);
  const kept = await sorted();
  await rebuildTallies(task);
  expect(await sorted()).toEqual(kept);
});

test("a role takes earlier attempts out of the comparison, counted or not, and its end brings none back", async () => {
  const user = await createUser({ email: "role@example.org", password: "long enough" });
  const { id: player } = await createPlayer(user.id);
  const counted = await play(player, ["S001"]);
  await foldUncounted();
  const before = await peopleCounted(task);
  await setRole(user.id, "researcher");
  expect(await peopleCounted(task)).toBe(before - 1);
  expect(await db().attempt.findUniqueOrThrow({ where: { id: counted } })).toMatchObject({
    excluded: "role:researcher",
  });
  await setRole(user.id, "player");
  expect(await peopleCounted(task)).toBe(before - 1);
  const { id: again } = await createPlayer(user.id);
  await play(again, ["S002"]);
  expect(await peopleCounted(task)).toBe(before - 1);
  await rejudgeAttempt(counted);
  expect(await peopleCounted(task)).toBe(before - 1);

  const fresh = await createUser({ email: "tail@example.org", password: "long enough" });
  const { id: tail } = await createPlayer(fresh.id);
  await play(tail, ["S001"]);
  expect(await peopleCounted(task)).toBe(before);
  await setRole(fresh.id, "admin");
  expect(await peopleCounted(task)).toBe(before - 1);
  const kept = await sorted();
  await rebuildTallies(task);
  expect(await sorted()).toEqual(kept);
});

test("an unknown account has no role to give, and the last administrator stays one", async () => {
  await expect(setRole("usr_none", "researcher")).rejects.toMatchObject({ code: "not-found" });
  const admins = await db().user.findMany({ where: { role: "admin" } });
  for (const admin of admins.slice(1)) await setRole(admin.id, "player");
  const [last] = admins;
  if (!last) throw new Error("no administrator");
  await expect(setRole(last.id, "player")).rejects.toMatchObject({ code: "conflict" });
  const second = await createUser({ email: "second@example.org", password: "long enough", role: "admin" });
  const both = await Promise.allSettled([setRole(last.id, "player"), setRole(second.id, "player")]);
  expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await db().user.count({ where: { role: "admin" } })).toBe(1);
});

test("two starts at once in two browsers of one account make one first attempt", async () => {
  const user = await createUser({ email: "twice@example.org", password: "long enough" });
  const players = await Promise.all([createPlayer(user.id), createPlayer(user.id), createPlayer(user.id)]);
  const ids = await Promise.all(players.map(({ id }) => startedBy(id, slug)));
  expect(await db().attempt.count({ where: { id: { in: ids }, first: true } })).toBe(1);
});

test("accounts are listed a page at a time and found by a part of the email", async () => {
  for (const name of ["anna", "bela", "cyra"]) {
    await createUser({ email: `${name}@list.example`, password: "long enough" });
  }
  const one = await listUsers({ q: "LIST.example", limit: 2 });
  expect(one.users.map((user) => user.email)).toEqual(["anna@list.example", "bela@list.example"]);
  const two = await listUsers({ q: "list.example", limit: 2, after: one.next ?? "" });
  expect(two).toMatchObject({ users: [{ email: "cyra@list.example" }], next: null });
});

test("tallies equal a recount after any sequence of submissions, foldings, re-judgings and deletions", async () => {
  let epoch = 1_000;
  const clue = fc.constantFrom("S001", "S002", "S003", "S999");
  const action = fc.oneof(
    fc.record({ do: fc.constant("model" as const), clue }),
    fc.record({ do: fc.constant("person" as const), clue: fc.constantFrom("S001", "S004") }),
    fc.record({ do: fc.constantFrom("fold" as const, "rejudge" as const, "delete" as const), pick: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (actions) => {
      for (const step of actions) {
        if (step.do === "model") {
          epoch += 1;
          await storeResponse({
            task: slug,
            condition,
            actor: { baseline: "test" },
            configuration: { baseline: "test" },
            epoch,
            response: madeUpResponse({ clues: [step.clue] }),
            source: "import",
          });
        } else if (step.do === "person") await play((await createPlayer()).id, [step.clue]);
        else if (step.do === "fold") await foldUncounted(2);
        else {
          const judged = await db().judgement.findMany({ where: { current: true }, orderBy: { id: "asc" } });
          const chosen = judged[step.pick % Math.max(1, judged.length)];
          if (chosen) await (step.do === "rejudge" ? rejudgeAttempt : deleteAttempt)(chosen.attemptId);
        }
      }
      const kept = await sorted();
      await rebuildTallies(task);
      expect(await sorted()).toEqual(kept);
    }),
    { numRuns: 12 },
  );
});

test("tallies of a moment are found again after more answers, re-judgings and an exclusion", async () => {
  const tallies = async (asOf?: Date) =>
    (await readTallies(task, asOf))
      .map(({ conditionKey, group, dimension, value, count, sum }) =>
        [conditionKey, group, dimension, value, count, sum].join(" "),
      )
      .sort();
  const moment = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return new Date();
  };
  await submitResponses(body(good, 601));
  await foldUncounted(1);
  const before = await moment();
  const then = await tallies();
  await moment();
  await submitResponses(body(good, 602));
  const user = await createUser({ email: "moment@example.org", password: "long enough" });
  await play((await createPlayer(user.id)).id, ["S001"]);
  const old = await db().judgement.findFirstOrThrow({ where: { current: true, createdAt: { lt: before } } });
  await rejudgeAttempt(old.attemptId);
  while ((await foldUncounted()) > 0);
  expect(await tallies()).not.toEqual(then);
  expect(await tallies(before)).toEqual(then);
  const after = await moment();
  expect(await tallies(after)).toEqual(await tallies());
  await setRole(user.id, "researcher");
  expect(await tallies(after)).toEqual(await tallies());
});

test("tallies that are wrong are found, and made right again", async () => {
  await submitResponses(body(good, 501));
  while ((await foldUncounted()) > 0);
  expect(await tallyDifferences(task)).toEqual([]);
  const row = await db().tally.findFirstOrThrow({ where: { taskId: task, dimension: "validity" } });
  const { taskId, conditionKey, group, dimension, value } = row;
  await db().tally.update({
    where: { taskId_conditionKey_group_dimension_value: { taskId, conditionKey, group, dimension, value } },
    data: { count: row.count + 1 },
  });
  expect(await tallyDifferences(task)).toEqual([[conditionKey, group, dimension, value].join(" ")]);
  await rebuildTallies(task);
  expect(await tallyDifferences(task)).toEqual([]);
});
