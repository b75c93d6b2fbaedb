import "server-only";
import type { Tally } from "@/generated/prisma/client";
import type { TallyLike } from "@/lib/stats/groups";
import { db, type Tx } from "./db";
import type { GroupedEntry } from "./judgements";

export type Contribution = { taskId: string; conditionKey: string; entries: GroupedEntry[] };

/** Counts and sums by the parts of a tally's key, joined. */
type Totals = Map<string, { key: string[]; count: number; sum: number }>;

function add(totals: Totals, key: string[], n: number, sum: number) {
  const name = key.join("\u0001");
  const total = totals.get(name) ?? { key, count: 0, sum: 0 };
  total.count += n;
  total.sum += sum;
  totals.set(name, total);
}

/** Sums contributions by tally key. `sign` is 1 to add, −1 to take away. */
function addInto(totals: Totals, rows: Contribution[], sign: number) {
  for (const { taskId, conditionKey, entries } of rows) {
    for (const { group, dimension, value, amount } of entries) {
      add(totals, [taskId, conditionKey, group, dimension, value], sign, sign * amount);
    }
  }
}

/** Sums stored tallies by their key. `sign` is 1 to add, −1 to take away. */
function addStored(totals: Totals, rows: Tally[], sign: number) {
  for (const { taskId, conditionKey, group, dimension, value, count: n, sum } of rows) {
    add(totals, [taskId, conditionKey, group, dimension, value], sign * n, sign * sum);
  }
}

/**
 * The sole writer of tallies: takes `before` away and adds `after`, in one statement with sorted keys (unsorted
 * upserts deadlock). Deletion, re-judging and attaching an account all come through here.
 */
export async function count(tx: Tx, before: Contribution[], after: Contribution[]): Promise<void> {
  const totals: Totals = new Map();
  addInto(totals, after, 1);
  addInto(totals, before, -1);
  const rows = [...totals.entries()]
    .filter(([, total]) => total.count !== 0 || total.sum !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, total]) => total);
  if (rows.length === 0) return;
  const column = (index: number) => rows.map((row) => row.key[index] as string);
  await tx.$executeRaw`
    INSERT INTO "Tally" ("taskId", "conditionKey", "group", "dimension", "value", "count", "sum")
    SELECT * FROM unnest(${column(0)}::text[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[],
      ${column(4)}::text[], ${rows.map((row) => row.count)}::int[], ${rows.map((row) => row.sum)}::float8[])
    ON CONFLICT ("taskId", "conditionKey", "group", "dimension", "value")
    DO UPDATE SET "count" = "Tally"."count" + EXCLUDED."count", "sum" = "Tally"."sum" + EXCLUDED."sum"`;
  await tx.$executeRaw`DELETE FROM "Tally" WHERE "count" = 0 AND "taskId" = ANY(${[...new Set(column(0))]}::text[])`;
}

type Pending = Contribution & { id: string };

/**
 * Keeps a recount and everything else that changes tallies apart, until the transaction ends. Taken before any row is
 * locked: a recount would else lose what is folded between its look at the judgements and its new tallies.
 */
export async function lockTallies(tx: Tx, recount = false): Promise<void> {
  if (recount) await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('tallies'))`;
  else await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtext('tallies'))`;
}

/** Folds up to `limit` uncounted judgements into the tallies. @returns how many were folded */
export async function foldUncounted(limit = 500): Promise<number> {
  return db().$transaction(
    async (tx) => {
      await lockTallies(tx);
      const rows = await tx.$queryRaw<Pending[]>`
        SELECT j."id", a."taskId", a."conditionKey", j."entries"
        FROM "Judgement" j JOIN "Attempt" a ON a."id" = j."attemptId"
        WHERE j."current" AND NOT j."counted"
        ORDER BY j."id" LIMIT ${limit} FOR UPDATE OF j SKIP LOCKED`;
      if (rows.length === 0) return 0;
      await count(tx, [], rows);
      await tx.judgement.updateMany({ where: { id: { in: rows.map((row) => row.id) } }, data: { counted: true } });
      return rows.length;
    },
    { timeout: 30_000 },
  );
}

/** Counts a task's tallies anew from its counted judgements. @returns the number of judgements counted */
export async function rebuildTallies(taskId: string): Promise<number> {
  return db().$transaction(
    async (tx) => {
      await lockTallies(tx, true);
      const rows = await tx.$queryRaw<Pending[]>`
        SELECT j."id", a."taskId", a."conditionKey", j."entries"
        FROM "Judgement" j JOIN "Attempt" a ON a."id" = j."attemptId"
        WHERE j."current" AND a."taskId" = ${taskId} ORDER BY j."id" FOR UPDATE OF j`;
      await tx.tally.deleteMany({ where: { taskId } });
      await count(tx, [], rows);
      await tx.judgement.updateMany({ where: { id: { in: rows.map((row) => row.id) } }, data: { counted: true } });
      return rows.length;
    },
    { timeout: 120_000 },
  );
}

/**
 * Compares a task's stored tallies with a recount of its counted judgements, in one snapshot.
 * @returns the tally keys whose count or sum differ
 */
export async function tallyDifferences(taskId: string): Promise<string[]> {
  return db().$transaction(
    async (tx) => {
      const stored = await tx.tally.findMany({ where: { taskId } });
      const counted = await tx.$queryRaw<Contribution[]>`
        SELECT a."taskId", a."conditionKey", j."entries" FROM "Judgement" j JOIN "Attempt" a ON a."id" = j."attemptId"
        WHERE a."taskId" = ${taskId} AND j."current" AND j."counted"`;
      const totals: Totals = new Map();
      addInto(totals, counted, 1);
      addStored(totals, stored, -1);
      const differing = [...totals.values()].filter((total) => total.count !== 0 || total.sum !== 0);
      return differing.map(({ key }) => key.slice(1).join(" ")).sort();
    },
    { isolationLevel: "RepeatableRead", timeout: 120_000 },
  );
}

/** Takes an attempt's current judgement out of the tallies (when it was counted) and marks it as not current. */
export async function retireJudgement(tx: Tx, attemptId: string): Promise<void> {
  await lockTallies(tx);
  const rows = await tx.$queryRaw<(Pending & { counted: boolean })[]>`
    SELECT j."id", j."counted", a."taskId", a."conditionKey", j."entries"
    FROM "Judgement" j JOIN "Attempt" a ON a."id" = j."attemptId"
    WHERE j."attemptId" = ${attemptId} AND j."current" FOR UPDATE OF j`;
  await count(
    tx,
    rows.filter((row) => row.counted),
    [],
  );
  await tx.judgement.updateMany({ where: { id: { in: rows.map((row) => row.id) } }, data: { current: false } });
}

/** A task's tallies with the uncounted tail added, so that they are never stale. */
export async function readTallies(taskId: string): Promise<TallyLike[]> {
  // One snapshot for both reads: a judgement folded in between would count twice or not at all.
  return db().$transaction(
    async (tx) => {
      const stored = await tx.tally.findMany({ where: { taskId } });
      const tail = await tx.$queryRaw<Contribution[]>`
        SELECT a."taskId", a."conditionKey", j."entries" FROM "Judgement" j JOIN "Attempt" a ON a."id" = j."attemptId"
        WHERE a."taskId" = ${taskId} AND j."current" AND NOT j."counted"`;
      const totals: Totals = new Map();
      addStored(totals, stored, 1);
      addInto(totals, tail, 1);
      return [...totals.values()].map(({ key, count: n, sum }) => ({
        conditionKey: key[1] as string,
        group: key[2] as string,
        dimension: key[3] as string,
        value: key[4] as string,
        count: n,
        sum,
      }));
    },
    { isolationLevel: "RepeatableRead" },
  );
}
