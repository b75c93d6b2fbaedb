import "server-only";
import { Prisma, type Tally } from "@/generated/prisma/client";
import type { TallyLike } from "@/lib/stats/groups";
import { db, type Tx } from "./db";

/** Counts and sums by the parts of a tally's key, joined. */
type Totals = Map<string, Tally>;

/** Adds rows by their key. `sign` is 1 to add, −1 to take away. */
function add(totals: Totals, rows: Tally[], sign: number) {
  for (const row of rows) {
    const { taskId, conditionKey, group, dimension, value } = row;
    const name = [taskId, conditionKey, group, dimension, value].join("\u0001");
    const total = totals.get(name) ?? { ...row, count: 0, sum: 0 };
    total.count += sign * row.count;
    total.sum += sign * row.sum;
    totals.set(name, total);
  }
}

/**
 * What judgements stand for in the tallies, summed by tally key.
 * @param which a condition on the judgement `j` and its attempt `a`
 */
export function sumsOf(tx: Tx, which: Prisma.Sql): Promise<Tally[]> {
  return tx.$queryRaw<Tally[]>`
    SELECT a."taskId", a."conditionKey", j."group", e ->> 0 AS "dimension", e ->> 1 AS "value", count(*)::int AS "count",
      sum((e -> 2)::float8) AS "sum"
    FROM "Judgement" j JOIN "Attempt" a ON a."id" = j."attemptId", jsonb_array_elements(j."entries") AS e
    WHERE j."group" IS NOT NULL AND ${which} GROUP BY 1, 2, 3, 4, 5`;
}

/**
 * The sole writer of tallies: takes `before` away and adds `after`, in one statement with sorted keys (unsorted
 * upserts deadlock). Deletion, re-judging and attaching an account all come through here.
 */
export async function count(tx: Tx, before: Tally[], after: Tally[]): Promise<void> {
  const totals: Totals = new Map();
  add(totals, after, 1);
  add(totals, before, -1);
  const rows = [...totals.entries()]
    .filter(([, total]) => total.count !== 0 || total.sum !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, total]) => total);
  if (rows.length === 0) return;
  const column = <K extends keyof Tally>(name: K) => rows.map((row) => row[name]);
  await tx.$executeRaw`
    INSERT INTO "Tally" ("taskId", "conditionKey", "group", "dimension", "value", "count", "sum")
    SELECT * FROM unnest(${column("taskId")}::text[], ${column("conditionKey")}::text[], ${column("group")}::text[],
      ${column("dimension")}::text[], ${column("value")}::text[], ${column("count")}::int[], ${column("sum")}::float8[])
    ON CONFLICT ("taskId", "conditionKey", "group", "dimension", "value")
    DO UPDATE SET "count" = "Tally"."count" + EXCLUDED."count", "sum" = "Tally"."sum" + EXCLUDED."sum"`;
  await tx.$executeRaw`DELETE FROM "Tally" WHERE "count" = 0 AND "taskId" = ANY(${[...new Set(column("taskId"))]}::text[])`;
}

/**
 * Keeps a recount and everything else that changes tallies apart, until the transaction ends. Taken before any row is
 * locked: a recount would else lose what is folded between its look at the judgements and its new tallies.
 */
export async function lockTallies(tx: Tx, recount = false): Promise<void> {
  if (recount) await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('tallies'))`;
  else await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtext('tallies'))`;
}

/** Adds judgements that are locked and not in the tallies. */
async function countFirst(tx: Tx, judgements: { id: string }[]): Promise<void> {
  const ids = judgements.map(({ id }) => id);
  await count(tx, [], await sumsOf(tx, Prisma.sql`j."id" = ANY(${ids}::text[])`));
  await tx.$executeRaw`UPDATE "Judgement" SET "counted" = true WHERE "id" = ANY(${ids}::text[]) AND NOT "counted"`;
}

/** Folds up to `limit` uncounted judgements into the tallies. @returns how many were folded */
export async function foldUncounted(limit = 500): Promise<number> {
  return db().$transaction(
    async (tx) => {
      await lockTallies(tx);
      const rows = await tx.$queryRaw<{ id: string }[]>`
        SELECT j."id" FROM "Judgement" j JOIN "Attempt" a ON a."id" = j."attemptId"
        WHERE j."current" AND NOT j."counted"
        ORDER BY j."id" LIMIT ${limit} FOR UPDATE OF j SKIP LOCKED`;
      if (rows.length === 0) return 0;
      await countFirst(tx, rows);
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
      const rows = await tx.$queryRaw<{ id: string }[]>`
        SELECT j."id" FROM "Judgement" j JOIN "Attempt" a ON a."id" = j."attemptId"
        WHERE j."current" AND a."taskId" = ${taskId} ORDER BY j."id" FOR UPDATE OF j`;
      await tx.tally.deleteMany({ where: { taskId } });
      await countFirst(tx, rows);
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
      const totals: Totals = new Map();
      add(totals, await sumsOf(tx, Prisma.sql`a."taskId" = ${taskId} AND j."current" AND j."counted"`), 1);
      add(totals, stored, -1);
      const differing = [...totals.values()].filter((total) => total.count !== 0 || total.sum !== 0);
      return differing
        .map(({ conditionKey, group, dimension, value }) => [conditionKey, group, dimension, value].join(" "))
        .sort();
    },
    { isolationLevel: "RepeatableRead", timeout: 120_000 },
  );
}

/** Takes an attempt's current judgement out of the tallies (when it was counted) and marks it as not current. */
export async function retireJudgement(tx: Tx, attemptId: string): Promise<void> {
  await lockTallies(tx);
  const rows = await tx.$queryRaw<{ id: string; counted: boolean }[]>`
    SELECT "id", "counted" FROM "Judgement" WHERE "attemptId" = ${attemptId} AND "current" FOR UPDATE`;
  const ids = rows.map(({ id }) => id);
  await count(tx, await sumsOf(tx, Prisma.sql`j."id" = ANY(${ids}::text[]) AND j."counted"`), []);
  await tx.judgement.updateMany({ where: { id: { in: ids } }, data: { current: false } });
}

/** What a task's tallies were at a moment, summed from the judgements that were the last of their attempts by then. */
function talliesAt(taskId: string, moment: Date): Promise<Tally[]> {
  const at = Prisma.sql`${moment.toISOString()}::timestamp`;
  return sumsOf(
    db(),
    Prisma.sql`a."taskId" = ${taskId} AND j."createdAt" <= ${at} AND NOT EXISTS (
      SELECT 1 FROM "Judgement" later WHERE later."attemptId" = j."attemptId"
        AND later."createdAt" > j."createdAt" AND later."createdAt" <= ${at})`,
  );
}

/**
 * A task's tallies with the uncounted tail added, so that they are never stale.
 * @param asOf a moment of the past, in place of now
 */
export async function readTallies(taskId: string, asOf?: Date): Promise<TallyLike[]> {
  if (asOf) return talliesAt(taskId, asOf);
  // One snapshot for both reads: a judgement folded in between would count twice or not at all.
  return db().$transaction(
    async (tx) => {
      const stored = await tx.tally.findMany({ where: { taskId } });
      const totals: Totals = new Map();
      add(totals, stored, 1);
      add(totals, await sumsOf(tx, Prisma.sql`a."taskId" = ${taskId} AND j."current" AND NOT j."counted"`), 1);
      return [...totals.values()].map(({ taskId: _task, ...rest }) => rest);
    },
    { isolationLevel: "RepeatableRead" },
  );
}
