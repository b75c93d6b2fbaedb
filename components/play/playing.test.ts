import { beforeEach, expect, test, vi } from "vitest";
import type { EpisodeMove, EpisodeTask } from "@/lib/families/episode/play";
import type { AttemptBody, NumberedMove } from "./attempt-client";
import { type Kept, Outbox } from "./outbox";
import { Playing } from "./playing";

/** A server with one attempt: it takes moves by their numbers, as the real one does. */
const server = vi.hoisted(() => ({
  events: [] as { seq: number; type: string }[],
  refuse: null as null | ((moves: { seq: number; type: string }[]) => Error | null),
  done: false,
}));
vi.mock("./attempt-client", () => {
  class Refused extends Error {
    retryAfter = null;
    constructor(
      readonly status: number,
      detail = "",
      readonly told: number | null = null,
      readonly faults: { field: string }[] = [],
    ) {
      super(detail);
    }
  }
  return {
    Refused,
    loadAttempt: async () => ({ id: "att", task, condition: {}, events: [...server.events], done: server.done }),
    sendMoves: async (_id: string, moves: NumberedMove[], have?: number) => {
      const trouble = server.refuse?.(moves);
      if (trouble) throw trouble;
      for (const { at: _at, ...move } of moves) {
        const held = server.events[move.seq - 1];
        if (held && JSON.stringify(held) !== JSON.stringify(move)) throw new Refused(409);
        if (!held) server.events.push(move);
      }
      const reach = server.events.filter((move) => move.type === "reveal").length + 2;
      const sentences = have === undefined ? undefined : story.slice(have, reach);
      server.done = server.events.some((move) => move.type === "submit");
      return { seq: moves.at(-1)?.seq, done: server.done, sentences, result: { validity: "scorable", counts: null } };
    },
  };
});

const story = Array.from({ length: 6 }, (_, index) => ({ id: `S00${index + 1}`, text: `Sentence ${index + 1}.` }));
const task = {
  presentation: "incremental",
  step: 1,
  quota: 2,
  cued: false,
  given: [],
  sentences: story,
  candidates: [{ id: "C01", name: "Ann", description: "" }],
} as unknown as EpisodeTask;

const submit: EpisodeMove = {
  type: "submit",
  response: {
    clues: [],
    interpretations: {},
    participants: ["C01"],
    participantReasons: {},
    reconstruction: "It happened.",
    ruledOut: {},
    confidence: 50,
  },
};
const reveal: EpisodeMove = { type: "reveal" };

let outbox: Outbox;
const open: Playing[] = [];

/** Another tab of the same browser: the same log. */
async function tab(): Promise<Playing> {
  const found = await outbox.read("att");
  if (!found) throw new Error("nothing is kept");
  const { task } = found.kept;
  const condition = { language: "en", presentation: "incremental", variant: "original" } as const;
  const body: AttemptBody = { id: "att", task, condition, events: found.moves, done: false };
  const playing = new Playing({ ...body, kept: found.kept, fresh: true }, outbox, () => {});
  playing.start();
  open.push(playing);
  return playing;
}

beforeEach(async () => {
  for (const one of open.splice(0)) one.end();
  Object.assign(server, { events: [], refuse: null, done: false });
  outbox = new Outbox();
  const kept = { id: "att", slug: "case", task, sent: 0, edition: 1, done: false, begun: 0 } as unknown as Kept;
  await outbox.keep(kept, []);
});

const seqs = () => server.events.map((move) => move.seq);

test("moves show at once, are kept and sent in order, and a refused one changes nothing", async () => {
  const playing = await tab();
  expect(playing.move(reveal)).toBe(true);
  expect(playing.getShown().state.frontier).toBe(1);
  expect(playing.getSync().state).toBe("saving");
  expect(playing.move({ type: "mark", sentence: "S001" })).toBe(true);
  expect(playing.move(reveal)).toBe(true);
  expect(playing.move({ type: "mark", sentence: "S005" })).toBe(false);
  await vi.waitFor(() => expect(playing.getSync().state).toBe("synced"));
  expect(server.events).toEqual([
    { seq: 1, type: "reveal" },
    { seq: 2, type: "mark", sentence: "S001" },
    { seq: 3, type: "reveal" },
  ]);
});

test("two tabs share one numbering, see each other's moves, and give one answer", async () => {
  const [one, two] = [await tab(), await tab()];
  for (let count = 0; count < 3; count++) {
    one.move(reveal);
    two.move({ type: "notice", what: "focus" });
  }
  await vi.waitFor(() => expect(two.getShown().state.frontier).toBe(3));
  for (let count = 0; count < 3; count++) two.move(reveal);
  await vi.waitFor(() => expect(one.getShown().state.frontier).toBe(6));
  one.move(submit);
  two.move({ ...submit, response: { ...submit.response, reconstruction: "Something else." } });
  await vi.waitFor(() => expect(server.done).toBe(true));
  await vi.waitFor(() => expect(two.getSync().state).toBe("synced"));
  expect(seqs()).toEqual(server.events.map((_, index) => index + 1));
  expect(server.events.filter((move) => move.type === "submit")).toHaveLength(1);
  for (const playing of [one, two]) {
    expect(playing.getShown().state.response?.reconstruction).toBe("It happened.");
  }
  expect(two.getShown().elsewhere).toBe(true);
});

test("what another browser of the account did wins, and is said", async () => {
  const playing = await tab();
  playing.move(reveal);
  await vi.waitFor(() => expect(seqs()).toEqual([1]));
  server.events.push({ seq: 2, type: "reveal" }, { seq: 3, type: "reveal" });
  playing.move({ type: "mark", sentence: "S001" });
  await vi.waitFor(() => expect(playing.getShown()).toMatchObject({ elsewhere: true, state: { frontier: 3 } }));
  expect(playing.getShown().state.marks).toEqual([]);
  playing.move({ type: "mark", sentence: "S002" });
  await vi.waitFor(() => expect(server.events.at(-1)).toEqual({ seq: 4, type: "mark", sentence: "S002" }));
});

test("what another browser only recorded costs this one nothing", async () => {
  const playing = await tab();
  playing.move(reveal);
  await vi.waitFor(() => expect(seqs()).toEqual([1]));
  server.events.push(
    { seq: 2, type: "notice", what: "opened" } as never,
    { seq: 3, type: "visit", sentence: "S001" } as never,
  );
  playing.move({ type: "mark", sentence: "S001" });
  playing.move(reveal);
  await vi.waitFor(() => expect(server.events.slice(3).map((move) => move.type)).toEqual(["mark", "reveal"]));
  expect(playing.getShown()).toMatchObject({ elsewhere: false, state: { frontier: 2, marks: ["S001"] } });
  expect(seqs()).toEqual([1, 2, 3, 4, 5]);
});

test("a move that the server does not take is left out; what came after it is sent", async () => {
  const { Refused } = await import("./attempt-client");
  const playing = await tab();
  server.refuse = (moves) => {
    const bad = moves.find((move) => move.type === "note");
    return bad ? new Refused(422, "", null, [{ field: `moves.${bad.seq}.text`, message: "" }]) : null;
  };
  playing.move(reveal);
  playing.move({ type: "note", sentence: "S001", text: "too long for the server" });
  playing.move(reveal);
  await vi.waitFor(() => expect(playing.getSync().state).toBe("synced"), { timeout: 5_000 });
  expect(server.events.map((move) => move.type)).toEqual(["reveal", "reveal"]);
  expect(playing.getShown().state).toMatchObject({ frontier: 2, notes: {} });
});

test("by window the next sentences come with the answers, to every tab, and stay", async () => {
  const found = await outbox.read("att");
  if (!found) throw new Error("nothing is kept");
  const cut = story.map((sentence, index) => (index < 2 ? sentence : { ...sentence, text: "" }));
  await outbox.keep({ ...found.kept, task: { ...task, sentences: cut } }, []);
  const [one, two] = [await tab(), await tab()];
  const here = (playing: Playing) => playing.getShown().task.sentences.filter(({ text }) => text !== "").length;
  expect([here(one), here(two)]).toEqual([2, 2]);
  one.move(reveal);
  one.move(reveal);
  await vi.waitFor(() => expect([here(one), here(two)]).toEqual([4, 4]));
  two.move(reveal);
  await vi.waitFor(() => expect([here(one), here(two)]).toEqual([5, 5]));
  expect((await outbox.read("att"))?.kept.task.sentences.slice(0, 5)).toEqual(story.slice(0, 5));
});

test("a server that lost what it had acknowledged gets it again", async () => {
  const playing = await tab();
  playing.move(reveal);
  playing.move(reveal);
  await vi.waitFor(() => expect(seqs()).toEqual([1, 2]));
  playing.end();
  server.events.length = 0;
  const found = await outbox.read("att");
  if (!found) throw new Error("nothing is kept");
  const body = { id: "att", task, condition: found.kept.condition, events: found.moves, done: false };
  const later = new Playing({ ...body, kept: found.kept, fresh: false }, outbox, () => {});
  open.push(later);
  later.start();
  await vi.waitFor(() => expect(seqs()).toEqual([1, 2]));
});
