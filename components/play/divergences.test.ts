import { expect, test } from "vitest";
import { divergencesOf, shareOf } from "./divergences";

const crowd = {
  people: 2,
  models: 10,
  clues: { S001: { people: 2, models: 0 }, S002: { people: 2, models: 9 }, S003: { people: 0, models: 1 } },
  trap: null,
};

test("players and model runs weigh the same, however many there are", () => {
  expect(shareOf(crowd, "S001")).toBe(0.5);
  expect(shareOf({ ...crowd, people: 0 }, "S002")).toBe(0.9);
});

test("a reader parts from the others where most did otherwise; an even split is no difference", () => {
  const sentences = ["S001", "S002", "S003", "S004"];
  expect(divergencesOf(crowd, sentences, ["S003", "S004"])).toEqual(["S002", "S003", "S004"]);
  expect(divergencesOf(crowd, sentences, ["S001", "S002"])).toEqual([]);
  expect(divergencesOf({ ...crowd, people: 0, models: 0 }, sentences, ["S001"])).toEqual([]);
});
