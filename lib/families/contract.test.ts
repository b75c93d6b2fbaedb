import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { condition, episodeMove, response, sentence } from "./episode/drawn-moves";
import { episodeJudge } from "./episode/judge";
import { madeUpCondition, madeUpContent, madeUpEpisodeKey, madeUpKey } from "./episode/made-up-episode";
import type { EpisodeResponse } from "./episode/play";
import type { EpisodeCondition, EpisodeKey } from "./episode/schema";
import { conditionKey, type FamilyEvent, type FamilyPlay, isRefusal, replay } from "./family";
import type { AnyJudge } from "./judge-registry";
import { judgeOf } from "./judge-registry";
import { probeJudge, questionJudge } from "./toy-families";

const seeds = fc.integer();

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}

/** Applies what the play accepts, on frozen states, so that any mutation throws. */
function walk(judge: AnyJudge, task: unknown, tried: FamilyEvent[]) {
  const play: FamilyPlay<unknown, unknown, unknown, unknown> = judge.play;
  const states = [frozen(play.start(task))];
  const accepted: FamilyEvent[] = [];
  for (const event of tried) {
    const next = play.apply(task, states.at(-1), event);
    if (isRefusal(next)) continue;
    accepted.push({ ...event, seq: accepted.length + 1 });
    states.push(frozen(next));
  }
  return { states, accepted, views: states.map((state) => play.view(task, state)) };
}

const move = (made: fc.Arbitrary<unknown>): fc.Arbitrary<FamilyEvent> =>
  made.map((inner) => ({ seq: 0, type: "move" as const, move: inner }));
const call: fc.Arbitrary<FamilyEvent> = fc.constant({ seq: 0, type: "call" as const, reply: { text: "hm" } });

const episodeEvents = fc.array(fc.oneof({ weight: 9, arbitrary: move(episodeMove) }, call), { maxLength: 40 });

/** The same key clues, everything else of the key changed: texts, weights, participants, roles. */
const otherKey: EpisodeKey = {
  ...madeUpKey(["S010", "S006", "S004", "S002"], ["C03"], "SECRET-B", 4),
  roles: { S009: ["premise"] },
  pairs: [],
  variants: { "other-hand": madeUpKey(["S010", "S006", "S003", "S002"], ["C01", "C03"], "SECRET-W", 6) },
};

const questionContent = {
  question: "Which?",
  options: ["a", "b", "c", "d"].map((id) => ({ id, text: `Option ${id}` })),
};
const questionMoves = move(
  fc.record({ type: fc.constant("choose"), option: fc.constantFrom("a", "b", "c", "d", "e") }),
);
const probeEvents = fc.oneof(
  move(fc.record({ type: fc.constant("guess"), number: fc.integer({ min: 0, max: 11 }) })),
  fc.constantFrom("lower", "higher", "equal", "perhaps").map((answer) => ({ seq: 0, type: "oracle" as const, answer })),
);

type Case = {
  judge: AnyJudge;
  content: unknown;
  /** Two keys that may differ in nothing that `conditions` give away. */
  keys: [unknown, unknown];
  conditions: fc.Arbitrary<unknown>;
  events: fc.Arbitrary<FamilyEvent[]>;
};

const cases: Case[] = [
  {
    judge: episodeJudge,
    content: madeUpContent,
    keys: [madeUpEpisodeKey, otherKey],
    conditions: condition,
    events: episodeEvents,
  },
  {
    judge: questionJudge,
    content: questionContent,
    keys: [
      { answer: "b", why: "SECRET-A" },
      { answer: "b", why: "SECRET-B" },
    ],
    conditions: fc.constantFrom({ given: "none" }, { given: "answer" }),
    events: fc.array(questionMoves, { maxLength: 4 }),
  },
  {
    judge: probeJudge,
    content: { low: 1, high: 10 },
    keys: [
      { secret: 3, why: "SECRET-A" },
      { secret: 8, why: "SECRET-B" },
    ],
    conditions: fc.constant({}),
    events: fc.array(probeEvents, { maxLength: 12 }),
  },
];

/** `disclosed` holds ranges of points on purpose; whatever else a view holds must not hang on the key. */
const withoutDisclosed = (view: object) => ({ ...view, disclosed: null });

describe.each(cases.map((entry) => [entry.judge.play.id, entry] as const))("the %s family", (_id, entry) => {
  const { judge, content, keys } = entry;

  it("shows nothing of the key beyond what is given", () => {
    fc.assert(
      fc.property(entry.conditions, seeds, entry.events, (asked, seed, events) => {
        const one = judge.prepare(content, keys[0], asked, seed);
        const other = judge.prepare(content, keys[1], asked, seed);
        const views = walk(judge, one.task, events).views;
        expect(views.map((view) => withoutDisclosed(view as object))).toEqual(
          walk(judge, other.task, events).views.map((view) => withoutDisclosed(view as object)),
        );
        expect(JSON.stringify(views)).not.toMatch(/SECRET|99999999/);
      }),
    );
  });

  it("gives the same state on replay, mutates nothing and ignores calls", () => {
    fc.assert(
      fc.property(entry.conditions, seeds, entry.events, (asked, seed, events) => {
        const task = frozen(judge.prepare(content, keys[0], asked, seed).task);
        const { states, accepted } = walk(judge, task, events);
        const stored = JSON.parse(JSON.stringify(accepted)) as FamilyEvent[];
        expect(replay(judge.play, task, stored)).toEqual(states.at(-1));
        const silent = stored.filter((event) => event.type !== "call");
        expect(replay(judge.play, task, silent)).toEqual(states.at(-1));
      }),
    );
  });

  it("scores in finite numbers or null, and counts in integers", () => {
    fc.assert(
      fc.property(entry.conditions, seeds, entry.events, (asked, seed, events) => {
        const { task, key } = judge.prepare(content, keys[0], asked, seed);
        const state = walk(judge, task, events).states.at(-1);
        const scores = judge.score(task, key, state);
        for (const score of Object.values(scores)) expect(score === null || Number.isFinite(score)).toBe(true);
        for (const { amount } of judge.tallies(task, key, state, scores)) expect(Number.isInteger(amount)).toBe(true);
      }),
    );
  });
});

describe("the episode family", () => {
  const prepare = (asked: EpisodeCondition, seed: number, key = madeUpEpisodeKey) =>
    episodeJudge.prepare(madeUpContent, key, asked, seed);

  it("shows no sentence before it is open", () => {
    fc.assert(
      fc.property(condition, seeds, episodeEvents, (asked, seed, events) => {
        const { task } = prepare(asked, seed);
        for (const view of walk(episodeJudge, task, events).views) {
          const shown = JSON.stringify(view);
          const { frontier } = (view as { state: { frontier: number } }).state;
          for (const unread of task.sentences.slice(frontier)) expect(shown).not.toContain(JSON.stringify(unread.text));
        }
      }),
    );
  });

  it("gives as many sham sentences as key clues, and none of them in the key", () => {
    fc.assert(
      fc.property(condition, seeds, (asked, seed) => {
        const { task, key } = prepare({ ...asked, given: "sham" }, seed);
        expect(task.given).toHaveLength(4);
        expect(new Set(task.given).size).toBe(4);
        expect(task.given.filter((id) => key.judging.clues[id])).toEqual([]);
      }),
    );
  });

  it("scores regardless of the order of selections and of selections outside K", () => {
    const valid = response.filter((one) => ![...one.clues, ...one.participants].some((id) => /S013|C05/.test(id)));
    fc.assert(
      fc.property(condition, seeds, valid, fc.array(sentence), (asked, seed, given, extra) => {
        const { task, key } = prepare(asked, seed);
        const state = episodeJudge.play.start(task);
        const scoreOf = (one: EpisodeResponse) => {
          const { marks: _marks, ...scores } = episodeJudge.score(task, key, { ...state, response: one });
          return scores;
        };
        const isKey = (id: string) => key.judging.clues[id] || key.original?.clues[id];
        const noise = extra.filter((id) => !isKey(id) && !given.clues.includes(id));
        const again = {
          ...given,
          clues: [...noise, ...given.clues.toReversed()],
          participants: given.participants.toReversed(),
        };
        expect(scoreOf(again)).toEqual(scoreOf(given));
      }),
    );
  });

  it("changes no stored id by the order in which candidates are shown", () => {
    fc.assert(
      fc.property(condition, seeds, seeds, response, (asked, seed, otherSeed, given) => {
        const [one, other] = [prepare(asked, seed), prepare(asked, otherSeed)];
        const byId = (task: typeof one.task) => task.candidates.toSorted((a, b) => a.id.localeCompare(b.id));
        expect(byId(one.task)).toEqual(byId(other.task));
        const stateOf = ({ task }: typeof one) => ({ ...episodeJudge.play.start(task), response: given });
        expect(episodeJudge.score(one.task, one.key, stateOf(one))).toEqual(
          episodeJudge.score(other.task, other.key, stateOf(other)),
        );
      }),
    );
    const orders = Array.from({ length: 30 }, (_, seed) =>
      prepare(madeUpCondition, seed)
        .task.candidates.map((one) => one.id)
        .join(),
    );
    expect(new Set(orders).size).toBeGreaterThan(5);
  });

  it("takes every move of its play through its schema unchanged", () => {
    fc.assert(
      fc.property(episodeMove, (made) => {
        const parsed = episodeJudge.schemas.move.safeParse(made);
        expect(parsed).toMatchObject({ success: true, data: made });
      }),
    );
  });
});

describe("the toy families", () => {
  it("the question gives its answer only on request", () => {
    const key = { answer: "b", why: "because" };
    expect(questionJudge.prepare(questionContent, key, { given: "answer" }, 1).task.given).toBe("b");
    expect(questionJudge.prepare(questionContent, key, { given: "none" }, 1).task.given).toBeNull();
  });

  it("the probe waits for its oracle and scores from its events", () => {
    const { task, key } = probeJudge.prepare({ low: 1, high: 10 }, { secret: 3, why: "" }, {}, 1);
    const guess = (number: number): FamilyEvent => ({ seq: 0, type: "move", move: { type: "guess", number } });
    const asked = walk(probeJudge, task, [guess(5), guess(3)]);
    expect(asked.accepted).toHaveLength(1);
    expect(probeJudge.external?.(task, asked.states.at(-1) as never, key)).toEqual({ guess: 5, secret: 3 });
    const oracle = (answer: string): FamilyEvent => ({ seq: 0, type: "oracle", answer });
    const done = walk(probeJudge, task, [guess(5), oracle("lower"), guess(3), oracle("equal")]).states.at(-1) as never;
    expect(probeJudge.external?.(task, done, key)).toBeNull();
    expect(probeJudge.score(task, key, done)).toEqual({ guesses: 2, found: 1 });
  });
});

describe("the registry", () => {
  it("finds a family and says when there is none", () => {
    expect(judgeOf("episode")).toBe(episodeJudge);
    expect(() => judgeOf("constructor")).toThrow(expect.objectContaining({ code: "not-found" }));
  });

  it("has one key for equal conditions", () => {
    expect(conditionKey({ b: 1, a: "x", c: undefined })).toBe(conditionKey({ a: "x", b: 1 }));
  });
});
