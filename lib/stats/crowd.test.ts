import { expect, test } from "vitest";
import { crowdOf } from "./crowd";

const plain = "given=none;language=en;presentation=incremental;variant=original";
const row = (group: string, dimension: string, value: string, count: number, conditionKey = plain) => ({
  conditionKey,
  group,
  dimension,
  value,
  count,
  sum: count,
});

const tallies = [
  row("people", "validity", "scorable", 3),
  row("people", "clue", "S001", 2),
  row("people", "set", "C01+C02", 1),
  row("people", "set", "none", 2),
  row("run:r/model:m", "validity", "scorable", 4, "given=none;language=zh;presentation=full;variant=original"),
  row("run:r/model:m", "validity", "recovered", 1),
  row("run:r/model:m", "validity", "invalid:unknown-sentence", 9),
  row("run:r/model:m", "clue", "S001", 5),
  row("run:r/model:m", "set", "C01+C02+C03", 4),
  row("run:r/model:m", "set", "C02", 1),
  row("baseline:random", "validity", "scorable", 100),
  row("baseline:random", "clue", "S001", 100),
  row("run:r/model:m", "validity", "scorable", 50, "given=key-clues;variant=original"),
  row("people", "validity", "scorable", 50, "given=none;variant=other-hand"),
];

test("languages and presentations are summed; baselines, cued and other versions are not, nor invalid answers", () => {
  expect(crowdOf(tallies, "original", ["C01", "C02"], null)).toEqual({
    people: 3,
    models: 5,
    clues: { S001: { people: 2, models: 5 } },
    trap: { people: 1, models: 4 },
  });
});

test("the asker's own answer is not among the others", () => {
  const crowd = crowdOf(tallies, "original", ["C01", "C02"], { clues: ["S001"], participants: ["C02", "C01"] });
  expect(crowd).toMatchObject({
    people: 2,
    clues: { S001: { people: 1, models: 5 } },
    trap: { people: 0, models: 4 },
  });
});

test("without a declared trap nobody is in it", () => {
  expect(crowdOf(tallies, "original", [], null).trap).toBeNull();
});
