import type { EpisodeMove, EpisodeTask } from "./play";

/** A stored move with the client's time in milliseconds; null when it was not told. Events are in stored order. */
export type TimedMove = { move: EpisodeMove; at: number | null };

/**
 * How long each sentence was the one in view, in milliseconds: from the move that showed it (a reveal, or a visit when it
 * was read again) to the next one, without the time that the page was out of sight, showed the answer instead, or had a
 * dialog open over the story. Order is that of the stored events, never of the client's clock; a clock that was set back gives zero, never a negative time. Time before a page was
 * opened again (after a crash or a reload) ends with the last move before it.
 */
export function readingTimes(
  task: Pick<EpisodeTask, "sentences" | "step">,
  events: TimedMove[],
): Record<string, number> {
  const times: Record<string, number> = {};
  let frontier = 0;
  let current: string | null = null;
  let hidden = false;
  let answering = false;
  let covered = false;
  let last: number | null = null;
  for (const { move, at } of events) {
    const opened = move.type === "notice" && move.what === "opened";
    if (current !== null && !hidden && !answering && !covered && !opened && at !== null && last !== null) {
      times[current] = (times[current] ?? 0) + Math.max(0, at - last);
    }
    last = at ?? last;
    // A page opens at the story, and whoever moves in it reads.
    if (opened || move.type === "reveal" || move.type === "visit") answering = false;
    // A visit may be recorded a moment after a dialog was opened: it covers the story until it is closed.
    if (opened || move.type === "reveal") covered = false;
    if (move.type === "reveal") {
      frontier = Math.min(task.sentences.length, frontier + task.step);
      current = task.sentences[frontier - 1]?.id ?? null;
    } else if (move.type === "visit") current = move.sentence;
    else if (opened || (move.type === "notice" && move.what === "visible")) hidden = false;
    else if (move.type === "notice" && move.what === "hidden") hidden = true;
    else if (move.type === "notice" && move.what === "answering") answering = true;
    else if (move.type === "notice" && move.what === "dialog") covered = true;
    else if (move.type === "notice" && move.what === "reading") answering = covered = false;
  }
  return times;
}
