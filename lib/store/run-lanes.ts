import "server-only";
import { db, type Tx } from "./db";

/**
 * The jobs of a run: a run of concurrency c has c lanes, each a job `lane` that plays attempt after attempt. Jobs are
 * rows of graphile-worker's own schema, added in the transaction of what they are for.
 */

export const laneTask = "lane";
/** `lanes` is how many the run has; `passed` how often this one was passed on in search of a worker with room. */
export type LanePayload = { run: string; lane: number; lanes: number; passed?: number };

const laneKey = (run: string) => `lane:${run}:`;

/** Adds the lanes of a running run that are missing: at most one for each attempt that waits. */
export async function addLanes(tx: Tx, run: string): Promise<void> {
  await tx.$executeRaw`
    WITH wanted AS (
      SELECT least(r."concurrency",
        (SELECT count(*) FROM (SELECT 1 FROM "Attempt" a WHERE a."runId" = r."id" AND a."status" = 'waiting'
          LIMIT r."concurrency") AS waiting))::int AS lanes
      FROM "Run" r WHERE r."id" = ${run} AND r."status" = 'running'),
    missing AS (
      SELECT lane, wanted.lanes FROM wanted, generate_series(1, wanted.lanes) AS lane
      WHERE NOT EXISTS (SELECT 1 FROM graphile_worker.jobs j
        WHERE j."key" = ${laneKey(run)} || lane AND j."attempts" < j."max_attempts"))
    SELECT count(*) FROM graphile_worker.add_jobs((
      SELECT array_agg(json_populate_record(NULL::graphile_worker.job_spec, json_build_object(
        'identifier', ${laneTask}::text, 'job_key', ${laneKey(run)} || lane, 'max_attempts', 5,
        'payload', json_build_object('run', ${run}::text, 'lane', lane, 'lanes', lanes))))
      FROM missing))`;
}

/** Puts a lane back in line, to be taken up by whichever worker comes first. Its running job may end afterwards. */
export async function passLane(payload: LanePayload): Promise<void> {
  const { run, lane, lanes, passed = 0 } = payload;
  await db().$executeRaw`
    SELECT graphile_worker.add_job(${laneTask},
      json_build_object('run', ${run}::text, 'lane', ${lane}::int, 'lanes', ${lanes}::int, 'passed', ${passed + 1}::int),
      job_key := ${laneKey(run)} || ${lane}::int, max_attempts := 5)`;
}

/**
 * Ends a running run when nothing of it waits or is being played. The run's row is locked first, so that a launch
 * that adds attempts at the same moment is seen.
 * @returns whether the run is at its end (done, or no longer running)
 */
export async function endRunIfFinished(run: string): Promise<boolean> {
  return db().$transaction(async (tx) => {
    const rows = await tx.$queryRaw<{ status: string }[]>`
      SELECT "status"::text FROM "Run" WHERE "id" = ${run} FOR UPDATE`;
    if (rows[0]?.status !== "running") return true;
    const ended = await tx.$executeRaw`
      UPDATE "Run" SET "status" = 'done', "finishedAt" = now() AT TIME ZONE 'UTC'
      WHERE "id" = ${run}
        AND NOT EXISTS (SELECT 1 FROM "Attempt" a WHERE a."runId" = ${run} AND a."status" = 'waiting')
        AND NOT EXISTS (SELECT 1 FROM "Attempt" a WHERE a."runId" = ${run} AND a."status" = 'open')`;
    return ended > 0;
  });
}
