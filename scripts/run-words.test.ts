import { expect, test } from "vitest";
import type { LaunchEstimate } from "@/lib/contracts/runs";
import { estimateLines } from "./run-words";

const estimate: LaunchEstimate = {
  attempts: 10,
  existing: 0,
  calls: 10,
  usage: { input: 1_000, output: 2_000 },
  cost: null,
  warnings: [],
  preview: null,
};

test("what stands against a plan is said under its numbers, with the models' names", () => {
  expect(estimateLines("pilot", estimate)).toHaveLength(1);
  const [, ...lines] = estimateLines("pilot", {
    ...estimate,
    warnings: [
      { code: "budget-without-prices", models: ["Large", "Small"] },
      { code: "concurrency-above-connections", models: ["Large"], limit: 4 },
    ],
  });
  expect(lines).toEqual([
    "  warning: no prices are set for Large, Small. What their calls cost is not known, so the budget cannot be kept.",
    "  warning: the connections allow 4 calls at once (Large). A higher concurrency gains nothing.",
  ]);
});
