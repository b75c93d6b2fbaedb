import { beforeAll, expect, test } from "vitest";
import { startAttemptSchema } from "@/lib/contracts/attempts";
import { loadEpisodes } from "@/prisma/seed/load-episodes";
import { attemptBody, nextSentences, requireOwn } from "./attempt-bodies";
import { appendMoves, type MoveInput, startAttempt } from "./attempts";
import { db } from "./db";
import { openAttemptOf } from "./own-attempts";
import { createPlayer } from "./players";
import { publishEpisode } from "./publish-episode";
import { startedBy } from "./test-players";
import { createUser } from "./users";

let slug: string;
let windowed: string;

beforeAll(async () => {
  const [document] = (await loadEpisodes()).sort((a, b) => a.episode.sentences - b.episode.sentences);
  if (!document) throw new Error("no bundled episode");
  slug = document.episode.slug;
  await publishEpisode(document);
  windowed = `${slug}-by-window`;
  const { episode } = document;
  await publishEpisode({ ...document, episode: { ...episode, slug: windowed, delivery: "window" } });
});

const start = (player: string, continues?: string, task = slug) =>
  startAttempt({
    task,
    condition: { language: "en", presentation: "incremental" },
    actor: { player },
    assignment: "chosen",
    source: "browser",
    continues,
  });
const reveals = (from: number, to: number): MoveInput[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, type: "reveal" }));

test("an attempt is its player's and its account's; nobody is asked to sign in, a stranger and a script see nothing", async () => {
  const user = await createUser({ email: "own@example.org", password: "long enough" });
  const other = await createUser({ email: "stranger@example.org", password: "long enough" });
  const { id: player } = await createPlayer(user.id);
  const { id: elsewhere } = await createPlayer();
  const id = await start(player);
  const nobody = { user: null, player: null, script: false };
  await requireOwn(id, { ...nobody, player: { id: player, userId: user.id } });
  await requireOwn(id, { ...nobody, user });
  await requireOwn(id, { ...nobody, user, player: { id: elsewhere, userId: null } });
  await expect(requireOwn(id, nobody)).rejects.toMatchObject({ code: "unauthenticated" });
  await expect(requireOwn(id, { ...nobody, user: other })).rejects.toMatchObject({ code: "not-found" });
  await expect(requireOwn(id, { ...nobody, player: { id: elsewhere, userId: null } })).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(requireOwn(id, { ...nobody, user, script: true })).rejects.toMatchObject({ code: "not-found" });
  const anonymous = await start(elsewhere);
  await expect(requireOwn(anonymous, { ...nobody, user })).rejects.toMatchObject({ code: "not-found" });
});

test("an account finds the attempt that it is at from any browser; nobody else does, nor once it is answered", async () => {
  const user = await createUser({ email: "two-browsers@example.org", password: "long enough" });
  const other = await createUser({ email: "another-two@example.org", password: "long enough" });
  const [first, second] = [await createPlayer(user.id), await createPlayer(user.id)];
  expect(await openAttemptOf(user.id, slug)).toBeNull();
  const id = await start(first.id);
  await appendMoves(id, reveals(1, 1));
  expect(await openAttemptOf(user.id, slug)).toBe(id);
  expect(await openAttemptOf(other.id, slug)).toBeNull();
  expect(await openAttemptOf(user.id, windowed)).toBeNull();
  const later = await start(second.id);
  expect(await openAttemptOf(user.id, slug)).toBe(later);
  const sentences = (await attemptBody(later)).task as { sentences: unknown[] };
  const count = sentences.sentences.length;
  const response = { clues: [], participants: ["C01"], reconstruction: "It happened.", confidence: 40 };
  await appendMoves(later, [...reveals(1, count), { seq: count + 1, type: "submit", response }]);
  expect(await openAttemptOf(user.id, slug)).toBe(id);
});

test("an attempt that goes on with another is no first one, and says which it continues", async () => {
  const { id: player } = await createPlayer();
  const before = await start(player);
  const { id: later } = await createPlayer();
  const id = await start(later, before);
  const row = await db().attempt.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ first: false, context: { continues: before, priorAttempts: 0 } });
});

test("a start whose answer was lost is answered again with the same attempt, until a move is made in it", async () => {
  const { id: player } = await createPlayer();
  const [id, again] = await Promise.all([start(player), start(player)]);
  expect(again).toBe(id);
  expect(await db().attempt.findMany({ where: { playerId: player } })).toMatchObject([{ id, first: true }]);
  const { id: another } = await createPlayer();
  expect(await start(another)).not.toBe(id);
  expect(await start(player, undefined, windowed)).not.toBe(id);
  expect(await start(player, "att_elsewhere")).not.toBe(id);
  expect(await start(player)).toBe(id);
  await appendMoves(id, reveals(1, 1));
  const next = await start(player);
  expect(next).not.toBe(id);
  expect(await db().attempt.findUniqueOrThrow({ where: { id: next } })).toMatchObject({ first: false });
});

test("a player chooses language, presentation and variant, and not by what a case is delivered", async () => {
  const { id: player } = await createPlayer();
  const choose = (condition: object, task = slug) =>
    startedBy(player, task, { presentation: "incremental", ...condition });
  const refused = (field: string) => ({ code: "invalid", faults: [{ field: `condition.${field}` }] });
  for (const part of [{ step: 2_000 }, { disclosure: "none" }, { explanations: "required" }, { given: "none" }]) {
    await expect(choose(part)).rejects.toMatchObject(refused(Object.keys(part)[0] as string));
  }
  await expect(choose({ presentation: "full" }, windowed)).rejects.toMatchObject(refused("presentation"));
  expect(await db().attempt.count({ where: { playerId: player } })).toBe(0);
  await choose({ presentation: "full", variant: "original" });
});

test("where explanations are required an answer without them is refused, and named", async () => {
  const { id: player } = await createPlayer();
  const condition = { language: "en", presentation: "full", explanations: "required" };
  const id = await startAttempt({ task: slug, condition, actor: { player }, assignment: "fixed", source: "browser" });
  const response = { clues: ["S004"], interpretations: {}, participants: [], reconstruction: "So.", confidence: 40 };
  await expect(appendMoves(id, [{ seq: 1, type: "submit", response }])).rejects.toMatchObject({
    code: "invalid",
    faults: [{ field: "moves.1.response.interpretations.S004" }],
  });
});

test("how a condition was assigned is not a browser's to say", () => {
  const body = { task: "t", condition: {} };
  expect(startAttemptSchema.safeParse(body).success).toBe(true);
  expect(startAttemptSchema.safeParse({ ...body, assignment: "randomised" }).success).toBe(false);
});

test("the same moves from two senders at once are stored once; of two different ones the later is refused", async () => {
  const { id: player } = await createPlayer();
  const id = await start(player);
  const both = await Promise.all([appendMoves(id, reveals(1, 6)), appendMoves(id, reveals(1, 4))]);
  // Whichever came first, none is refused: the shorter one may have been all there was.
  expect(both[0].seq).toBe(6);
  expect([4, 6]).toContain(both[1].seq);
  const parted = await Promise.allSettled([
    appendMoves(id, [{ seq: 7, type: "mark", sentence: "S001" }]),
    appendMoves(id, [{ seq: 7, type: "mark", sentence: "S002" }]),
  ]);
  expect(parted.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = parted.find((one) => one.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "conflict", extra: { events: [{ seq: 7, type: "mark" }] } });
  expect((await attemptBody(id)).events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("a clock that is off by a day, or runs back, changes no order; the server's own times are kept beside it", async () => {
  const { id: player } = await createPlayer();
  const id = await start(player);
  const begun = Date.now();
  const day = 86_400_000;
  const at = [begun + day, begun - day, begun + 1].map((time) => new Date(time).toISOString());
  await appendMoves(
    id,
    reveals(1, 3).map((move, index) => ({ ...move, at: at[index] })),
  );
  const stored = await db().event.findMany({ where: { attemptId: id }, orderBy: { seq: "asc" } });
  expect(stored.map((event) => event.at?.toISOString())).toEqual(at);
  for (const event of stored) expect(Math.abs(event.createdAt.getTime() - begun)).toBeLessThan(day / 2);
});

test("a finished attempt tells how long each sentence was in view, the time out of sight left out", async () => {
  const { id: player } = await createPlayer();
  const id = await start(player);
  const { task } = await attemptBody(id);
  const ids = (task as { sentences: { id: string }[] }).sentences.map((sentence) => sentence.id);
  const moves: MoveInput[] = ids.map((_, index) => ({
    seq: index + 1,
    type: "reveal",
    at: new Date(index * 2_000).toISOString(),
  }));
  const last = ids.length;
  const at = (seconds: number) => new Date((last - 1) * 2_000 + seconds * 1_000).toISOString();
  const response = { clues: [], participants: ["C01"], reconstruction: "It happened.", confidence: 40 };
  await appendMoves(id, [
    ...moves,
    { seq: last + 1, type: "notice", what: "hidden", at: at(1) },
    { seq: last + 2, type: "notice", what: "visible", at: at(601) },
    { seq: last + 3, type: "submit", response, at: at(604) },
  ]);
  const { readingTimes } = (await attemptBody(id)) as { readingTimes: Record<string, number> };
  expect(readingTimes[ids[0] as string]).toBe(2_000);
  expect(readingTimes[ids[last - 1] as string]).toBe(4_000);
});

test("a case delivered by window gives a few sentences ahead, and the next ones with the answers to moves", async () => {
  const { id: player } = await createPlayer();
  const id = await start(player, undefined, windowed);
  const texts = async () =>
    ((await attemptBody(id)).task as { sentences: { text: string }[] }).sentences.filter(({ text }) => text !== "")
      .length;
  const ahead = await texts();
  expect(ahead).toBe(8);
  const { loaded } = await appendMoves(id, reveals(1, 5));
  expect(nextSentences(loaded, ahead).map((sentence) => sentence.id)).toEqual(["S009", "S010", "S011", "S012", "S013"]);
  expect(await texts()).toBe(13);
  const whole = await start(player);
  const { task } = await attemptBody(whole);
  expect((task as { sentences: { text: string }[] }).sentences.every(({ text }) => text !== "")).toBe(true);
});
