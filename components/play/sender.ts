import { type NumberedMove, Refused, type Result, sendMoves } from "./attempt-client";
import { keptMoves } from "./outbox";

export type SyncState = "saved" | "synced" | "waiting";

type Listener = {
  state: (state: SyncState) => void;
  /** The answer was stored. */
  done: (result: Result | undefined) => void;
  /** The server's log goes another way (or has no such attempt): load it afresh. */
  astray: (status: number) => void;
};

/** Sends the kept moves of one attempt in order, in batches, again and again until the server has them all. */
export class Sender {
  private running = false;
  private again = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private stopped = false;

  constructor(
    private readonly attempt: string,
    private sent: number,
    private readonly listener: Listener,
  ) {}

  /** Says that there may be something to send. Short moves in a row leave together. */
  wake(delay = 400): void {
    if (this.stopped) return;
    // A move may be kept just after the last look at the outbox: look once more when this run is over.
    if (this.running) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), delay);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      let batch: NumberedMove[] = await keptMoves(this.attempt, this.sent + 1);
      while (batch.length > 0 && !this.stopped) {
        const answer = await sendMoves(this.attempt, batch.slice(0, 200));
        this.sent = Math.max(this.sent, answer.seq);
        this.failures = 0;
        if (answer.done) {
          this.listener.state("synced");
          this.listener.done(answer.result);
          this.stop();
        }
        batch = await keptMoves(this.attempt, this.sent + 1);
      }
      this.listener.state("synced");
    } catch (error) {
      this.failed(error);
    } finally {
      this.running = false;
      if (this.again && this.failures === 0) this.wake();
      this.again = false;
    }
  }

  private failed(error: unknown): void {
    if (this.stopped) return;
    const status = error instanceof Refused ? error.status : 0;
    if ([404, 409, 422].includes(status)) {
      this.stop();
      this.listener.astray(status);
      return;
    }
    this.failures += 1;
    this.listener.state("waiting");
    this.timer = setTimeout(() => void this.run(), Math.min(30_000, 1000 * 2 ** this.failures));
  }
}
