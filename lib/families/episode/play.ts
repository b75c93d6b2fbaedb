import type { FamilyEvent, FamilyPlay, Refusal, Scores } from "../family";

/** The client-safe half of the `episode` family (WORTH): no schema library, no key. */

export type Language = "zh" | "en";

/** The episode as one subject gets it: one language, one variant, candidates in their drawn order. */
export type EpisodeTask = {
  family: "episode";
  language: Language;
  presentation: "incremental" | "full";
  /** Sentences that one `reveal` opens. */
  step: number;
  explanations: "required" | "optional";
  disclosure: "directions" | "full" | "none";
  title: string;
  blurb: string;
  question: string;
  scope: string;
  participantDefinition: string;
  instructions: string;
  quota: number;
  sentences: { id: string; text: string }[];
  candidates: { id: string; name: string; description: string }[];
  /** Sentence ids cued by `given` (key clues or sham); empty otherwise. `cue` says which words introduce them. */
  given: string[];
  cued: boolean;
  /** Points and penalties disclosed, only under `disclosure: full`. */
  disclosed: string | null;
  canary: string;
};

export type EpisodeResponse = {
  clues: string[];
  interpretations: Record<string, string>;
  participants: string[];
  participantReasons: Record<string, string>;
  reconstruction: string;
  ruledOut: Record<string, string>;
  confidence: number | null;
};

export type Draft = Partial<Omit<EpisodeResponse, "clues">>;

export const suspicionLevels = ["unknown", "unlikely", "possible", "likely"] as const;
export type Suspicion = (typeof suspicionLevels)[number];

/**
 * What happens around the reading; it changes no state, so a new word here is no new protocol: `opened` is the page
 * opened or opened again, as after a crash that left no `hidden`; `answering` is leaving the story for the answer, `dialog` opening
 * something over it (which, is told), and `reading` coming back from either.
 */
export const notices = [
  ...(["opened", "hidden", "visible", "blur", "focus", "copy", "paste", "setting"] as const),
  ...(["answering", "dialog", "reading"] as const),
] as const;
export type Notice = (typeof notices)[number];

export type EpisodeMove =
  | { type: "reveal" }
  | { type: "mark"; sentence: string }
  | { type: "unmark"; sentence: string }
  | { type: "note"; sentence: string; text: string }
  | { type: "link"; sentence: string; candidates: string[] }
  | { type: "order"; sentences: string[] }
  | { type: "suspect"; candidate: string; level: Suspicion }
  | { type: "notebook"; text: string }
  | { type: "draft"; draft: Draft }
  /** A sentence read again; in the full presentation also one that has stayed in sight for a second. */
  | { type: "visit"; sentence: string }
  | { type: "notice"; what: Notice; detail?: string }
  | { type: "submit"; response: EpisodeResponse };

export type EpisodeState = {
  /** How many sentences are open. */
  frontier: number;
  /** How many reveals were made. */
  steps: number;
  /** Marked sentence ids, in the subject's order. */
  marks: string[];
  notes: Record<string, string>;
  links: Record<string, string[]>;
  suspicions: Record<string, Suspicion>;
  notebook: string;
  draft: Draft;
  /** The sentence last gone back to; null at the newest one. */
  at: string | null;
  response: EpisodeResponse | null;
};

export type EpisodeView = Omit<EpisodeTask, "canary"> & {
  total: number;
  state: EpisodeState;
  done: boolean;
};

/** The author's answer against the subject's, in the attempt's language. Only ever shown after the end. */
export type EpisodeReveal = {
  clues: { id: string; weight: number; hit: boolean; note: string; obfuscation: string[] }[];
  marked: { id: string; key: boolean }[];
  /** `points` is signed: what choosing this person earns (positive) or costs (negative or zero). */
  participants: {
    id: string;
    name: string;
    correct: boolean;
    chosen: boolean;
    points: number;
    role?: string;
    note?: string;
    elimination?: { text: string; sentence: string };
  }[];
  solution: { id: string; title: string; text: string; rests: string[]; rulesOut: string[] }[];
  misled: { text: string; sentences: string[] }[];
  attractor: { set: string[]; note: string };
  premise: string[];
  scores: Scores;
};

const refuse = (code: string, field: string): Refusal => ({ code, field });

function known(task: EpisodeTask, state: EpisodeState, sentence: string): boolean {
  const position = task.sentences.findIndex((entry) => entry.id === sentence);
  return position >= 0 && position < state.frontier;
}

function start(task: EpisodeTask): EpisodeState {
  return {
    frontier: task.presentation === "full" ? task.sentences.length : 0,
    steps: 0,
    marks: task.cued ? [...task.given] : [],
    notes: {},
    links: {},
    suspicions: {},
    notebook: "",
    draft: {},
    at: null,
    response: null,
  };
}

function checkResponse(task: EpisodeTask, response: EpisodeResponse): Refusal | null {
  const ids = new Set(task.sentences.map((entry) => entry.id));
  const people = new Set(task.candidates.map((entry) => entry.id));
  if (response.clues.some((id) => !ids.has(id))) return refuse("unknown-sentence", "clues");
  if (new Set(response.clues).size !== response.clues.length) return refuse("repeated-sentence", "clues");
  if (response.clues.length > task.quota) return refuse("over-quota", "clues");
  if (response.participants.some((id) => !people.has(id))) return refuse("unknown-candidate", "participants");
  if (new Set(response.participants).size !== response.participants.length) {
    return refuse("repeated-candidate", "participants");
  }
  return null;
}

/**
 * What a person's answer must not lack under `explanations: required`: what happened, and what each clue tells. A
 * model's answer that lacks them is judged as it is.
 */
export function lacks(task: EpisodeTask, move: EpisodeMove): Refusal | null {
  if (move.type !== "submit" || task.explanations !== "required") return null;
  const { clues, interpretations, reconstruction } = move.response;
  if (reconstruction.trim() === "") return refuse("explanation-missing", "response.reconstruction");
  const bare = task.cued ? undefined : clues.find((id) => (interpretations[id] ?? "").trim() === "");
  return bare === undefined ? null : refuse("explanation-missing", `response.interpretations.${bare}`);
}

function applyMove(task: EpisodeTask, state: EpisodeState, move: EpisodeMove): EpisodeState | Refusal {
  if (state.response) return refuse("already-submitted", "type");
  switch (move.type) {
    case "reveal":
      if (state.frontier >= task.sentences.length) return refuse("nothing-left", "type");
      return {
        ...state,
        frontier: Math.min(task.sentences.length, state.frontier + task.step),
        steps: state.steps + 1,
        at: null,
      };
    case "mark":
      if (task.cued) return refuse("clues-are-given", "type");
      if (!known(task, state, move.sentence)) return refuse("unread-sentence", "sentence");
      if (state.marks.includes(move.sentence)) return state;
      if (state.marks.length >= task.quota) return refuse("over-quota", "sentence");
      return { ...state, marks: [...state.marks, move.sentence] };
    case "unmark":
      if (task.cued) return refuse("clues-are-given", "type");
      if (!known(task, state, move.sentence)) return refuse("unread-sentence", "sentence");
      return { ...state, marks: state.marks.filter((id) => id !== move.sentence) };
    case "note":
      if (!known(task, state, move.sentence)) return refuse("unread-sentence", "sentence");
      return { ...state, notes: { ...state.notes, [move.sentence]: move.text } };
    case "link":
      if (!known(task, state, move.sentence)) return refuse("unread-sentence", "sentence");
      if (move.candidates.some((id) => !task.candidates.some((entry) => entry.id === id))) {
        return refuse("unknown-candidate", "candidates");
      }
      return { ...state, links: { ...state.links, [move.sentence]: move.candidates } };
    case "order": {
      const same =
        move.sentences.length === state.marks.length && state.marks.every((id) => move.sentences.includes(id));
      return same ? { ...state, marks: [...move.sentences] } : refuse("not-the-marks", "sentences");
    }
    case "suspect":
      if (!task.candidates.some((entry) => entry.id === move.candidate))
        return refuse("unknown-candidate", "candidate");
      return { ...state, suspicions: { ...state.suspicions, [move.candidate]: move.level } };
    case "notebook":
      return { ...state, notebook: move.text };
    case "draft":
      return { ...state, draft: { ...state.draft, ...move.draft } };
    case "visit":
      if (!known(task, state, move.sentence)) return refuse("unread-sentence", "sentence");
      return { ...state, at: move.sentence };
    case "notice":
      return state;
    case "submit":
      if (state.frontier < task.sentences.length) return refuse("story-not-read", "type");
      return checkResponse(task, move.response) ?? { ...state, response: move.response };
  }
}

function apply(task: EpisodeTask, state: EpisodeState, event: FamilyEvent<EpisodeMove>): EpisodeState | Refusal {
  return event.type === "move" ? applyMove(task, state, event.move) : state;
}

function view(task: EpisodeTask, state: EpisodeState): EpisodeView {
  const { canary: _canary, ...rest } = task;
  return {
    ...rest,
    sentences: task.sentences.slice(0, state.frontier),
    given: task.given.filter((id) => known(task, state, id)),
    total: task.sentences.length,
    state: { ...state, marks: state.marks.filter((id) => known(task, state, id)) },
    done: state.response !== null,
  };
}

export const episodePlay: FamilyPlay<EpisodeTask, EpisodeState, EpisodeMove, EpisodeView> = {
  id: "episode",
  protocolVersion: 1,
  start,
  apply,
  lacks,
  isDone: (state) => state.response !== null,
  view,
};
