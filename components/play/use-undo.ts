"use client";

import { useCallback, useState } from "react";
import type { EpisodeMove, EpisodeState } from "@/lib/families/episode/play";

/** Makes one or more moves as one act; `back` are the moves that take it back. */
export type Act = (wanted: EpisodeMove | EpisodeMove[], back: EpisodeMove | EpisodeMove[]) => void;

export type Undo = { possible: boolean; undo: () => boolean };

const list = (moves: EpisodeMove | EpisodeMove[]) => (Array.isArray(moves) ? moves : [moves]);
const subject = (moves: EpisodeMove[]) => {
  const [only] = moves;
  if (moves.length !== 1 || !only) return null;
  if (only.type === "note") return `note ${only.sentence}`;
  return only.type === "notebook" ? "notebook" : null;
};

/** The last acts and how to take them back: the last one first. A text typed in several goes is one act. */
export function useUndo(move: (move: EpisodeMove) => boolean): { act: Act } & Undo {
  const [done, setDone] = useState<EpisodeMove[][]>([]);
  const act: Act = useCallback(
    (wanted, back) => {
      const made = list(wanted).filter((one) => move(one)).length;
      if (made === 0) return;
      const reverse = list(back);
      const same = subject(reverse);
      setDone((before) => {
        const last = before.at(-1);
        return same !== null && last && subject(last) === same ? before : [...before.slice(-99), reverse];
      });
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

/** Marks a sentence. */
export function markAct(act: Act, sentence: string): void {
  act({ type: "mark", sentence }, { type: "unmark", sentence });
}

/** Takes a mark back; undone, it stands where it stood. */
export function unmarkAct(act: Act, state: EpisodeState, sentence: string): void {
  act({ type: "unmark", sentence }, [
    { type: "mark", sentence },
    { type: "order", sentences: state.marks },
  ]);
}

/** Gives up one mark for another, as one act. */
export function swapAct(act: Act, state: EpisodeState, old: string, sentence: string): void {
  act(
    [
      { type: "unmark", sentence: old },
      { type: "mark", sentence },
    ],
    [
      { type: "unmark", sentence },
      { type: "mark", sentence: old },
      { type: "order", sentences: state.marks },
    ],
  );
}
