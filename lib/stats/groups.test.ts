import { expect, test } from "vitest";
import { memberOf, summariseGroups } from "./groups";
import { wilson } from "./intervals";

const row = (group: string, dimension: string, value: string, count: number, sum = count) => ({
  conditionKey: "language=en",
  group,
  dimension,
  value,
  count,
  sum,
});

test("two runs of one model are one member, and invalid attempts enter no mean", () => {
  const [summary, ...rest] = summariseGroups([
    row("run:r1/model:m", "validity", "scorable", 2),
    row("run:r2/model:m", "validity", "recovered", 1),
    row("run:r2/model:m", "validity", "invalid:unknown-sentence", 2),
    row("run:r1/model:m", "score", "clueHits", 2, 6),
    row("run:r2/model:m", "score", "clueHits", 1, 3),
    row("run:r2/model:m", "clue", "S004", 1),
  ]);
  expect(rest).toEqual([]);
  expect(summary).toMatchObject({ kind: "model", member: "m", returned: 5, scorable: 3, recovered: 1 });
  expect(summary?.invalid).toEqual([{ reason: "unknown-sentence", n: 2 }]);
  expect(summary?.means.clueHits).toBe(3);
  expect(summary?.clues).toEqual({ S004: 1 });
});

test("a group with nothing scorable has no mean", () => {
  const [summary] = summariseGroups([
    row("people", "validity", "invalid:empty", 1),
    row("people", "score", "total", 0),
  ]);
  expect(summary?.means.total).toBeNull();
});

test("baselines are never models, studies are people", () => {
  expect(memberOf("baseline:random")).toEqual({ kind: "baseline", member: "random" });
  expect(memberOf("study:abc").kind).toBe("people");
});

test("Wilson's interval agrees with the published example 25 of 37", () => {
  const [low, high] = wilson(25, 37) ?? [];
  expect(low).toBeCloseTo(0.5148, 3);
  expect(high).toBeCloseTo(0.8034, 2);
  expect(wilson(0, 0)).toBeNull();
  expect(wilson(0, 5)?.[0]).toBe(0);
});
