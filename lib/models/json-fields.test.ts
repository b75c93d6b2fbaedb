import { expect, test } from "vitest";
import { countAt } from "./json-fields";

test.each([
  [812, 812],
  [812.5, 813],
  [0, 0],
  [500_000_000, 500_000_000],
  [2_147_483_648, null],
  [1e300, null],
  [Number.NaN, null],
  [-1, null],
  ["7", null],
])("a count of %s is kept as %s", (told, kept) => {
  expect(countAt({ usage: { tokens: told } }, "usage", "tokens")).toBe(kept);
});
