import { isRefusal } from "@/lib/families/family";
import { type EpisodeMove, type EpisodeState, type EpisodeTask, episodePlay } from "@/lib/families/episode/play";
import type { AttemptBody, NumberedMove } from "./attempt-client";

/** An attempt up to a move: what the family's own reducer makes of its moves 1 … seq. */
export type Log = { task: EpisodeTask; state: EpisodeState; seq: number };

export const startLog = (task: EpisodeTask): Log => ({ task, state: episodePlay.start(task), seq: 0 });

/** The log after one more move, whatever number it bears; null when the move is refused. */
export function step(log: Log, { seq: _seq, at: _at, ...move }: NumberedMove): Log | null {
  const seq = log.seq + 1;
  const state = episodePlay.apply(log.task, log.state, { seq, type: "move", move: move as EpisodeMove });
  return isRefusal(state) ? null : { ...log, state, seq };
}

/** Goes on with stored moves as long as each has the next number and fits; what comes after is left out. */
export function fold(log: Log, moves: NumberedMove[]): Log {
  let now = log;
  for (const move of moves) {
    const next = move.seq === now.seq + 1 ? step(now, move) : null;
    if (!next) break;
    now = next;
  }
  return now;
}

/** Puts moves after a log and numbers them anew. Those that are refused there are left out. */
export function follow(log: Log, moves: NumberedMove[]): { log: Log; added: NumberedMove[]; refused: NumberedMove[] } {
  let now = log;
  const added: NumberedMove[] = [];
  const refused: NumberedMove[] = [];
  for (const move of moves) {
    const next = step(now, move);
    if (!next) refused.push(move);
    else {
      now = next;
      added.push({ ...move, seq: next.seq });
    }
  }
  return { log: now, added, refused };
}

/**
 * The server's log with what this browser has beyond it put after it, without a move that the server refused. Where both
 * went on by themselves, or `plain` asks for it, the server's log alone; `elsewhere` says so.
 */
export function reconcile(
  body: Pick<AttemptBody, "task" | "events">,
  ours: NumberedMove[],
  refused: number | null,
  plain: boolean,
): { moves: NumberedMove[]; elsewhere: boolean } {
  const shared = common(ours, body.events);
  const elsewhere = plain || body.events.slice(shared).some((move) => !isRecord(move));
  if (elsewhere) return { moves: body.events, elsewhere };
  const rest = ours.slice(shared).filter((move) => move.seq !== refused);
  const { added } = follow(fold(startLog(body.task), body.events), rest);
  return { moves: [...body.events, ...added], elsewhere };
}

/** How many sentences of a task have come with their text, when not all have; undefined when all have. */
export function sentencesHere(task: Pick<EpisodeTask, "sentences">): number | undefined {
  const first = task.sentences.findIndex((sentence) => sentence.text === "");
  return first < 0 ? undefined : first;
}

/** A task with the texts that came later. */
export function withSentences(task: EpisodeTask, come: EpisodeTask["sentences"] = []): EpisodeTask {
  if (come.length === 0) return task;
  const texts = new Map(come.map(({ id, text }) => [id, text]));
  return { ...task, sentences: task.sentences.map((one) => ({ ...one, text: texts.get(one.id) ?? one.text })) };
}

function same(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const [left, right] = [one, other] as Record<string, unknown>[];
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return [...names].every((name) => name === "at" || same(left?.[name], right?.[name]));
}

/** How many moves two logs have in common from their start; the times that clients told do not count. */
export function common(ours: NumberedMove[], theirs: NumberedMove[]): number {
  const differ = ours.findIndex((move, index) => !same(move, theirs[index]));
  return differ < 0 ? ours.length : differ;
}

/** Moves that only record the reading: nothing of the answer hangs on them. */
export const isRecord = (move: NumberedMove) => move.type === "notice" || move.type === "visit";
