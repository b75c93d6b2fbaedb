import { expect, test } from "vitest";
import { conditionText } from "./condition-text";

test("only what is not usual is named", () => {
  expect(conditionText("disclosure=directions;given=none;language=en;presentation=full;variant=original")).toBe(
    "en, full",
  );
  expect(conditionText("given=sham;language=zh;presentation=incremental;step=10")).toBe(
    "given=sham, zh, incremental, step=10",
  );
});
