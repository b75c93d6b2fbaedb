import { z } from "zod";
import { type FamilyEvent, type FamilyJudge, type FamilyPlay, seededRng, shuffled } from "./family";

/**
 * Two families for the contract's tests, of other shapes than an episode: `question` shuffles its options and can give
 * the answer away on request; `probe` needs an outside answer between its moves and scores from its events.
 */

type QuestionTask = { question: string; options: { id: string; text: string }[]; given: string | null };
type QuestionState = { chosen: string | null };
type QuestionMove = { type: "choose"; option: string };
type QuestionView = QuestionTask & QuestionState;

const questionPlay: FamilyPlay<QuestionTask, QuestionState, QuestionMove, QuestionView> = {
  id: "question",
  protocolVersion: 1,
  start: () => ({ chosen: null }),
  apply(task, state, event) {
    if (event.type !== "move") return state;
    if (state.chosen) return { code: "already-submitted", field: "type" };
    const known = task.options.some((option) => option.id === event.move.option);
    return known ? { chosen: event.move.option } : { code: "unknown-option", field: "option" };
  },
  isDone: (state) => state.chosen !== null,
  view: (task, state) => ({ ...task, ...state }),
};

const questionSchemas = {
  content: z.object({ question: z.string(), options: z.array(z.object({ id: z.string(), text: z.string() })) }),
  key: z.object({ answer: z.string(), why: z.string() }),
  condition: z.object({ given: z.enum(["none", "answer"]).default("none") }),
  move: z.object({ type: z.literal("choose"), option: z.string() }),
  response: z.object({ option: z.string() }),
};
type Of<Schemas extends Record<string, z.ZodType>, Name extends keyof Schemas> = z.infer<Schemas[Name]>;

function conditionBy<Condition>(schema: z.ZodType<Condition>, input: unknown) {
  const parsed = schema.safeParse(input);
  if (parsed.success) return { condition: parsed.data };
  return { faults: parsed.error.issues.map(({ path, message }) => ({ field: path.join("."), message })) };
}

export const questionJudge: FamilyJudge<
  Of<typeof questionSchemas, "content">,
  Of<typeof questionSchemas, "key">,
  Of<typeof questionSchemas, "condition">,
  QuestionTask,
  Of<typeof questionSchemas, "key">,
  QuestionState,
  QuestionMove,
  QuestionView,
  { option: string }
> = {
  play: questionPlay,
  readerVersion: 1,
  scorerVersion: 1,
  promptVersion: "question-1",
  schemas: questionSchemas,
  condition: (_content, input) => conditionBy(questionSchemas.condition, input),
  notForPlayers: () => null,
  opensKey: (condition) => (condition.given === "answer" ? "given" : null),
  prepare: (content, key, condition, seed) => ({
    task: {
      question: content.question,
      options: shuffled(content.options, seededRng(seed)),
      given: condition.given === "answer" ? key.answer : null,
    },
    key,
  }),
  score: (_task, key, state) => ({ right: state.chosen === null ? null : Number(state.chosen === key.answer) }),
  metrics: [],
  tallies: (_task, _key, state) => (state.chosen ? [{ dimension: "choice", value: state.chosen, amount: 1 }] : []),
  turn(task, _state, _method, replies) {
    const [reply] = replies;
    if (!reply) return { ask: [{ role: "user", content: task.question }] };
    const option = task.options.find((entry) => entry.id === reply.text.trim());
    if (!option) return { invalid: "unknown-option", repairs: [] };
    return { moves: [{ type: "choose", option: option.id }], validity: "scorable", repairs: [] };
  },
  read: (text, view) =>
    view.options.some((option) => option.id === text)
      ? { validity: "scorable", response: { option: text }, repairs: [] }
      : { validity: "invalid", reason: "unknown-option", repairs: [] },
  submit: ({ option }) => ({ type: "choose", option }),
  response: (state) => (state.chosen ? { option: state.chosen } : null),
  methods: ["plain"],
  baselines: [],
  reveal: (_task, key) => key,
};

type ProbeTask = { low: number; high: number };
type ProbeState = { asked: { guess: number; answer: "lower" | "higher" | "equal" | null }[]; over: boolean };
type ProbeMove = { type: "guess"; number: number } | { type: "stop" };
type ProbeView = ProbeTask & ProbeState;

const waiting = (state: ProbeState) => state.asked.at(-1)?.answer === null;

function probeMove(task: ProbeTask, state: ProbeState, move: ProbeMove) {
  if (state.over) return { code: "already-over", field: "type" };
  if (waiting(state)) return { code: "answer-awaited", field: "type" };
  if (move.type === "stop") return { ...state, over: true };
  if (move.number < task.low || move.number > task.high) return { code: "out-of-range", field: "number" };
  return { ...state, asked: [...state.asked, { guess: move.number, answer: null }] };
}

const probePlay: FamilyPlay<ProbeTask, ProbeState, ProbeMove, ProbeView> = {
  id: "probe",
  protocolVersion: 1,
  start: () => ({ asked: [], over: false }),
  apply(task, state, event: FamilyEvent<ProbeMove>) {
    if (event.type === "call") return state;
    if (event.type === "move") return probeMove(task, state, event.move);
    const last = state.asked.at(-1);
    const answer = z.enum(["lower", "higher", "equal"]).safeParse(event.answer);
    if (!last || last.answer !== null) return { code: "nothing-asked", field: "answer" };
    if (!answer.success) return { code: "unknown-answer", field: "answer" };
    return {
      asked: [...state.asked.slice(0, -1), { guess: last.guess, answer: answer.data }],
      over: answer.data === "equal",
    };
  },
  isDone: (state) => state.over,
  view: (task, state) => ({ ...task, ...state }),
};

const probeSchemas = {
  content: z.object({ low: z.number(), high: z.number() }),
  key: z.object({ secret: z.number(), why: z.string() }),
  condition: z.object({}),
  move: z.union([z.object({ type: z.literal("guess"), number: z.number() }), z.object({ type: z.literal("stop") })]),
  response: z.object({}),
};

export const probeJudge: FamilyJudge<
  Of<typeof probeSchemas, "content">,
  Of<typeof probeSchemas, "key">,
  Record<string, never>,
  ProbeTask,
  Of<typeof probeSchemas, "key">,
  ProbeState,
  ProbeMove,
  ProbeView,
  Record<string, never>
> = {
  play: probePlay,
  readerVersion: 1,
  scorerVersion: 1,
  promptVersion: "probe-1",
  schemas: { ...probeSchemas, condition: z.record(z.string(), z.never()), response: z.record(z.string(), z.never()) },
  condition: () => ({ condition: {} }),
  notForPlayers: () => null,
  opensKey: () => null,
  prepare: ({ low, high }, key) => ({ task: { low, high }, key }),
  external: (_task, state, key) => (waiting(state) ? { guess: state.asked.at(-1)?.guess, secret: key.secret } : null),
  score: (_task, _key, state) => ({
    guesses: state.asked.length,
    found: state.asked.some((entry) => entry.answer === "equal") ? 1 : 0,
  }),
  metrics: [],
  tallies: (_task, _key, _state, scores) => [{ dimension: "found", value: String(scores.found), amount: 1 }],
  turn: () => ({ moves: [{ type: "stop" }], validity: "scorable", repairs: [] }),
  read: () => ({ validity: "invalid", reason: "no-text-answers", repairs: [] }),
  submit: () => ({ type: "stop" }),
  response: (state) => (state.over ? {} : null),
  methods: ["plain"],
  baselines: [],
  reveal: (_task, key) => key,
};
