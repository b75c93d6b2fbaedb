import { filled, numberOf, textOf, textsOf } from "./form-values";

/** The fields of a condition, in the order in which they are ticked on the page. */
const fields = ["language", "presentation", "given", "variant", "disclosure", "explanations"] as const;

export type PlanBody = {
  name?: string;
  tasks: string[];
  models: string[];
  baselines: string[];
  conditions: Record<string, unknown>[];
  epochs?: number;
  concurrency?: number;
  budget?: number;
};

/** Which choice is missing: `task`, `actor`, or a condition's field. */
export type Missing = { missing: "task" | "actor" } | { missing: "condition"; field: (typeof fields)[number] };

/**
 * The plan that a form's ticks make: every combination of the ticked values is a condition. `step` belongs only to
 * the incremental presentation.
 */
export function planOf(form: FormData): PlanBody | Missing {
  const tasks = textsOf(form, "tasks");
  const models = textsOf(form, "models");
  const baselines = textsOf(form, "baselines");
  if (tasks.length === 0) return { missing: "task" };
  if (models.length + baselines.length === 0) return { missing: "actor" };
  let conditions: Record<string, unknown>[] = [{}];
  for (const field of fields) {
    const values = textsOf(form, field);
    if (values.length === 0) return { missing: "condition", field };
    conditions = conditions.flatMap((condition) => values.map((value) => ({ ...condition, [field]: value })));
  }
  const step = numberOf(form, "step");
  const stepped = conditions.map((condition) =>
    condition.presentation === "incremental" && step !== undefined ? { ...condition, step } : condition,
  );
  return {
    ...filled({
      name: textOf(form, "name"),
      epochs: numberOf(form, "epochs"),
      concurrency: numberOf(form, "concurrency"),
      budget: numberOf(form, "budget"),
    }),
    tasks,
    models,
    baselines,
    conditions: stepped,
  };
}
