import { expect, test } from "vitest";
import { planSchema } from "@/lib/contracts/runs";
import { planOf } from "./plan-body";

function form(entries: [string, string][]): FormData {
  const usual: [string, string][] = [
    ["given", "none"],
    ["variant", "original"],
    ["disclosure", "directions"],
    ["explanations", "optional"],
    ["step", "10"],
    ["epochs", "5"],
    ["budget", ""],
  ];
  const data = new FormData();
  for (const [name, value] of [...usual, ...entries]) data.append(name, value);
  return data;
}

test("every combination of what is ticked is a condition, and only groups of sentences have a step", () => {
  const plan = planOf(
    form([
      ["name", " Pilot "],
      ["tasks", "a"],
      ["tasks", "b"],
      ["baselines", "first"],
      ["language", "zh"],
      ["language", "en"],
      ["presentation", "full"],
      ["presentation", "incremental"],
    ]),
  );
  if ("missing" in plan) throw new Error("nothing is missing");
  expect(plan).toMatchObject({ name: "Pilot", tasks: ["a", "b"], baselines: ["first"], epochs: 5 });
  expect(plan).not.toHaveProperty("budget");
  expect(plan.conditions.map(({ language, presentation, step }) => [language, presentation, step])).toEqual([
    ["zh", "full", undefined],
    ["zh", "incremental", 10],
    ["en", "full", undefined],
    ["en", "incremental", 10],
  ]);
  expect(planSchema.safeParse(plan).success).toBe(true);
});

test("what is missing is named", () => {
  expect(planOf(form([]))).toEqual({ missing: "task" });
  expect(planOf(form([["tasks", "a"]]))).toEqual({ missing: "actor" });
  const noLanguage = form([
    ["tasks", "a"],
    ["models", "m"],
  ]);
  expect(planOf(noLanguage)).toEqual({ missing: "condition", field: "language" });
});
