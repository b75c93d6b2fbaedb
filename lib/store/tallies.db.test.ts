import { beforeAll, expect, test } from "vitest";
import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { loadEpisodes } from "@/prisma/seed/load-episodes";
import { appendMoves, deleteAttempt } from "./attempts";
import { db, pool } from "./db";
import { createPlayer } from "./players";
import { publishEpisode } from "./publish-episode";
import { setRole } from "./roles";
import { foldUncounted, rebuildTallies, tallyDifferences } from "./tallies";
import { answeredBy, startedBy } from "./test-players";
import { createUser } from "./users";

// Two at once, made to meet at the worst moment: a third connection holds a lock and lets it go when both have come.

let tasks: string[];

beforeAll(async () => {
  const ids: string[] = [];
  for (const document of (await loadEpisodes()).slice(0, 2)) ids.push((await publishEpisode(document)).id);
  tasks = ids.sort();
});

const play = async (task: string, player?: string) => answeredBy(player ?? (await createPlayer()).id, task, ["S001"]);

/** Holds a lock while `during` goes on. */
async function holding(lock: string, values: string[], during: () => Promise<void>) {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query(lock, values);
    await during();
  } finally {
    await client.query("COMMIT");
    client.release();
  }
}

/** Resolves once so many connections wait for a lock. */
async function waiters(count: number) {
  for (;;) {
    const [row] = await db().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS "n" FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND backend_type = 'client backend'`;
    if ((row?.n ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const differences = async () => (await Promise.all(tasks.map(tallyDifferences))).flat();

test("what is folded while a task is counted anew is not lost", async () => {
  const [task = ""] = tasks;
  const held = await play(task);
  await foldUncounted();
  let rebuilding: Promise<number> | undefined;
  let folding: Promise<number> | undefined;
  await holding(`SELECT 1 FROM "Judgement" WHERE "attemptId" = $1 FOR UPDATE`, [held], async () => {
    rebuilding = rebuildTallies(task);
    await waiters(1);
    await play(task);
    folding = foldUncounted();
    await Promise.race([folding, waiters(2)]);
  });
  await Promise.all([rebuilding, folding]);
  await foldUncounted();
  expect(await differences()).toEqual([]);
});

test("an attempt that is answered while it is deleted leaves nothing in the tallies", async () => {
  const [task = ""] = tasks;
  const id = await startedBy((await createPlayer()).id, task);
  let moving: Promise<unknown> | undefined;
  let between: Promise<void> | undefined;
  let deleting: Promise<void> | undefined;
  await holding(`LOCK TABLE "Judgement" IN SHARE MODE`, [], async () => {
    moving = appendMoves(id, [{ seq: 1, type: "submit", response: madeUpResponse() }]);
    await waiters(1);
    // Keeps the attempt between the move and the deletion, so that the answer is counted by then.
    between = holding(`SELECT 1 FROM "Attempt" WHERE "id" = $1 FOR UPDATE`, [id], async () => {
      expect(await foldUncounted()).toBe(1);
    });
    await waiters(2);
    deleting = deleteAttempt(id);
    await waiters(3);
  });
  await Promise.all([moving, between, deleting]);
  expect(await db().attempt.count({ where: { id } })).toBe(0);
  expect(await differences()).toEqual([]);
});

test("attempts of many tasks leave the comparison while others are counted, without a deadlock", async () => {
  const user = await createUser({ email: "many@example.org", password: "long enough" });
  const { id: player } = await createPlayer(user.id);
  for (const task of tasks.toReversed()) await play(task, player);
  await foldUncounted();
  for (const task of tasks) await play(task);
  let leaving: Promise<void> | undefined;
  let folding: Promise<number> | undefined;
  await holding(`SELECT 1 FROM "Tally" WHERE "taskId" = $1 FOR UPDATE`, [tasks[1] as string], async () => {
    leaving = setRole(user.id, "researcher");
    await waiters(1);
    folding = foldUncounted();
    await waiters(2);
  });
  expect(await Promise.allSettled([leaving, folding])).toMatchObject([
    { status: "fulfilled" },
    { status: "fulfilled", value: 2 },
  ]);
  expect(await differences()).toEqual([]);
});
