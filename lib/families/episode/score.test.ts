import { describe, expect, it } from "vitest";
import { madeUpCondition, madeUpContent, madeUpEpisodeKey, madeUpResponse } from "./made-up-episode";
import { type EpisodeResponse, episodePlay } from "./play";
import { episodeCondition, prepareEpisode } from "./prepare";
import { revealEpisode } from "./reveal";
import type { EpisodeCondition } from "./schema";
import { episodeMetrics, scoreEpisode, tallyEpisode } from "./score";

const blank = { clues: [], participants: [], reconstruction: "", confidence: null };

function answered(response: Partial<EpisodeResponse>, change: Partial<EpisodeCondition> = {}) {
  const prepared = prepareEpisode(madeUpContent, madeUpEpisodeKey, { ...madeUpCondition, ...change }, 3);
  const state = { ...episodePlay.start(prepared.task), response: madeUpResponse({ ...blank, ...response }) };
  const scores = scoreEpisode(prepared.task, prepared.key, state);
  const entries = tallyEpisode(prepared.task, prepared.key, state, scores);
  const tally = (dimension: string) => entries.filter((entry) => entry.dimension === dimension);
  return { ...prepared, state, scores, entries, tally };
}

describe("scores", () => {
  it("adds clue weights and participant points and subtracts penalties", () => {
    const { scores } = answered({ clues: ["S001", "S004", "S010"], participants: ["C02", "C03"], confidence: 60 });
    expect(scores).toEqual({
      clueHits: 2,
      keyClues: 4,
      cluePoints: 2 + 4,
      maxCluePoints: 10,
      participantHits: 1,
      participantsTotal: 2,
      wrongParticipants: 1,
      participantPoints: 6,
      penalty: 3,
      exact: 0,
      total: 9,
      marks: 3,
      confidence: 60,
      exactUnderOriginal: null,
      totalUnderOriginal: null,
    });
    expect(episodeMetrics.map((metric) => metric.id).sort()).toEqual(Object.keys(scores).sort());
  });

  it("goes below zero", () => expect(answered({ participants: ["C03", "C04"] }).scores.total).toBe(-7));

  it("is exact only for the whole set and nothing else", () => {
    expect(answered({ participants: ["C02", "C01"] }).scores.exact).toBe(1);
    expect(answered({ participants: ["C02"] }).scores.exact).toBe(0);
    expect(answered({ participants: ["C01", "C02", "C03"] }).scores.exact).toBe(0);
  });

  it("judges a variant that changes the answer by its own key and by the original", () => {
    const { scores } = answered({ participants: ["C01", "C02"] }, { variant: "other-hand" });
    expect(scores).toMatchObject({ exact: 0, penalty: 5 + 6, exactUnderOriginal: 1, totalUnderOriginal: 11 });
    expect(answered({ participants: ["C04"] }, { variant: "other-hand" }).scores.exact).toBe(1);
  });

  it("gives no clue points where the clues were given", () => {
    const { scores, entries } = answered({ participants: ["C01"] }, { given: "key-clues" });
    expect(scores).toMatchObject({ clueHits: null, cluePoints: null, total: null, participantPoints: 5 });
    expect(entries.some((entry) => /^clue$|^pair:|^total$/.test(entry.dimension))).toBe(false);
  });

  it("has none before an answer", () => {
    const { task, key } = answered({});
    expect(scoreEpisode(task, key, episodePlay.start(task))).toEqual({});
    expect(tallyEpisode(task, key, episodePlay.start(task), {})).toEqual([]);
  });
});

describe("tallies", () => {
  it("hold the joints", () => {
    const { tally } = answered({ clues: ["S005", "S002"], participants: ["C03", "C01"], confidence: 80 });
    const one = (dimension: string, value: string) => [{ dimension, value, amount: 1 }];
    expect(tally("set")).toEqual(one("set", "C01+C03"));
    expect(tally("joint")).toEqual(one("joint", "1/1/1"));
    expect(tally("confidence")).toEqual(one("confidence", "80/0"));
    expect(tally("pair:P1")).toEqual(one("pair:P1", "suspicion"));
    expect(tally("clue")).toEqual([...one("clue", "S005"), ...one("clue", "S002")]);
    expect(tally("participant")).toEqual([...one("participant", "C03"), ...one("participant", "C01")]);
    expect(tally("score")).toContainEqual({ dimension: "score", value: "total", amount: 3 });
    expect(tally("square")).toContainEqual({ dimension: "square", value: "total", amount: 9 });
    expect(tally("score").some((entry) => entry.value === "totalUnderOriginal")).toBe(false);
  });

  it.each([
    [["S005", "S006"], "both"],
    [["S006"], "exoneration"],
    [["S001"], "neither"],
  ])("put %j into one cell of the pair", (clues, cell) => {
    expect(answered({ clues }).tally("pair:P1")).toEqual([{ dimension: "pair:P1", value: cell, amount: 1 }]);
  });

  it("name the empty set", () => expect(answered({}).tally("set")[0]?.value).toBe("none"));
});

describe("the condition", () => {
  it("fills defaults, and steps only for the incremental presentation", () => {
    expect(episodeCondition(madeUpContent, { language: "en", presentation: "full", step: 5 })).toEqual({
      condition: madeUpCondition,
    });
    expect(episodeCondition(madeUpContent, { language: "zh", presentation: "incremental" })).toMatchObject({
      condition: { step: 1 },
    });
  });

  it.each([
    [{ language: "fr", presentation: "full" }, "language"],
    [{ language: "en", presentation: "full", variant: "nowhere" }, "variant"],
    [{ language: "en", presentation: "incremental", step: 0 }, "step"],
  ])("refuses %j", (input, field) => {
    expect(episodeCondition(madeUpContent, input)).toMatchObject({ faults: [{ field }] });
  });
});

it("reveals the key against the answer", () => {
  const { task, key, state, scores } = answered({ clues: ["S004", "S001"], participants: ["C01", "C03"] });
  const reveal = revealEpisode(task, key, state);
  expect(reveal.clues.map(({ id, hit }) => [id, hit])).toEqual([
    ["S002", false],
    ["S004", true],
    ["S006", false],
    ["S010", false],
  ]);
  expect(reveal.marked).toEqual([
    { id: "S004", key: true },
    { id: "S001", key: false },
  ]);
  expect(reveal.participants.find((person) => person.id === "C03")).toMatchObject({
    name: "Cy Marsh",
    correct: false,
    chosen: true,
    points: -3,
    elimination: { sentence: "S006", text: "SECRET-A" },
  });
  expect(reveal.premise).toEqual(["S001"]);
  expect(reveal.scores).toEqual(scores);
});
