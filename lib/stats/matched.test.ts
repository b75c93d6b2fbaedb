import { expect, test } from "vitest";
import type { GroupSummary } from "./groups";
import { matchedConditions, meanOfModels } from "./matched";

const group = (
  kind: GroupSummary["kind"],
  member: string,
  conditionKey: string,
  n: number,
  mean: number | null = 1,
) => ({
  group: `${kind}:${member}`,
  kind,
  member,
  conditionKey,
  returned: n,
  scorable: n,
  recovered: 0,
  invalid: [],
  means: { clueHits: mean },
  clues: {},
  participants: {},
});

test("only people and models under the same condition are matched; baselines and empty groups never are", () => {
  const groups = [
    group("people", "", "a", 3),
    group("people", "", "b", 9),
    group("people", "", "c", 5),
    group("people", "", "d", 4),
    group("model", "m", "a", 5),
    group("model", "m", "b", 5),
    group("model", "n", "b", 5),
    group("model", "m", "c", 0),
    group("baseline", "random", "d", 20),
  ];
  const found = matchedConditions(groups);
  expect(found.map((entry) => [entry.conditionKey, entry.models.length])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
});

test("a model counts once however often it ran, and one without the score not at all", () => {
  const models = [group("model", "m", "a", 100, 2), group("model", "n", "a", 1, 4), group("model", "o", "a", 1, null)];
  expect(meanOfModels(models, "clueHits")).toBe(3);
  expect(meanOfModels([], "clueHits")).toBeNull();
});
