import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readPlanFile } from "./plan-file";

function faultsOf(text: string) {
  const read = readPlanFile(text);
  return "faults" in read ? read.faults.map(({ field, line }) => `${line} ${field}`) : [];
}

test("a fault names its field and its line", () => {
  const text = ["name: x", "tasks:", "  - a", "  - 5", "baselines: [first]", "epochs: 0", "colour: red"].join("\n");
  expect(faultsOf(text).sort()).toEqual(["4 tasks.1", "6 epochs", "7 colour"]);
});

test("a field that is missing is named at the top", () => {
  expect(faultsOf("# a comment\ntasks: [a]\nbaselines: [first]\n")).toEqual(["2 name"]);
  expect(faultsOf("name: x\ntasks: [a]\n")).toEqual(["1 models"]);
  expect(faultsOf("")).toEqual(["1 plan"]);
});

test("broken YAML is named with its line", () => {
  expect(faultsOf("name: x\ntasks: [a\nepochs: 3\n")[0]).toMatch(/^[34] file$/);
  expect(faultsOf('name: "x\n')).not.toEqual([]);
});

test("what a launch says of a field is found in the file", () => {
  const read = readPlanFile("name: x\nbaselines:\n  - first\ntasks:\n  - a\n  - b\nconditions:\n  - language: zh\n");
  if ("faults" in read) throw new Error("the plan is right");
  expect(read.lineOf("plan.tasks.1")).toBe(6);
  expect(read.lineOf("plan.conditions.0.language")).toBe(8);
  expect(read.lineOf("plan.conditions.0.variant")).toBe(8);
  expect(read.plan.epochs).toBe(5);
});

test("the pilot's plan is right as it stands", async () => {
  const read = readPlanFile(await readFile(new URL("../examples/pilot.yaml", import.meta.url), "utf8"));
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  expect(read.plan.tasks).toEqual(["fourteen-bushes", "chujiang-four"]);
  expect(read.plan.epochs).toBe(5);
  expect(read.plan.conditions.map((condition) => condition.presentation)).toEqual(["full", "full"]);
});
