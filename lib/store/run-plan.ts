import "server-only";
import type { Task } from "@/generated/prisma/client";
import type { RunPlan } from "@/lib/contracts/runs";
import { AppError, type Fault } from "@/lib/errors";
import { conditionKey } from "@/lib/families/family";
import { judgeOf } from "@/lib/families/judge-registry";
import { hashOf } from "./ids";
import { modelRow } from "./models";
import { findTask, keyOf } from "./tasks";

/** Most attempts that one launch may lay out: beyond, a plan is more likely a slip than a wish. */
const mostAttempts = 200_000;

export type PlannedModel = Awaited<ReturnType<typeof modelRow>>;
export type PlannedActor = { model: PlannedModel } | { baseline: string; random: boolean };

/** One task under one condition by one actor: played once for each epoch. */
export type Cell = {
  row: Task;
  keyVersion: number;
  condition: Record<string, unknown>;
  conditionKey: string;
  actor: PlannedActor;
  epochs: number;
};

async function rows<T>(
  names: string[],
  field: string,
  find: (name: string) => Promise<T>,
  faults: Fault[],
): Promise<{ index: number; found: T }[]> {
  const result: { index: number; found: T }[] = [];
  for (const [index, name] of names.entries()) {
    try {
      result.push({ index, found: await find(name) });
    } catch (error) {
      if (!(error instanceof AppError) || !["not-found", "invalid"].includes(error.code)) throw error;
      faults.push({ field: `plan.${field}.${index}`, message: error.userMessage });
    }
  }
  return result;
}

function conditionsFor(row: Task, plan: RunPlan, faults: Fault[]) {
  const judge = judgeOf(row.family);
  const result: { condition: Record<string, unknown>; key: string }[] = [];
  for (const [index, input] of plan.conditions.entries()) {
    const checked = judge.condition(row.content, { ...judge.runDefaults?.(row.content), ...input });
    if ("faults" in checked) {
      for (const { field, message } of checked.faults) {
        faults.push({
          field: `plan.conditions.${index}${field ? `.${field}` : ""}`,
          message: `${row.slug}: ${message}`,
        });
      }
      continue;
    }
    const condition = checked.condition as Record<string, unknown>;
    const key = conditionKey(condition);
    if (!result.some((one) => one.key === key)) result.push({ condition, key });
  }
  return result;
}

/**
 * A plan as the cells of its grid, in the plan's order; names that mean the same thing count once.
 * @throws AppError invalid: everything that is wrong with the plan at once, by field
 */
export async function resolvePlan(plan: RunPlan): Promise<Cell[]> {
  const faults: Fault[] = [];
  const tasks = await rows(plan.tasks, "tasks", findTask, faults);
  const models = await rows(plan.models, "models", modelRow, faults);
  const distinctTasks = [...new Map(tasks.map(({ found }) => [found.id, found])).values()];
  const distinctModels = [...new Map(models.map((entry) => [entry.found.id, entry])).values()];

  for (const { index, found } of distinctModels) {
    if (!found.connectionId) {
      faults.push({ field: `plan.models.${index}`, message: `"${found.name}" has no connection to call it by.` });
    }
    for (const family of new Set(distinctTasks.map((row) => row.family))) {
      if (!judgeOf(family).methods.includes(found.method)) {
        faults.push({
          field: `plan.models.${index}`,
          message: `The method "${found.method}" is not one of ${judgeOf(family).methods.join(", ")}.`,
        });
      }
    }
  }

  const cells: Cell[] = [];
  for (const row of distinctTasks) {
    const judge = judgeOf(row.family);
    const { version: keyVersion } = await keyOf(row.id);
    const actors: { actor: PlannedActor; epochs: number }[] = distinctModels.map(({ found }) => ({
      actor: { model: found },
      epochs: plan.epochs,
    }));
    for (const [index, name] of plan.baselines.entries()) {
      if (plan.baselines.indexOf(name) < index) continue;
      const baseline = judge.baselines.find((one) => one.name === name);
      if (baseline) {
        const { random } = baseline;
        actors.push({ actor: { baseline: name, random }, epochs: random ? plan.epochs : 1 });
      } else {
        const known = judge.baselines.map((one) => one.name).join(", ");
        faults.push({ field: `plan.baselines.${index}`, message: `There is no baseline "${name}": use ${known}.` });
      }
    }
    for (const { condition, key } of conditionsFor(row, plan, faults)) {
      for (const { actor, epochs } of actors)
        cells.push({ row, keyVersion, condition, conditionKey: key, actor, epochs });
    }
  }
  const total = cells.reduce((sum, cell) => sum + cell.epochs, 0);
  if (total > mostAttempts) {
    faults.push({
      field: "plan",
      message: `These are ${total} attempts; one launch may lay out ${mostAttempts}. Split the plan.`,
    });
  }
  const distinctFaults = [...new Map(faults.map((fault) => [`${fault.field} ${fault.message}`, fault])).values()];
  if (distinctFaults.length > 0) {
    throw new AppError("invalid", "The plan cannot be launched as it is.", { faults: distinctFaults });
  }
  return cells;
}

export type PlannedAttempt = { cell: Cell; epoch: number; identity: string; seed: number };

/**
 * The attempts of a run's cells, epoch by epoch, so that every cell has some results early. The seed is of run, task,
 * condition and epoch: every model gets the candidates of one epoch in the same order. The identity adds the actor.
 */
export function plannedAttempts(runId: string, cells: Cell[]): PlannedAttempt[] {
  const most = Math.max(0, ...cells.map((cell) => cell.epochs));
  const result: PlannedAttempt[] = [];
  for (let epoch = 1; epoch <= most; epoch++) {
    for (const cell of cells) {
      if (epoch > cell.epochs) continue;
      const place = `${runId}\n${cell.row.id}\n${cell.conditionKey}\n${epoch}`;
      const actor = "model" in cell.actor ? `model:${cell.actor.model.id}` : `baseline:${cell.actor.baseline}`;
      const seed = Number.parseInt(hashOf(place).slice(0, 8), 16) & 0x7fffffff;
      result.push({ cell, epoch, identity: hashOf(`run\n${place}\n${actor}`), seed });
    }
  }
  return result;
}
