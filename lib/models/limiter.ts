/**
 * Keeps one connection within its limits, in this process: calls at once (halved when the provider says 429, growing
 * back by one after as many good answers as the limit is wide), requests and tokens in any 60 s.
 */

export type Limits = { concurrency: number; requestsPerMinute?: number; tokensPerMinute?: number };

export type Clock = {
  /** Milliseconds, never going back. */
  now(): number;
  /** Calls back once after so many milliseconds; returns how to forget it. */
  after(ms: number, then: () => void): () => void;
};

const realClock: Clock = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

const bucketMs = 1_000;
const windowBuckets = 61;

/** Amounts of the last 60 s in buckets of one second; the oldest second is counted whole, so a limit is never passed. */
class Window {
  private readonly amounts = new Map<number, number>();
  private total = 0;

  private forget(now: number) {
    const oldest = Math.floor(now / bucketMs) - windowBuckets + 1;
    for (const [bucket, amount] of this.amounts) {
      if (bucket >= oldest) break;
      this.amounts.delete(bucket);
      this.total -= amount;
    }
  }

  add(now: number, amount: number) {
    const bucket = Math.floor(now / bucketMs);
    this.amounts.set(bucket, (this.amounts.get(bucket) ?? 0) + amount);
    this.total += amount;
  }

  /** Milliseconds until `amount` fits below `limit`; 0 when it fits now. What is larger than the limit waits for an empty window. */
  wait(now: number, amount: number, limit: number): number {
    this.forget(now);
    let left = this.total;
    if (left + amount <= limit || left <= 0) return 0;
    for (const [bucket, held] of this.amounts) {
      left -= held;
      if (left + amount <= limit || left <= 0) return (bucket + windowBuckets) * bucketMs - now;
    }
    return 0;
  }
}

type Waiting = { tokens: number; start(slot: Slot): void };

/** A place to make one try in. */
export type Slot = {
  /** Gives the place back. @param tokens what the try used in truth, when known */
  release(outcome: "ok" | "limited" | "other", tokens?: number): void;
};

export class Limiter {
  private readonly queue: Waiting[] = [];
  private readonly requests = new Window();
  private readonly tokens = new Window();
  private active = 0;
  private width: number;
  private good = 0;
  private shrunkAt = Number.NEGATIVE_INFINITY;
  private heldUntil = Number.NEGATIVE_INFINITY;
  private forgetTimer: (() => void) | null = null;

  constructor(
    private limits: Limits,
    private readonly clock: Clock = realClock,
    private share = 1,
  ) {
    this.width = this.widest;
  }

  /** Calls at once that this process may make at most: its share of the limit, at least one. */
  private get widest(): number {
    return Math.max(1, Math.floor(this.limits.concurrency * this.share));
  }

  /** Calls at once that are allowed now. */
  get concurrency(): number {
    return Math.max(1, Math.floor(Math.min(this.width, this.widest)));
  }

  /** Takes changed limits over; a limit that was never narrowed by the provider follows at once. */
  configure(limits: Limits, share: number) {
    const whole = this.width >= this.widest;
    this.limits = limits;
    this.share = share;
    this.width = whole ? this.widest : Math.min(this.width, this.widest);
    if (this.queue.length > 0) this.pump();
  }

  /** No try starts before so many milliseconds have passed. */
  hold(ms: number) {
    this.heldUntil = Math.max(this.heldUntil, this.clock.now() + ms);
  }

  /**
   * Waits for a place. @param tokens an estimate of what the try will use
   * @throws the signal's reason when it stops the waiting
   */
  acquire(tokens: number, signal?: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const waiting: Waiting = {
        tokens,
        start: (slot) => {
          signal?.removeEventListener("abort", stop);
          resolve(slot);
        },
      };
      const stop = () => {
        const index = this.queue.indexOf(waiting);
        if (index >= 0) this.queue.splice(index, 1);
        reject(signal?.reason);
        this.pump();
      };
      signal?.addEventListener("abort", stop, { once: true });
      this.queue.push(waiting);
      this.pump();
    });
  }

  private pump() {
    this.forgetTimer?.();
    this.forgetTimer = null;
    while (this.queue.length > 0 && this.active < this.concurrency) {
      const next = this.queue[0] as Waiting;
      const wait = this.waitFor(next.tokens);
      if (wait > 0) {
        this.forgetTimer = this.clock.after(Math.ceil(wait), () => this.pump());
        return;
      }
      this.queue.shift();
      next.start(this.open(next.tokens));
    }
  }

  private waitFor(tokens: number): number {
    const now = this.clock.now();
    const { requestsPerMinute, tokensPerMinute } = this.limits;
    return Math.max(
      this.heldUntil - now,
      requestsPerMinute === undefined ? 0 : this.requests.wait(now, 1, Math.max(1, requestsPerMinute * this.share)),
      tokensPerMinute === undefined ? 0 : this.tokens.wait(now, tokens, tokensPerMinute * this.share),
    );
  }

  private open(tokens: number): Slot {
    const startedAt = this.clock.now();
    this.active++;
    if (this.limits.requestsPerMinute !== undefined) this.requests.add(startedAt, 1);
    if (this.limits.tokensPerMinute !== undefined) this.tokens.add(startedAt, tokens);
    let open = true;
    return {
      release: (outcome, used) => {
        if (!open) return;
        open = false;
        this.active--;
        const now = this.clock.now();
        if (used !== undefined && this.limits.tokensPerMinute !== undefined) this.tokens.add(now, used - tokens);
        if (outcome === "limited") this.shrink(startedAt, now);
        if (outcome === "ok") this.grow();
        this.pump();
      },
    };
  }

  /** Halves once for all tries that were under way when it last halved: they tell the same story. */
  private shrink(startedAt: number, now: number) {
    this.good = 0;
    if (startedAt <= this.shrunkAt) return;
    this.shrunkAt = now;
    this.width = Math.max(1, Math.floor(this.concurrency / 2));
  }

  private grow() {
    if (this.width >= this.widest) return;
    this.good++;
    if (this.good < this.width) return;
    this.good = 0;
    this.width = Math.min(this.widest, this.width + 1);
  }
}

const limiters = new Map<string, Limiter>();
let workerShare = 1;

/**
 * This process's share of every connection's limits, from 0 to 1: with n workers each takes 1/n. At least one call at
 * once is always allowed.
 */
export function setWorkerShare(share: number) {
  workerShare = Math.min(1, Math.max(0, share));
}

/** The limiter of a connection, with its limits as they stand now. */
export function limiterFor(connection: { id: string; limits: Limits }): Limiter {
  const known = limiters.get(connection.id);
  if (known) {
    known.configure(connection.limits, workerShare);
    return known;
  }
  const limiter = new Limiter(connection.limits, realClock, workerShare);
  limiters.set(connection.id, limiter);
  return limiter;
}
