import { beforeAll, expect, test } from "vitest";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { appendMoves, revealAttempt } from "./attempts";
import { db } from "./db";
import { createPlayer } from "./players";
import { publishEpisode } from "./publish-episode";
import { attachPlayer } from "./roles";
import { peopleCounted, startedBy } from "./test-players";
import { createUser } from "./users";

let task: string;

beforeAll(async () => {
  task = (await publishEpisode(madeUpDocument())).id;
});

const start = (player: string, condition?: object) => startedBy(player, task, condition);
const submit = (id: string) => appendMoves(id, [{ seq: 1, type: "submit", response: madeUpResponse() }]);
const rowOf = (id: string) => db().attempt.findUniqueOrThrow({ where: { id } });
test("an attempt begun before the solution of another was seen, and answered after it, is no first one", async () => {
  const { id: player } = await createPlayer();
  const [first, other] = [await start(player), await start(player, { language: "zh" })];
  await submit(other);
  await revealAttempt(other);
  const before = await peopleCounted(task);
  await submit(first);
  expect(await rowOf(first)).toMatchObject({
    first: false,
    context: { priorAttempts: 0, exposedBefore: { submitted: 1, revealed: 1 } },
  });
  expect(await peopleCounted(task)).toBe(before);
});

test("an attempt that is only begun spoils no other", async () => {
  const { id: player } = await createPlayer();
  const first = await start(player);
  await start(player, { language: "zh" });
  const before = await peopleCounted(task);
  await submit(first);
  const row = await rowOf(first);
  expect(row.first).toBe(true);
  expect(row.context).not.toHaveProperty("exposedBefore");
  expect(await peopleCounted(task)).toBe(before + 1);
});

test("what another player of the same account answered counts as well, even at the same moment", async () => {
  const user = await createUser({ email: "two-browsers@example.org", password: "long enough" });
  const { id: here } = await createPlayer(user.id);
  const { id: there } = await createPlayer(user.id);
  const first = await start(here);
  const other = await start(there);
  const before = await peopleCounted(task);
  await Promise.all([submit(first), submit(other)]);
  const rows = [await rowOf(first), await rowOf(other)].sort(
    (a, b) => (a.submittedAt?.getTime() ?? 0) - (b.submittedAt?.getTime() ?? 0),
  );
  const firsts = rows.filter((row) => row.first).length;
  expect(rows[1]?.first).toBe(false);
  expect(await peopleCounted(task)).toBe(before + firsts);
});

test("players that join an account keep no first attempt that was answered after another of theirs", async () => {
  const [a, b] = [await createPlayer(), await createPlayer()];
  const first = await start(a.id);
  const other = await start(b.id);
  await submit(other);
  await revealAttempt(other);
  await submit(first);
  const before = await peopleCounted(task);
  const user = await createUser({ email: "joins-late@example.org", password: "long enough" });
  await attachPlayer(user.id, a.id);
  await attachPlayer(user.id, b.id);
  expect([(await rowOf(first)).first, (await rowOf(other)).first]).toEqual([false, false]);
  expect(await peopleCounted(task)).toBe(before - 2);
});
