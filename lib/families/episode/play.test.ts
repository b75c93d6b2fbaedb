import { expect, test } from "vitest";
import { isRefusal } from "../family";
import { madeUpCondition, madeUpContent, madeUpEpisodeKey } from "./made-up-episode";
import { type EpisodeMove, type EpisodeResponse, type EpisodeState, episodePlay, lacks } from "./play";
import { prepareEpisode } from "./prepare";

const prepared = (condition: object) =>
  prepareEpisode(madeUpContent, madeUpEpisodeKey, { ...madeUpCondition, ...condition }, 1).task;
const answer: EpisodeResponse = {
  clues: ["S001", "S002"],
  interpretations: { S001: "It was dark.", S002: "The clock stood." },
  participants: [],
  participantReasons: {},
  reconstruction: "Ann moved it.",
  ruledOut: {},
  confidence: 10,
};
const submit = (change: Partial<EpisodeResponse>): EpisodeMove => ({
  type: "submit",
  response: { ...answer, ...change },
});

test("where explanations are required, what happened and a reading of each clue are", () => {
  const task = prepared({ explanations: "required" });
  expect(lacks(task, submit({}))).toBeNull();
  expect(lacks(task, submit({ reconstruction: " " }))).toEqual({
    code: "explanation-missing",
    field: "response.reconstruction",
  });
  expect(lacks(task, submit({ interpretations: { S001: "It was dark.", S002: " " } }))).toEqual({
    code: "explanation-missing",
    field: "response.interpretations.S002",
  });
});

test("where they are optional nothing lacks, and a model's answer is never refused for them", () => {
  expect(lacks(prepared({}), submit({ interpretations: {}, reconstruction: "" }))).toBeNull();
  const task = prepared({ explanations: "required" });
  const sent = episodePlay.apply(task, episodePlay.start(task), {
    seq: 1,
    type: "move",
    move: submit({ interpretations: {} }),
  });
  expect(isRefusal(sent)).toBe(false);
});

test("going back is remembered and opens nothing; the next sentence forgets it", () => {
  const task = prepared({ presentation: "incremental", step: 1 });
  const after = (...moves: EpisodeMove[]) =>
    moves.reduce<EpisodeState>((state, move, index) => {
      const next = episodePlay.apply(task, state, { seq: index + 1, type: "move", move });
      if (isRefusal(next)) throw new Error(next.code);
      return next;
    }, episodePlay.start(task));
  const back = after({ type: "reveal" }, { type: "reveal" }, { type: "visit", sentence: "S001" });
  expect([back.at, back.frontier]).toEqual(["S001", 2]);
  expect(
    after({ type: "reveal" }, { type: "reveal" }, { type: "visit", sentence: "S001" }, { type: "reveal" }).at,
  ).toBeNull();
});
