import { expect, test } from "vitest";
import { costOf } from "./costs";

const none = { input: null, cached: null, output: null, reasoning: null };

test("a cost is known only where there are prices and a provider told what was used", () => {
  expect(costOf({ ...none, input: 1_000_000, output: 10 }, {})).toBeNull();
  expect(costOf(none, { input: 2, output: 10 })).toBeNull();
  expect(costOf({ ...none, input: 0, output: 0 }, { input: 2, output: 10 })).toBe(0);
});

test("parts without a price of their own cost what the whole costs", () => {
  const usage = { input: 1_000_000, cached: 250_000, output: 500_000, reasoning: 100_000 };
  expect(costOf(usage, { input: 2, output: 10 })).toBeCloseTo(7, 9);
  expect(costOf(usage, { input: 2, cached: 0, output: 10, reasoning: 0 })).toBeCloseTo(5.5, 9);
});
