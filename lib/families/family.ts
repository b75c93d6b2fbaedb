/**
 * The family contract: what a kind of task must offer so that people and models can do it, be judged by one
 * function and end up in one table. Pure: nothing here or below does I/O.
 */

/** An event as the reducer sees it. `seq` is 1-based within its attempt. Calls do not change a state. */
export type FamilyEvent<Move = unknown> =
  | { seq: number; type: "move"; move: Move }
  | { seq: number; type: "call"; reply: Reply }
  | { seq: number; type: "oracle"; answer: unknown };

/** Why a move was refused: a closed code of the family, and the field that is wrong. */
export type Refusal = { code: string; field: string };

/** What came back from a model. `cut` is true when the provider stopped it for length. */
export type Reply = { text: string; reasoning?: string; cut?: boolean };

export type Message = { role: "system" | "user" | "assistant"; content: string; reasoning?: string };

export type Validity = "scorable" | "recovered" | "invalid";

/** The outcome of reading raw text. An invalid reading has a reason code and no response. */
export type Reading<Response> =
  | { validity: "scorable" | "recovered"; response: Response; repairs: string[] }
  | { validity: "invalid"; reason: string; repairs: string[] };

/** The model's side of one step: ask something, or make moves (a refusal to read is a final invalid reading). */
export type Turn<Move> =
  | { ask: Message[] }
  | { moves: Move[]; validity: "scorable" | "recovered"; repairs: string[] }
  | { invalid: string; repairs: string[] };

/** Named finite numbers, or explicit null. Never NaN. */
export type Scores = Record<string, number | null>;

/** What an attempt counts towards. Amounts are integers, so that sums do not depend on their order. */
export type TallyEntry = { dimension: string; value: string; amount: number };

export type Metric = {
  id: string;
  label: { zh: string; en: string };
  unit: "count" | "points" | "share" | "percent";
  range: [number, number] | null;
  direction: "higher" | "lower" | "none";
  averageable: boolean;
};

/** A random source: numbers in [0, 1). */
export type Rng = () => number;

export type Text = { zh: string; en: string };

/** The client-safe half of a family: no schema library, no key. */
export interface FamilyPlay<Task, State, Move, View> {
  readonly id: string;
  readonly protocolVersion: number;
  start(task: Task): State;
  /** The next state, or why the move is refused. Never throws, never mutates. */
  apply(task: Task, state: State, event: FamilyEvent<Move>): State | Refusal;
  /** What a person's move must not lack though a model's may: the page asks for it, and the server refuses without it. */
  lacks?(task: Task, move: Move): Refusal | null;
  isDone(state: State): boolean;
  /** Everything the actor may see now, and nothing else. */
  view(task: Task, state: State): View;
}

export type Baseline<View, Move> = {
  name: string;
  /** What it knows and does, for readers. */
  label: Text;
  /** False when the seed does not matter: one epoch is enough. */
  random: boolean;
  play(view: View, rng: Rng): Move[];
};

/** Anything with a safe parse: the families' schemas are Zod's. */
export type Schema<T> = {
  safeParse(
    input: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
};

/** The server's half. */
export interface FamilyJudge<Content, Key, Condition, Task, PreparedKey, State, Move, View, Response> {
  readonly play: FamilyPlay<Task, State, Move, View>;
  readonly readerVersion: number;
  readonly scorerVersion: number;
  readonly promptVersion: string;
  readonly schemas: {
    content: Schema<Content>;
    key: Schema<Key>;
    condition: Schema<Condition>;
    move: Schema<Move>;
    response: Schema<Response>;
  };
  /** Fills defaults and checks a condition against the content (a language or variant that exists). */
  condition(
    content: Content,
    input: unknown,
  ): { condition: Condition } | { faults: { field: string; message: string }[] };
  /** What a run takes for granted where its plan names nothing: the task as a whole, in its first language. */
  runDefaults?(content: Content): Record<string, unknown>;
  /** The first field of a condition, as it is asked for, that is not a player's to choose; null when all are. */
  notForPlayers(content: Content, input: Readonly<Record<string, unknown>>): string | null;
  /** The first field of a condition by which something of the key enters the task; null when none does. */
  opensKey(condition: Condition): string | null;
  /** The canonical ids of what is shown in a drawn order, in that order: stored, so that it outlives a change of the draw. */
  drawnOrder?(content: Content, seed: number): string[];
  /** Runs once, when an attempt starts. The only way in which anything of the key enters a task. */
  prepare(content: Content, key: Key, condition: Condition, seed: number): { task: Task; key: PreparedKey };
  /** The oracle's question as data, when the attempt waits for one. */
  external?(task: Task, state: State, key: PreparedKey): unknown | null;
  score(task: Task, key: PreparedKey, state: State): Scores;
  readonly metrics: Metric[];
  tallies(task: Task, key: PreparedKey, state: State, scores: Scores): TallyEntry[];
  turn(task: Task, state: State, method: string, replies: Reply[]): Turn<Move>;
  read(text: string, view: View): Reading<Response>;
  /** The final move that carries a response. */
  submit(response: Response): Move;
  response(state: State): Response | null;
  readonly methods: string[];
  readonly baselines: Baseline<View, Move>[];
  reveal(task: Task, key: PreparedKey, state: State): unknown;
}

/** Canonical string of a condition: keys sorted, so that equal conditions have equal keys. */
export function conditionKey(condition: Record<string, unknown>): string {
  return Object.keys(condition)
    .sort()
    .filter((name) => condition[name] !== undefined)
    .map((name) => `${name}=${String(condition[name])}`)
    .join(";");
}

/** A seeded random source (mulberry32, public domain). @param seed any 32-bit integer */
export function seededRng(seed: number): Rng {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A copy in an order drawn from `rng` (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], rng: Rng): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(rng() * (last + 1));
    const held = copy[last] as T;
    copy[last] = copy[other] as T;
    copy[other] = held;
  }
  return copy;
}

/** Whether an `apply` result is a refusal. */
export function isRefusal(result: unknown): result is Refusal {
  return typeof result === "object" && result !== null && "code" in result && "field" in result;
}

/** Replays events from the start. @throws Error when a stored event is refused: a log that cannot be true. */
export function replay<Task, State, Move, View>(
  play: FamilyPlay<Task, State, Move, View>,
  task: Task,
  events: FamilyEvent<Move>[],
): State {
  let state = play.start(task);
  for (const event of events) {
    const next = play.apply(task, state, event);
    if (isRefusal(next)) throw new Error(`Event ${event.seq} cannot be replayed: ${next.code} (${next.field}).`);
    state = next;
  }
  return state;
}
