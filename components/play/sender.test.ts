import { expect, test, vi } from "vitest";
import type { NumberedMove } from "./attempt-client";

const kept: NumberedMove[] = [];
const sent: number[] = [];
let looked: () => void = () => {};

vi.mock("./outbox", () => ({
  keptMoves: async (_attempt: string, from: number) => {
    const found = kept.filter((move) => move.seq >= from);
    if (found.length === 0) looked();
    return found;
  },
}));
vi.mock("./attempt-client", () => ({
  Refused: class extends Error {},
  sendMoves: async (_attempt: string, moves: NumberedMove[]) => {
    sent.push(...moves.map((move) => move.seq));
    return { seq: moves.at(-1)?.seq ?? 0, done: false };
  },
}));

test("a move kept just after the last look at the outbox is sent, and sent once", async () => {
  const { Sender } = await import("./sender");
  const sender = new Sender("att", 0, { state: () => {}, done: () => {}, astray: () => {} });
  looked = () => {
    looked = () => {};
    kept.push({ seq: 2, type: "reveal" });
    sender.wake(0);
  };
  kept.push({ seq: 1, type: "reveal" });
  sender.wake(0);
  await vi.waitFor(() => expect(sent).toEqual([1, 2]), { timeout: 3_000 });
  sender.stop();
});
