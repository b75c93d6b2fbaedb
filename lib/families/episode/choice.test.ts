import { expect, test } from "vitest";
import { notForPlayers, presentationsFor } from "./choice";

test.each([
  [{ language: "en", presentation: "full", variant: "original" }, null],
  [{ language: "en", presentation: "incremental", step: 2_000 }, "step"],
  [{ language: "en", given: "none" }, "given"],
  [{ disclosure: "none" }, "disclosure"],
  [{ explanations: "required" }, "explanations"],
])("of %o a player may not choose %s", (condition, field) => {
  expect(notForPlayers({}, condition)).toBe(field);
});

test("a case delivered by window is not shown as a whole", () => {
  const content = { delivery: "window" } as const;
  expect(notForPlayers(content, { language: "en", presentation: "full" })).toBe("presentation");
  expect(notForPlayers(content, { language: "en", presentation: "incremental" })).toBeNull();
  expect([presentationsFor(content), presentationsFor({})]).toEqual([["incremental"], ["incremental", "full"]]);
});
