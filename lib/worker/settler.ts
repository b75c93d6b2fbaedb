import { type Claim, releaseStrays, type Settlement, settleAndClaim } from "@/lib/store/claims";

/**
 * Group commit: the results of lanes that finish within a few milliseconds are stored in one transaction, and the same
 * transaction takes their next attempts. A lane goes on only when its result is durable. One batch is on its way at a
 * time: several were no faster, for they hold up each other. And none takes all that wait: lanes that are let go together
 * come back together, and such crowds only ever grow, until all lanes wait for each other.
 */

/** What a lane gets back: whether its settlement was stored, and its next attempt when it wanted one. */
export type Answer = {
  settled: boolean;
  /** The attempt was to go on, and its run does not: it is back in line. */
  halted: boolean;
  claim: Claim | null;
  /** Why an attempt that was wanted did not come: see `Shortage`. Null when none was wanted, or one came. */
  shortage: { over: boolean; played: boolean } | null;
};

type Waiting = {
  settlement: Settlement | null;
  want: string | null;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};

/** How many of those that wait make a batch. */
const batchOf = (waiting: number) => Math.max(4, Math.ceil(waiting / 4));
const retryMs = { first: 100, most: 2_000 };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An error of the rows themselves, or of their size; every other one is of the database's being away and passes. */
function isOfData(error: unknown): boolean {
  return /^(2[123]|54)/.test(String((error as { code?: unknown } | null)?.code ?? ""));
}

export class Settler {
  private readonly results: Waiting[] = [];
  /** Lanes that have nothing to store: many may ask again and again while their connection is busy. */
  private readonly polls: Waiting[] = [];
  private busy = false;
  private strays = false;
  /** Nobody waits for the database any more. */
  stopped = false;
  /** Attempts that are being played here, by id. */
  readonly playing = new Set<string>();

  constructor(readonly owner: string) {}

  /** Stores a settlement (when there is one) and takes an attempt of `want` (when one is named). */
  submit(settlement: Settlement | null, want: string | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      (settlement ? this.results : this.polls).push({ settlement, want, resolve, reject });
      if (!this.busy) void this.work();
    });
  }

  private async work() {
    this.busy = true;
    while (this.results.length + this.polls.length > 0) {
      // What has arrived with the first one comes along.
      await new Promise(setImmediate);
      await this.persist(this.next());
    }
    this.busy = false;
  }

  /** The next batch: results first, for a lane with a result holds a place that others may wait for; but some of each. */
  private next(): Waiting[] {
    const size = batchOf(this.results.length + this.polls.length);
    const kept = Math.min(this.polls.length, Math.ceil(size / 4));
    const batch = this.results.splice(0, size - kept);
    return [...batch, ...this.polls.splice(0, size - batch.length)];
  }

  /** Gives up waiting for a database that is away: what is not stored by now is done again later. */
  stop() {
    this.stopped = true;
  }

  /** Stores a batch, again and again while the database is away. */
  private async persist(batch: Waiting[]) {
    for (let delay = retryMs.first; ; delay = Math.min(delay * 2, retryMs.most)) {
      try {
        if (this.strays) {
          await releaseStrays(this.owner, [...this.playing]);
          this.strays = false;
        }
        await this.store(batch);
        return;
      } catch (error) {
        if (isOfData(error)) return this.apart(batch, error);
        // The answer may have been lost after the database had taken attempts out for this worker.
        this.strays = true;
        if (this.stopped) {
          for (const one of batch) one.reject(error);
          return;
        }
        const words = String((error as Error | null)?.message ?? error).trim();
        console.error(`The database does not answer; trying again: ${words.split("\n").at(-1)}`);
        await wait(delay);
      }
    }
  }

  /** One row that the database refuses must not hold up the others. */
  private async apart(batch: Waiting[], error: unknown) {
    const [only] = batch;
    if (batch.length > 1) for (const one of batch) await this.persist([one]);
    else if (only) only.reject(error);
  }

  private async store(batch: Waiting[]) {
    const wanted = new Map<string, number>();
    for (const { want } of batch) if (want !== null) wanted.set(want, (wanted.get(want) ?? 0) + 1);
    const settlements = batch.flatMap((one) => (one.settlement ? [one.settlement] : []));
    const wants = [...wanted].map(([run, lanes]) => ({ run, lanes }));
    const { settled, halted, claims, shortages } = await settleAndClaim(this.owner, settlements, wants);
    for (const { attempt, ending } of settlements) if (ending || halted.has(attempt)) this.playing.delete(attempt);
    for (const claim of claims) this.playing.add(claim.id);
    for (const { settlement, want, resolve } of batch) {
      const index = claims.findIndex((claim) => claim.runId === want);
      const [claim = null] = index < 0 ? [] : claims.splice(index, 1);
      const settledNow = settlement === null || settled.has(settlement.attempt);
      const shortage = claim ? null : (shortages.find((one) => one.run === want) ?? null);
      const haltedNow = settlement !== null && halted.has(settlement.attempt);
      resolve({ settled: settledNow, halted: haltedNow, claim, shortage });
    }
  }
}
