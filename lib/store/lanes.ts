import "server-only";
import { isRefusal, seededRng } from "@/lib/families/family";
import { AppError } from "@/lib/errors";
import { finishAttempt, loadAttempt } from "./attempts";
import { db, json } from "./db";

/** A lease longer than any baseline takes; past it another worker may claim the attempt. */
const leaseSeconds = 30;

/** Claims the next waiting baseline attempt of a running run, or one whose lease ran out. @returns its id, or null */
async function claimBaseline(worker: string): Promise<string | null> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    UPDATE "Attempt" SET "status" = 'open', "leaseOwner" = ${worker}, "tries" = "tries" + 1,
      "startedAt" = now() AT TIME ZONE 'UTC'
    WHERE "id" = (
      SELECT a."id" FROM "Attempt" a JOIN "Run" r ON r."id" = a."runId"
      WHERE a."baseline" IS NOT NULL AND r."status" = 'running'
        AND (a."status" = 'waiting' OR (a."status" = 'open' AND a."startedAt" + make_interval(secs => ${leaseSeconds}) < now() AT TIME ZONE 'UTC'))
      ORDER BY a."createdAt", a."id" LIMIT 1 FOR UPDATE OF a SKIP LOCKED)
    RETURNING "id"`;
  return rows[0]?.id ?? null;
}

/** Most answers a baseline may need: one per group of sentences, and one to send in. */
const mostTurns = 2_000;

/**
 * Plays one waiting baseline attempt and stores events and judgement in one transaction: a worker that is killed in
 * between leaves nothing half done. @returns whether there was one
 */
export async function playNextBaseline(worker: string): Promise<boolean> {
  const id = await claimBaseline(worker);
  if (!id) return false;
  await db().$transaction(async (tx) => {
    const held = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Attempt" WHERE "id" = ${id} AND "status" = 'open' AND "leaseOwner" = ${worker} FOR UPDATE`;
    if (held.length === 0) return;
    const loaded = await loadAttempt(id, tx);
    const { attempt, judge, task } = loaded;
    const baseline = judge.baselines.find((entry) => entry.name === attempt.baseline);
    if (!baseline) throw new AppError("internal", "Unknown baseline.", { internal: `no baseline ${attempt.baseline}` });
    const rng = seededRng(attempt.seed);
    let { state } = loaded;
    let seq = 0;
    const data = [];
    for (let turn = 0; turn < mostTurns && !judge.play.isDone(state); turn++) {
      for (const move of baseline.play(judge.play.view(task, state), rng)) {
        seq += 1;
        const next = judge.play.apply(task, state, { seq, type: "move", move });
        if (isRefusal(next))
          throw new AppError("internal", "A baseline made a wrong move.", {
            internal: `${baseline.name}: ${next.code}`,
          });
        state = next;
        data.push({ attemptId: id, seq, type: "move", body: json({ move }) });
      }
    }
    await tx.event.createMany({ data });
    await finishAttempt(tx, { ...loaded, state }, { validity: "scorable", repairs: [] });
  });
  return true;
}

/** Ends every running run with no attempt left to play. */
export async function endFinishedRuns(): Promise<void> {
  await db().$executeRaw`
    UPDATE "Run" r SET "status" = 'done', "finishedAt" = now() AT TIME ZONE 'UTC'
    WHERE r."status" = 'running'
      AND NOT EXISTS (SELECT 1 FROM "Attempt" a WHERE a."runId" = r."id" AND a."status" IN ('waiting', 'open'))`;
}
