import type { EpisodeState, EpisodeTask } from "./play";

/** How many sentences beyond the frontier a browser holds of a case that is delivered by `window`. */
export const windowAhead = 8;

type Delivered = { delivery?: "story" | "window" };
type Sentence = EpisodeTask["sentences"][number];

/** The number of sentences whose text a player may hold now. */
function reach(content: Delivered, task: EpisodeTask, state: EpisodeState): number {
  const all = content.delivery !== "window" || state.response !== null;
  return all ? task.sentences.length : Math.min(task.sentences.length, state.frontier + windowAhead);
}

/** A task as a player's browser gets it: ids of all sentences, texts as far as the delivery allows, empty beyond. */
export function deliverTask(content: Delivered, task: EpisodeTask, state: EpisodeState): EpisodeTask {
  const end = reach(content, task, state);
  if (end === task.sentences.length) return task;
  return { ...task, sentences: task.sentences.map((one, at) => (at < end ? one : { ...one, text: "" })) };
}

/** The sentences that a browser which holds the first `have` lacks now. */
export function deliverNext(content: Delivered, task: EpisodeTask, state: EpisodeState, have: number): Sentence[] {
  return task.sentences.slice(have, reach(content, task, state));
}
