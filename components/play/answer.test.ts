import { expect, test } from "vitest";
import type { EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { missingIn, responseOf } from "./answer";

const state = {
  marks: ["S002", "S001"],
  notes: { S001: "From the note", S002: "Overwritten", S003: "Not marked" },
  draft: { interpretations: { S002: "Written" }, reconstruction: "So it was.", confidence: 0 },
} as unknown as EpisodeState;
const task = (explanations: "required" | "optional") => ({ explanations, cued: false }) as EpisodeTask;

test("interpretations start as the notes, and clues keep the reader's order", () => {
  const answer = responseOf(state);
  expect(answer.clues).toEqual(["S002", "S001"]);
  expect(answer.interpretations).toEqual({ S002: "Written", S001: "From the note" });
});

test("a likelihood of 0 is an answer; an empty text is none", () => {
  expect(missingIn(task("optional"), responseOf(state))).toEqual([]);
  const empty = responseOf({ ...state, draft: { reconstruction: "  " } });
  expect(missingIn(task("optional"), empty)).toEqual(["reconstruction", "confidence"]);
});

test("where explanations are required, each clue without one is named", () => {
  const bare = responseOf({ ...state, notes: {}, draft: { ...state.draft, interpretations: { S002: "Written" } } });
  expect(missingIn(task("required"), bare)).toEqual(["interpretation-S001"]);
});
