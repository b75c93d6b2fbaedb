import { expect, test } from "vitest";
import { filterGroups, filterQuery, readFilters, valuesOf } from "./filters";
import type { LabelledGroup } from "./labelled-group";

const group = (kind: LabelledGroup["kind"], conditionKey: string): LabelledGroup => ({
  group: kind,
  kind,
  member: "",
  label: "",
  conditionKey,
  returned: 1,
  scorable: 1,
  recovered: 0,
  invalid: [],
  means: {},
  clues: {},
  participants: {},
});
const groups = [
  group("people", "given=none;language=en;presentation=incremental;step=1;variant=original"),
  group("model", "given=none;language=en;presentation=full;variant=original"),
  group("model", "given=sham;language=zh;presentation=full;variant=other"),
  group("baseline", "given=none;language=zh;presentation=full;variant=original"),
];

test("any variant shows all, an address without filters the original, and what is read is written back", () => {
  expect(filterGroups(groups, readFilters({ variant: "any" }))).toEqual(groups);
  expect(filterQuery(readFilters({ variant: "any" }))).toBe("?variant=any");
  expect(filterQuery(readFilters({}))).toBe("");
  const filters = readFilters({ language: "zh", show: ["model", "baseline"], table: "hits", condition: "a=b" });
  const again = readFilters(
    Object.fromEntries(
      ["language", "show", "table", "condition"].map((name) => [
        name,
        new URLSearchParams(filterQuery(filters)).getAll(name),
      ]),
    ),
  );
  expect(again).toEqual(filters);
});

test("parts of the condition, a whole condition and kinds narrow what is shown", () => {
  const shown = (given: Record<string, string | string[]>) =>
    filterGroups(groups, readFilters(given)).map((one) => groups.indexOf(one));
  expect(shown({})).toEqual([0, 1, 3]);
  expect(shown({ language: "zh", variant: "any" })).toEqual([2, 3]);
  expect(shown({ presentation: "full", show: "model", variant: "any" })).toEqual([1, 2]);
  expect(shown({ given: "sham", variant: "other" })).toEqual([2]);
  expect(shown({ condition: groups[0]?.conditionKey ?? "" })).toEqual([0]);
  expect(shown({ language: "", variant: "any", show: "nonsense" })).toEqual([0, 1, 2, 3]);
});

test("the values offered are those that occur", () => {
  expect(valuesOf(groups)).toEqual({
    language: ["en", "zh"],
    presentation: ["full", "incremental"],
    variant: ["original", "other"],
    given: ["none", "sham"],
  });
});
