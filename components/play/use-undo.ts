"use client";

import { useCallback, useRef, useState } from "react";
import type { EpisodeMove, EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import type { NumberedMove } from "./attempt-client";
import { type Log, startLog, step } from "./attempt-log";

/** Makes one or more moves as one act. */
export type Act = (wanted: EpisodeMove | EpisodeMove[]) => void;

export type History = { act: Act; possible: boolean; undo: () => boolean };

/** What lies over the story and can change the attempt is given this: the suspect board and the notebook. */
export type OverStory = {
  task: EpisodeTask;
  state: EpisodeState;
  act: Act;
  onClose: () => void;
  possible: boolean;
  undo: () => void;
};

/** The moves that take a move back, given the state before it; none when it is no deed that one takes back. */
export function reverse(state: EpisodeState, move: EpisodeMove): EpisodeMove[] {
  switch (move.type) {
    case "mark":
      return state.marks.includes(move.sentence) ? [] : [{ type: "unmark", sentence: move.sentence }];
    // Marked again, it stands where it stood.
    case "unmark":
      return state.marks.includes(move.sentence)
        ? [
            { type: "mark", sentence: move.sentence },
            { type: "order", sentences: state.marks },
          ]
        : [];
    case "order":
      return move.sentences.every((id, index) => id === state.marks[index])
        ? []
        : [{ type: "order", sentences: state.marks }];
    case "note":
      return [{ type: "note", sentence: move.sentence, text: state.notes[move.sentence] ?? "" }];
    case "link":
      return [{ type: "link", sentence: move.sentence, candidates: state.links[move.sentence] ?? [] }];
    case "suspect":
      return [{ type: "suspect", candidate: move.candidate, level: state.suspicions[move.candidate] ?? "unknown" }];
    case "notebook":
      return [{ type: "notebook", text: state.notebook }];
    default:
      return [];
  }
}

const subject = ([only, ...more]: EpisodeMove[]) => {
  if (!only || more.length > 0) return null;
  if (only.type === "note") return `note ${only.sentence}`;
  return only.type === "notebook" ? "notebook" : null;
};

/** One more act that can be taken back. A text typed in several goes is one act. */
function withAct(done: EpisodeMove[][], back: EpisodeMove[]): EpisodeMove[][] {
  if (back.length === 0) return done;
  const same = subject(back);
  const last = done.at(-1);
  return same !== null && last && subject(last) === same ? done : [...done.slice(-99), back];
}

/** What can be taken back of a stored attempt: each move is an act of its own, those that took one back too. */
export function actsOf(task: Log["task"], moves: NumberedMove[]): EpisodeMove[][] {
  let log = startLog(task);
  let done: EpisodeMove[][] = [];
  for (const move of moves) {
    const next = step(log, move);
    if (!next) break;
    done = withAct(done, reverse(log.state, move));
    log = next;
  }
  return done;
}

/**
 * The last acts and how to take them back: the last one first.
 * @param opened the attempt as it was opened here, whose acts can be taken back too
 */
export function useUndo(
  opened: { task: Log["task"]; events: NumberedMove[] },
  state: EpisodeState,
  move: (move: EpisodeMove) => boolean,
): History {
  const [done, setDone] = useState(() => actsOf(opened.task, opened.events));
  const before = useRef(state);
  before.current = state;
  const act: Act = useCallback(
    (wanted) => {
      let now = before.current;
      const back: EpisodeMove[] = [];
      for (const one of [wanted].flat()) {
        if (!move(one)) continue;
        back.unshift(...reverse(now, one));
        // Of the moves of one act only marks hang on one another.
        if (one.type === "unmark") now = { ...now, marks: now.marks.filter((id) => id !== one.sentence) };
      }
      setDone((acts) => withAct(acts, back));
    },
    [move],
  );
  const undo = useCallback(() => {
    const back = done.at(-1);
    if (!back) return false;
    for (const one of back) move(one);
    setDone(done.slice(0, -1));
    return true;
  }, [done, move]);
  return { act, possible: done.length > 0, undo };
}
