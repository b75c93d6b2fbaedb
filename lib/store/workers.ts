import "server-only";
import { Prisma } from "@/generated/prisma/client";
import { putBack } from "./claims";
import { db, type Tx } from "./db";
import { addLanes, endRunIfFinished } from "./run-lanes";

/** How workers know of one another: each keeps a heartbeat, and whoever comes first tidies up after a dead one. */

/** A worker without a heartbeat for so long is dead: what it played goes back in line. */
export const deadAfterSeconds = 12;

/** Says that a worker is alive. @param queueId how the queue calls it, null before it has joined
 * @returns how many workers are alive, this one included */
export async function beat(id: string, queueId: string | null): Promise<number> {
  const rows = await db().$queryRaw<{ alive: number }[]>`
    WITH mine AS (
      INSERT INTO "WorkerHeartbeat" ("id", "queueId", "seenAt") VALUES (${id}, ${queueId}, now() AT TIME ZONE 'UTC')
      ON CONFLICT ("id") DO UPDATE SET "queueId" = excluded."queueId", "seenAt" = excluded."seenAt")
    SELECT 1 + count(*)::int AS "alive" FROM "WorkerHeartbeat"
    WHERE "id" <> ${id} AND "seenAt" > now() AT TIME ZONE 'UTC' - make_interval(secs => ${deadAfterSeconds})`;
  return rows[0]?.alive ?? 1;
}

/** Takes a worker off the list when it ends in order; what it still holds goes back in line. */
export async function leave(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    await putBack(tx, Prisma.sql`a."leaseOwner" = ${id}`);
    await tx.$executeRaw`DELETE FROM "WorkerHeartbeat" WHERE "id" = ${id}`;
  });
}

const sweepLock = 7413;

/** Frees what dead workers hold: their attempts go back in line (or are cancelled with their run), their jobs too. */
async function freeDead(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM "WorkerHeartbeat"
    WHERE "id" <> ${id} AND "seenAt" <= now() AT TIME ZONE 'UTC' - make_interval(secs => ${deadAfterSeconds})`;
  await putBack(
    tx,
    Prisma.sql`a."leaseOwner" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM "WorkerHeartbeat" w WHERE w."id" = a."leaseOwner")`,
  );
  await tx.$executeRaw`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT j."locked_by")) FROM graphile_worker.jobs j
    WHERE j."locked_by" IS NOT NULL AND j."locked_at" < now() - make_interval(secs => ${deadAfterSeconds})
      AND NOT EXISTS (SELECT 1 FROM "WorkerHeartbeat" w WHERE w."queueId" = j."locked_by")
    HAVING count(*) > 0`;
}

/**
 * Tidies up after dead workers, adds lanes that running runs lack, and ends runs with nothing left. One at a time.
 * Whoever sweeps lives: its own heartbeat is stored first, however old the last one is.
 */
export async function sweep(id: string, queueId: string | null): Promise<void> {
  await beat(id, queueId);
  const left = await db().$transaction(
    async (tx) => {
      const [lock] = await tx.$queryRaw<{ mine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${sweepLock}) AS "mine"`;
      if (!lock?.mine) return [];
      await freeDead(tx, id);
      return tx.$queryRaw<{ id: string; waits: boolean; open: boolean }[]>`
        SELECT r."id",
          EXISTS (SELECT 1 FROM "Attempt" a WHERE a."runId" = r."id" AND a."status" = 'waiting') AS "waits",
          EXISTS (SELECT 1 FROM "Attempt" a WHERE a."runId" = r."id" AND a."status" = 'open') AS "open"
        FROM "Run" r WHERE r."status" = 'running'`;
    },
    { timeout: 30_000 },
  );
  for (const run of left) {
    if (run.waits) await addLanes(db(), run.id);
    else if (!run.open) await endRunIfFinished(run.id);
  }
}

/** Which of these runs are cancelled. */
export async function cancelledAmong(runs: string[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const rows = await db().run.findMany({ where: { id: { in: runs }, status: "cancelled" }, select: { id: true } });
  return rows.map((row) => row.id);
}
