import { beforeAll, expect, test } from "vitest";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { attemptRoom } from "./attempt-room";
import { appendMoves, type MoveInput } from "./attempts";
import { db, json } from "./db";
import { createPlayer } from "./players";
import { publishEpisode } from "./publish-episode";
import { startedBy } from "./test-players";

let task: string;

beforeAll(async () => {
  task = (await publishEpisode(madeUpDocument())).id;
});

const start = async () => startedBy((await createPlayer()).id, task);
const fill = (id: string, count: number, move: object) =>
  db().event.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      attemptId: id,
      seq: index + 1,
      type: "move",
      body: json({ move }),
    })),
  });
const blur = (seq: number): MoveInput => ({ seq, type: "notice", what: "blur" });
const response = madeUpResponse();
const full = { code: "invalid", extra: { reason: "too-many-moves" } };

test("beyond so many moves nothing but the answer is taken; what is stored may be sent again", async () => {
  const id = await start();
  const all = attemptRoom.moves;
  await fill(id, all - 1, { type: "notice", what: "blur" });
  await expect(appendMoves(id, [blur(all), blur(all + 1)])).rejects.toMatchObject({
    ...full,
    faults: [{ field: `moves.${all}.type` }],
  });
  expect(await appendMoves(id, [blur(all)])).toMatchObject({ seq: all });
  expect(await appendMoves(id, [blur(all)])).toMatchObject({ seq: all });
  await expect(appendMoves(id, [blur(all + 1)])).rejects.toMatchObject(full);
  // What a browser kept before the answer comes along with it.
  const ending = [blur(all + 1), { seq: all + 2, type: "submit", response }];
  expect(await appendMoves(id, ending)).toMatchObject({ seq: all + 2, done: true });
});

test("nor beyond so many bytes, however well they would pack", async () => {
  const id = await start();
  const text = "a".repeat(5_000);
  await fill(id, Math.floor(attemptRoom.bytes / 5_100), { type: "note", sentence: "S001", text });
  const last = await db().event.count({ where: { attemptId: id } });
  const notes = (many: number): MoveInput[] =>
    Array.from({ length: many }, (_, index) => ({ seq: last + 1 + index, type: "note", sentence: "S001", text }));
  expect(await appendMoves(id, notes(1))).toMatchObject({ seq: last + 1 });
  await expect(appendMoves(id, notes(100))).rejects.toMatchObject(full);
});
