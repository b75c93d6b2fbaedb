import type { EpisodeTask } from "@/lib/families/episode/play";
import { type NumberedMove, Refused, type Result, sendMoves } from "./attempt-client";
import { sentencesHere, withSentences } from "./attempt-log";
import type { Outbox } from "./outbox";
import { oneTabAtATime } from "./tabs";

type Listener = {
  /** The server has acknowledged moves up to this number, after the final one with its result; `come` are new sentences. */
  sent: (seq: number, done: boolean, result: Result | undefined, come: EpisodeTask["sentences"] | undefined) => void;
  /** The server cannot be reached or cannot answer now: it is tried again. */
  waiting: () => void;
  /** The server does not know this browser as the player of this attempt (any more). */
  stranger: () => void;
  /** The server's log goes another way, or it does not take a move: `refused` is that move's number, if told. */
  astray: (refused: number | null) => void;
};

const longest = 30_000;
/** A body stays well under what the server takes, and a batch under what it replays at once. */
const batchBytes = 300_000;
const batchMoves = 200;

/** The lock under which an attempt's log is sent or replaced by the server's. */
export const sendLock = (attempt: string) => `worth-send:${attempt}`;

/** How long to wait after so many failures in a row: exponential with full jitter, so that browsers do not return in step. */
export function backoff(failures: number, random = Math.random()): number {
  return 500 + random * Math.min(longest, 1_000 * 2 ** failures);
}

/** The first moves of a list that fit into one call; at least one. */
export function batchOf(moves: NumberedMove[]): NumberedMove[] {
  let bytes = 0;
  const end = moves.findIndex((move, index) => {
    bytes += JSON.stringify(move).length * 3;
    return index > 0 && (bytes > batchBytes || index >= batchMoves);
  });
  return end < 0 ? moves : moves.slice(0, end);
}

/** Sends the kept moves of one attempt in order, in batches, again and again until the server has them all. */
export class Sender {
  private running = false;
  private again = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private stopped = false;

  constructor(
    private readonly attempt: string,
    private readonly outbox: Pick<Outbox, "read" | "note">,
    private readonly listener: Listener,
  ) {}

  /** Says that there may be something to send. Moves in quick succession leave together. While a retry is due, it waits for that. */
  wake(delay = 400): void {
    if (this.stopped || this.failures > 0) return;
    this.plan(delay);
  }

  /** Tries at once: the network came back, or the player looks at the page again. */
  retry(): void {
    if (this.stopped) return;
    this.failures = 0;
    this.plan(0);
  }

  /** Sends all there is, once. @throws Refused, TypeError or DOMException when the server does not take it */
  sendNow(): Promise<void> {
    return oneTabAtATime(sendLock(this.attempt), () => this.sendAll());
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private plan(delay: number): void {
    // A move may be kept just after the last look at the outbox: look once more when this run is over.
    if (this.running) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), delay);
  }

  private async run(): Promise<void> {
    this.running = true;
    this.again = false;
    try {
      await this.sendNow();
      this.failures = 0;
    } catch (error) {
      this.failed(error);
    } finally {
      this.running = false;
      if (this.again && this.failures === 0 && !this.stopped) this.plan(200);
    }
  }

  private async sendAll(): Promise<void> {
    for (;;) {
      const found = await this.outbox.read(this.attempt);
      const moves = (found?.moves ?? []).filter((move) => move.seq > (found?.kept.sent ?? 0));
      if (!found || moves.length === 0 || this.stopped) return;
      const have = sentencesHere(found.kept.task);
      const { seq, done, result, sentences } = await sendMoves(this.attempt, batchOf(moves), have);
      this.failures = 0;
      await this.outbox.note(this.attempt, (kept) => ({
        ...kept,
        sent: Math.max(kept.sent, seq),
        task: withSentences(kept.task, sentences),
        ...(done && { done, result }),
      }));
      this.listener.sent(seq, done, result, sentences);
    }
  }

  private failed(error: unknown): void {
    if (this.stopped) return;
    const status = error instanceof Refused ? error.status : 0;
    if (status === 409 || status === 422) {
      const field = error instanceof Refused ? error.faults[0]?.field : undefined;
      const number = /^moves\.(\d+)\./.exec(field ?? "")?.[1];
      this.stop();
      this.listener.astray(number ? Number(number) : null);
      return;
    }
    this.failures += 1;
    if (status === 401 || status === 404) this.listener.stranger();
    else this.listener.waiting();
    const told = error instanceof Refused ? (error.retryAfter ?? 0) * 1000 : 0;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), Math.max(told, backoff(this.failures)));
  }
}
