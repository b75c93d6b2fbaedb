import { expect, test } from "vitest";
import { type Clock, Limiter, limiterFor, type Limits, setWorkerShare, type Slot } from "./limiter";

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A clock that stands still until it is told to go on. */
function standingClock() {
  let now = 0;
  let timers: { at: number; then: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(ms, then) {
      const timer = { at: now + ms, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  const pass = async (ms: number) => {
    await settled();
    const end = now + ms;
    for (;;) {
      const [next] = timers.filter((one) => one.at <= end).sort((left, right) => left.at - right.at);
      if (!next) break;
      now = next.at;
      timers = timers.filter((one) => one !== next);
      next.then();
      await settled();
    }
    now = end;
    await settled();
  };
  return { clock, pass };
}

function started(limits: Limits, share = 1) {
  const { clock, pass } = standingClock();
  const limiter = new Limiter(limits, clock, share);
  const slots: Slot[] = [];
  const times: number[] = [];
  const want = (count: number, tokens = 0, signal?: AbortSignal) =>
    Array.from({ length: count }, () =>
      limiter.acquire(tokens, signal).then((slot) => {
        slots.push(slot);
        times.push(clock.now());
      }),
    );
  const release = (outcome: "ok" | "limited" | "other", used?: number) => slots.shift()?.release(outcome, used);
  return { limiter, pass, want, release, slots, times };
}

test("no more places than calls at once, in the order of asking", async () => {
  const { want, slots, release, pass } = started({ concurrency: 2 });
  want(5);
  await pass(0);
  expect(slots).toHaveLength(2);
  release("ok");
  await pass(0);
  expect(slots).toHaveLength(2);
  release("other");
  release("other");
  await pass(0);
  expect(slots).toHaveLength(2);
});

test("a place given back twice is one place", async () => {
  const { want, slots, pass } = started({ concurrency: 1 });
  want(3);
  await pass(0);
  slots[0]?.release("ok");
  slots[0]?.release("ok");
  await pass(0);
  expect(slots).toHaveLength(2);
});

test("one wave of 429 halves once; good answers widen it again, never above the limit", async () => {
  const { limiter, want, release, slots, pass } = started({ concurrency: 8 });
  want(8);
  await pass(10);
  for (let call = 0; call < 8; call++) release("limited");
  expect(limiter.concurrency).toBe(4);
  await pass(10);
  want(4);
  await pass(10);
  release("limited");
  expect(limiter.concurrency).toBe(2);
  for (const slot of slots.splice(0)) slot.release("other");
  const widths = [];
  for (let call = 0; call < 60; call++) {
    want(1);
    await pass(1);
    release("ok");
    widths.push(limiter.concurrency);
  }
  expect(widths.slice(0, 5)).toEqual([2, 3, 3, 3, 4]);
  expect(Math.max(...widths)).toBe(8);
  expect(widths.at(-1)).toBe(8);
});

test("it never falls below one call at once", async () => {
  const { limiter, want, release, pass } = started({ concurrency: 2 });
  for (let call = 0; call < 5; call++) {
    want(1);
    await pass(5);
    release("limited");
  }
  expect(limiter.concurrency).toBe(1);
});

test("requests per minute hold in any 60 seconds", async () => {
  const { want, times, pass } = started({ concurrency: 100, requestsPerMinute: 10 });
  want(5);
  await pass(30_000);
  want(20);
  await pass(200_000);
  expect(times).toHaveLength(25);
  for (const from of times) {
    expect(times.filter((time) => time >= from && time < from + 60_000).length).toBeLessThanOrEqual(10);
  }
});

test("tokens per minute are counted by estimate and put right by use", async () => {
  const { want, times, release, pass } = started({ concurrency: 100, tokensPerMinute: 1_000 });
  want(3, 400);
  await pass(0);
  expect(times).toHaveLength(2);
  release("ok", 100);
  await pass(0);
  expect(times).toHaveLength(3);
  release("ok", 900);
  want(1, 100);
  await pass(59_000);
  expect(times).toHaveLength(3);
  await pass(3_000);
  expect(times).toHaveLength(4);
});

test("a prompt larger than the limit waits for an empty minute and then goes", async () => {
  const { want, times, pass } = started({ concurrency: 4, tokensPerMinute: 1_000 });
  want(1, 900);
  want(1, 5_000);
  await pass(50_000);
  expect(times).toHaveLength(1);
  await pass(15_000);
  expect(times).toHaveLength(2);
});

test("a told wait holds every call back", async () => {
  const { limiter, want, times, pass } = started({ concurrency: 4 });
  limiter.hold(20_000);
  want(2);
  await pass(19_999);
  expect(times).toHaveLength(0);
  await pass(2);
  expect(times).toHaveLength(2);
});

test("who stops waiting leaves the queue", async () => {
  const { want, slots, release, pass } = started({ concurrency: 1 });
  const stopper = new AbortController();
  want(1);
  const [waiting] = want(1, 0, stopper.signal);
  want(1);
  await pass(0);
  stopper.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  release("ok");
  await pass(0);
  expect(slots).toHaveLength(1);
});

test("a share divides all limits, and leaves at least one call", async () => {
  const { limiter, want, times, pass } = started({ concurrency: 8, requestsPerMinute: 10 }, 0.5);
  expect(limiter.concurrency).toBe(4);
  want(4);
  await pass(0);
  expect(times).toHaveLength(4);
  limiter.configure({ concurrency: 3 }, 0.1);
  expect(limiter.concurrency).toBe(1);
  limiter.configure({ concurrency: 6 }, 1);
  expect(limiter.concurrency).toBe(6);
});

test("the process's share reaches every connection", () => {
  const connection = { id: "shared", limits: { concurrency: 10 } };
  expect(limiterFor(connection).concurrency).toBe(10);
  setWorkerShare(0.5);
  expect(limiterFor(connection).concurrency).toBe(5);
  setWorkerShare(1);
  expect(limiterFor({ ...connection, limits: { concurrency: 4 } }).concurrency).toBe(4);
});
