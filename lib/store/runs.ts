import "server-only";
import { judgeOf } from "@/lib/families/judge-registry";
import { composeAttempt } from "./attempts";
import { db, json } from "./db";
import { newId } from "./ids";
import { findTask, listTasks } from "./tasks";

/** Repetitions of a baseline whose seed matters. */
const randomEpochs = 20;

/**
 * Lays out one run of every built-in baseline for each latest task and language, story in full. Does nothing where
 * that task version has one. @returns how many attempts were enqueued
 */
export async function ensureBaselineRuns(): Promise<number> {
  let enqueued = 0;
  for (const summary of await listTasks()) {
    if ((await db().attempt.count({ where: { taskId: summary.id, baseline: { not: null } } })) > 0) continue;
    const row = await findTask(summary.id);
    const { baselines } = judgeOf(row.family);
    enqueued += await db().$transaction(
      async (tx) => {
        const plan = {
          tasks: [summary.slug],
          baselines: baselines.map((baseline) => baseline.name),
          presentation: "full",
        };
        const run = await tx.run.create({
          data: { id: newId("run"), name: `Baselines: ${summary.slug}`, plan: json(plan) },
        });
        const data = [];
        for (const language of summary.languages) {
          for (const baseline of baselines) {
            for (let epoch = 1; epoch <= (baseline.random ? randomEpochs : 1); epoch++) {
              const attempt = await composeAttempt(tx, row, {
                task: row.id,
                condition: { language, presentation: "full" },
                actor: { baseline: baseline.name },
                assignment: "fixed",
                source: "worker",
                runId: run.id,
                epoch,
              });
              data.push({ ...attempt, status: "waiting" as const, startedAt: null });
            }
          }
        }
        await tx.attempt.createMany({ data });
        return data.length;
      },
      { timeout: 60_000 },
    );
  }
  return enqueued;
}
