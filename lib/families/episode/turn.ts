import type { Message, Reply, Turn } from "../family";
import { isRefusal } from "../family";
import { type EpisodeMove, type EpisodeState, type EpisodeTask, episodePlay } from "./play";
import { answerPrompt, fullPrompt, groupPrompt, type Method, methods, type Notes } from "./prompts";
import { readEpisode } from "./read";
import { findNotes } from "./read-json";

type EpisodeTurn = Turn<EpisodeMove>;

const ask = (content: string): EpisodeTurn => ({ ask: [{ role: "user", content }] satisfies Message[] });

/** The state after moves that the play accepts; the others are left out. */
function accepted(
  task: EpisodeTask,
  state: EpisodeState,
  moves: EpisodeMove[],
): { state: EpisodeState; moves: EpisodeMove[] } {
  let current = state;
  const kept: EpisodeMove[] = [];
  for (const move of moves) {
    const next = episodePlay.apply(task, current, { seq: 0, type: "move", move });
    if (isRefusal(next)) continue;
    current = next;
    kept.push(move);
  }
  return { state: current, moves: kept };
}

/** A reply of notes as moves. Notes that cannot be read leave the notebook and the marks as they were. */
function noteMoves(task: EpisodeTask, state: EpisodeState, reply: Reply) {
  const found = findNotes(reply.text);
  if (!found) return { state, moves: [] as EpisodeMove[], repairs: ["notes-unreadable"] };
  const wanted: EpisodeMove[] = [];
  if (found.notebook !== null && found.notebook !== state.notebook)
    wanted.push({ type: "notebook", text: found.notebook });
  const marks = task.cued || found.marks === null ? state.marks : [...new Set(found.marks)];
  for (const sentence of state.marks) if (!marks.includes(sentence)) wanted.push({ type: "unmark", sentence });
  for (const sentence of marks) if (!state.marks.includes(sentence)) wanted.push({ type: "mark", sentence });
  const result = accepted(task, state, wanted);
  const dropped = result.moves.length < wanted.length;
  return { ...result, repairs: [...(found.repaired ? ["notes-repaired"] : []), ...(dropped ? ["marks-dropped"] : [])] };
}

function finish(
  task: EpisodeTask,
  state: EpisodeState,
  reply: Reply,
  before: EpisodeMove[],
  notes: string[],
): EpisodeTurn {
  if (reply.cut) return { invalid: "cut-off", repairs: notes };
  const reading = readEpisode(reply.text, episodePlay.view(task, state));
  const repairs = [...notes, ...reading.repairs];
  if (reading.validity === "invalid") return { invalid: reading.reason, repairs };
  return { moves: [...before, { type: "submit", response: reading.response }], validity: reading.validity, repairs };
}

function incremental(task: EpisodeTask, state: EpisodeState, method: Method, replies: Reply[]): EpisodeTurn {
  const notes: Notes = { notebook: state.notebook, marks: state.marks };
  if (state.steps === 0) return { moves: [{ type: "reveal" }], validity: "scorable", repairs: [] };
  if (replies.length < state.steps) {
    const opened = state.frontier - (state.steps - 1) * task.step;
    return ask(groupPrompt(task, episodePlay.view(task, state), opened, notes));
  }
  const noted = noteMoves(task, state, replies[state.steps - 1] as Reply);
  if (state.frontier < task.sentences.length) {
    // A note that could not be read is no fault of the answer: the attempt's validity is that of its last turn.
    return { moves: [...noted.moves, { type: "reveal" }], validity: "scorable", repairs: noted.repairs };
  }
  const last = replies[state.steps];
  if (!last) return ask(answerPrompt(task, method, { notebook: noted.state.notebook, marks: noted.state.marks }));
  return finish(task, noted.state, last, noted.moves, noted.repairs);
}

/**
 * The model's side. `full`: one prompt, one answer. `incremental`: one reply of notes for every group of `step`
 * sentences, then one answer; `replies` are all replies of the attempt, counted against `state.steps`.
 * @throws Error when the method is not one of `methods`
 */
export function episodeTurn(task: EpisodeTask, state: EpisodeState, method: string, replies: Reply[]): EpisodeTurn {
  const known = methods.find((one) => one === method);
  if (!known) throw new Error(`The episode family has no prompt method ${method}.`);
  if (task.presentation === "incremental") return incremental(task, state, known, replies);
  const [reply] = replies;
  return reply ? finish(task, state, reply, [], []) : ask(fullPrompt(task, known));
}
