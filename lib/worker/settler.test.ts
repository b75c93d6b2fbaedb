import { beforeEach, expect, test, vi } from "vitest";
import { type Settlement, settleAndClaim } from "@/lib/store/claims";
import { Settler } from "./settler";

vi.mock("@/lib/store/claims", () => ({ settleAndClaim: vi.fn(), releaseStrays: vi.fn(async () => {}) }));

const usage = { input: null, cached: null, output: null, reasoning: null };
const result = (attempt: string): Settlement => ({
  attempt,
  events: [],
  usage,
  cost: null,
  calls: 1,
  ms: 1,
  ending: { status: "waiting" },
});

/** The attempts of each batch that was stored, in order. */
const batches: string[][] = [];

beforeEach(() => {
  batches.length = 0;
  vi.mocked(settleAndClaim).mockImplementation(async (_owner, settlements, wants) => {
    batches.push(settlements.map((one) => one.attempt));
    await new Promise((resolve) => setTimeout(resolve, 1));
    const shortages = wants.map(({ run }) => ({ run, over: false, played: true }));
    return { settled: new Set(settlements.map((one) => one.attempt)), halted: new Set(), claims: [], shortages };
  });
});

test("of a crowd a part is stored at a time, in the order of arrival, each once", async () => {
  const settler = new Settler("worker");
  const names = Array.from({ length: 40 }, (_, index) => `a${index}`);
  const answers = await Promise.all(names.map((name) => settler.submit(result(name), null)));
  expect(answers.every((answer) => answer.settled)).toBe(true);
  expect(batches.flat()).toEqual(names);
  expect(batches[0]).toHaveLength(10);
  expect(Math.max(...batches.map((batch) => batch.length))).toBe(10);
});

test("a result does not wait behind lanes that only ask for a place", async () => {
  const settler = new Settler("worker");
  const asking = Array.from({ length: 100 }, () => settler.submit(null, "run"));
  await new Promise(setImmediate);
  await Promise.all([...asking, settler.submit(result("late"), "run")]);
  expect(batches.length).toBeGreaterThan(5);
  expect(batches.findIndex((batch) => batch.includes("late"))).toBeLessThanOrEqual(1);
});

test("lanes that ask for a place are heard while results keep coming", async () => {
  const settler = new Settler("worker");
  let over = false;
  const playing = Array.from({ length: 32 }, async (_, lane) => {
    for (let turn = 0; !over; turn++) await settler.submit(result(`${lane} ${turn}`), "run");
  });
  await settler.submit(null, "other");
  const waited = batches.length;
  over = true;
  await Promise.all(playing);
  expect(waited).toBeLessThan(5);
});

test("an error that says nothing is a fault that passes, and what waits is stored afterwards", async () => {
  const settler = new Settler("worker");
  vi.spyOn(console, "error").mockImplementationOnce(() => {});
  vi.mocked(settleAndClaim).mockImplementationOnce(() => Promise.reject("away"));
  expect(await settler.submit(result("kept"), null)).toMatchObject({ settled: true });
  expect(batches).toEqual([["kept"]]);
});
