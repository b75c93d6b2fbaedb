import { expect, test } from "vitest";
import type { EpisodeMove, EpisodeTask } from "@/lib/families/episode/play";
import type { NumberedMove } from "./attempt-client";
import { fold, startLog } from "./attempt-log";
import { actsOf } from "./use-undo";

const task = {
  presentation: "full",
  quota: 3,
  sentences: ["S001", "S002", "S003"].map((id) => ({ id, text: id })),
  candidates: [{ id: "C01", name: "A", description: "" }],
} as unknown as EpisodeTask;
const numbered = (moves: EpisodeMove[]): NumberedMove[] => moves.map((move, index) => ({ ...move, seq: index + 1 }));
const deeds: EpisodeMove[] = [
  { type: "mark", sentence: "S001" },
  { type: "mark", sentence: "S002" },
  { type: "note", sentence: "S002", text: "a" },
  { type: "link", sentence: "S002", candidates: ["C01"] },
  { type: "suspect", candidate: "C01", level: "likely" },
  { type: "order", sentences: ["S002", "S001"] },
  { type: "notebook", text: "Free." },
  { type: "unmark", sentence: "S002" },
];
const said = (moves: EpisodeMove[]) => {
  const { marks, notes, links, suspicions, notebook } = fold(startLog(task), numbered(moves)).state;
  return { marks, note: notes.S002 ?? "", links: links.S002 ?? [], level: suspicions.C01 ?? "unknown", notebook };
};

test("each act of a stored attempt, taken back, gives what was there before it", () => {
  const acts = actsOf(task, numbered(deeds));
  expect(acts).toHaveLength(deeds.length);
  const moves = [...deeds];
  for (let left = deeds.length; left > 0; left--) {
    moves.push(...(acts[left - 1] ?? []));
    expect(said(moves)).toEqual(said(deeds.slice(0, left - 1)));
  }
});

test("reading and what changes nothing are no acts; a text typed in several goes is one", () => {
  const acts = actsOf(
    task,
    numbered([
      { type: "notice", what: "opened" },
      { type: "visit", sentence: "S001" },
      { type: "unmark", sentence: "S001" },
      { type: "notebook", text: "F" },
      { type: "notebook", text: "Free" },
      { type: "draft", draft: { reconstruction: "So." } },
    ]),
  );
  expect(acts).toEqual([[{ type: "notebook", text: "" }]]);
});
