/**
 * When a worker may tidy up after others. One that comes back from a silence of its own (the database was away, the
 * machine slept) cannot tell the dead from those that come back with it: it waits until they had time to say so.
 */
export class Presence {
  private since = Number.POSITIVE_INFINITY;
  private beaten = Number.NEGATIVE_INFINITY;
  private returned = Number.NEGATIVE_INFINITY;
  private alive = 1;

  /** @param deadAfterMs how long a worker may be silent; all times are milliseconds of one clock */
  constructor(private readonly deadAfterMs: number) {}

  /** A heartbeat was stored. @param alive how many workers are, this one included */
  beat(now: number, alive: number) {
    if (this.beaten > Number.NEGATIVE_INFINITY && now - this.beaten > this.deadAfterMs) this.returned = now;
    this.since = Math.min(this.since, now);
    this.beaten = now;
    this.alive = alive;
  }

  /** A heartbeat could not be stored. */
  missed(now: number) {
    this.returned = now;
  }

  /** Whether those that are silent now are dead. */
  maySweep(now: number): boolean {
    const silentItself = now - this.beaten > this.deadAfterMs;
    if (silentItself || now - this.returned <= this.deadAfterMs) return false;
    return this.alive === 1 || now - this.since > this.deadAfterMs;
  }
}
