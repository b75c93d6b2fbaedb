import { beforeEach, expect, test, vi } from "vitest";
import type { NumberedMove } from "./attempt-client";
import type { Kept } from "./outbox";
import { backoff, batchOf, Sender } from "./sender";

const client = vi.hoisted(() => ({
  sent: [] as number[],
  /** What the next calls meet: a status or 0 for no network; afterwards all is well. */
  troubles: [] as { status: number; field?: string }[],
}));
vi.mock("./attempt-client", () => {
  class Refused extends Error {
    retryAfter = null;
    constructor(
      readonly status: number,
      readonly faults: { field: string }[],
    ) {
      super(String(status));
    }
  }
  return {
    Refused,
    sendMoves: async (_attempt: string, moves: NumberedMove[]) => {
      const trouble = client.troubles.shift();
      if (trouble?.status === 0) throw new TypeError("no network");
      if (trouble) throw new Refused(trouble.status, trouble.field ? [{ field: trouble.field }] : []);
      client.sent.push(...moves.map((move) => move.seq));
      return { seq: moves.at(-1)?.seq ?? 0, done: false };
    },
  };
});

/** A log as the outbox keeps it: what was sent is known by one number. */
function log(...seqs: number[]) {
  const moves: NumberedMove[] = seqs.map((seq) => ({ seq, type: "reveal" }));
  let kept = { sent: 0, task: { sentences: [] } } as unknown as Kept;
  return {
    moves,
    looked: () => {},
    async read() {
      const found = [...moves];
      if (found.every((move) => move.seq <= kept.sent)) this.looked();
      return { kept, moves: found };
    },
    async note(_id: string, change: (kept: Kept) => Kept) {
      kept = change(kept);
    },
  };
}

const heard: string[] = [];
const listener = {
  sent: () => heard.push("sent"),
  waiting: () => heard.push("waiting"),
  stranger: () => heard.push("stranger"),
  astray: (refused: number | null) => heard.push(`astray ${refused}`),
};

beforeEach(() => {
  client.sent.length = 0;
  client.troubles.length = 0;
  heard.length = 0;
});

test("a move kept just after the last look at the outbox is sent, and sent once", async () => {
  const outbox = log(1);
  const sender = new Sender("att", outbox, listener);
  outbox.looked = () => {
    outbox.looked = () => {};
    outbox.moves.push({ seq: 2, type: "reveal" });
    sender.wake(0);
  };
  sender.wake(0);
  await vi.waitFor(() => expect(client.sent).toEqual([1, 2]), { timeout: 3_000 });
  sender.stop();
});

test.each([
  [0, "waiting"],
  [503, "waiting"],
  [429, "waiting"],
  [500, "waiting"],
  [401, "stranger"],
  [404, "stranger"],
])("after %i it says that it is %s, and sends everything once it is asked again", async (status, told) => {
  client.troubles.push({ status });
  const sender = new Sender("att", log(1, 2, 3), listener);
  sender.wake(0);
  await vi.waitFor(() => expect(heard).toEqual([told]));
  expect(client.sent).toEqual([]);
  sender.retry();
  await vi.waitFor(() => expect(client.sent).toEqual([1, 2, 3]));
  sender.stop();
});

test("a refused move is named, a conflict is told, and nothing more is sent", async () => {
  client.troubles.push({ status: 422, field: "moves.2.sentence" });
  const sender = new Sender("att", log(1, 2), listener);
  sender.wake(0);
  await vi.waitFor(() => expect(heard).toEqual(["astray 2"]));
  client.troubles.push({ status: 409 });
  const other = new Sender("att", log(1, 2), listener);
  other.wake(0);
  await vi.waitFor(() => expect(heard).toEqual(["astray 2", "astray null"]));
  expect(client.sent).toEqual([]);
});

test("batches keep the order, stay under the body limit and always move on", () => {
  const moves: NumberedMove[] = Array.from({ length: 450 }, (_, index) => ({ seq: index + 1, type: "reveal" }));
  expect(batchOf(moves).map((move) => move.seq)).toEqual(moves.slice(0, 200).map((move) => move.seq));
  const long: NumberedMove = { seq: 1, type: "notebook", text: "字".repeat(150_000) };
  expect(batchOf([long, { seq: 2, type: "reveal" }])).toEqual([long]);
  expect(
    batchOf([
      { seq: 1, type: "reveal" },
      { ...long, seq: 2 },
    ]),
  ).toHaveLength(1);
});

test("waits longer after each failure, never for ever, and not in step with others", () => {
  expect(backoff(1, 1)).toBeLessThan(backoff(4, 1));
  expect(backoff(40, 1)).toBeLessThanOrEqual(31_000);
  expect(backoff(3, 0.1)).not.toBe(backoff(3, 0.9));
  expect(backoff(1, 0)).toBeGreaterThan(0);
});
