import "server-only";
import { judgeOf } from "@/lib/families/judge-registry";
import { db } from "./db";
import { launchRun } from "./runs";
import { findTask, listTasks } from "./tasks";

/** Repetitions of a baseline whose seed matters. */
const randomEpochs = 20;

/**
 * Launches one run of every built-in baseline for each latest task, language and variant, story in full. Does nothing where
 * that task version has one. @returns how many attempts were laid out
 */
export async function ensureBaselineRuns(): Promise<number> {
  let laidOut = 0;
  for (const summary of await listTasks()) {
    if ((await db().attempt.count({ where: { taskId: summary.id, baseline: { not: null } } })) > 0) continue;
    const { family } = await findTask(summary.id);
    const { added } = await launchRun({
      name: `Baselines: ${summary.slug}`,
      tasks: [summary.slug],
      models: [],
      baselines: judgeOf(family).baselines.map((baseline) => baseline.name),
      conditions: summary.languages.flatMap((language) =>
        ["original", ...summary.variants].map((variant) => ({ language, variant })),
      ),
      epochs: randomEpochs,
      concurrency: 4,
    });
    laidOut += added;
  }
  return laidOut;
}
