import type { EpisodeMove, EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { type AttemptBody, loadAttempt, type NumberedMove, Refused, type Result } from "./attempt-client";
import {
  fold,
  follow,
  isRecord,
  type Log,
  reconcile,
  sentencesHere,
  startLog,
  step,
  withSentences,
} from "./attempt-log";
import type { Kept, Outbox } from "./outbox";
import { backoff, Sender, sendLock } from "./sender";
import { joinTabs, oneTabAtATime } from "./tabs";

/** An attempt as it was opened here: `fresh` when the server has just told it, else from this browser's own log. */
export type OpenAttempt = AttemptBody & { kept: Kept; fresh: boolean };

/** What the page shows: the state with every move at once, whether or not it is stored yet. */
export type Shown = { task: EpisodeTask; state: EpisodeState; result: Result | undefined; elsewhere: boolean };

/**
 * Where the moves are: not yet in this browser's log (`saving`), in it (`saved`), on the server too (`synced`), in it
 * while the network or the server is away (`waiting`), or kept because the server does not know this browser as the
 * player (`stranger`).
 */
export type SyncState = "saving" | "saved" | "synced" | "waiting" | "stranger";
export type Sync = { state: SyncState; durable: boolean };

type Listener = () => void;

/** The client's time, which never runs back while a page is open, whatever happens to the clock. */
const clientTime = () => new Date(performance.timeOrigin + performance.now()).toISOString();

/** Works after the frame that shows what was just done, so that storing never delays it; at once when nobody looks. */
function afterFrame(work: () => void): void {
  if (typeof document === "undefined" || document.hidden) {
    work();
    return;
  }
  const late = setTimeout(work, 100);
  requestAnimationFrame(() => {
    clearTimeout(late);
    setTimeout(work);
  });
}

/**
 * One attempt being played in this tab. A move shows at once, is stored by the outbox with the next free number, and is
 * sent in the background. What other tabs store is taken in; what the server's log says otherwise wins.
 */
export class Playing {
  /** All that is stored and known here. */
  private base: Log;
  private edition: number;
  private sent: number;
  /** Shown but not yet stored. */
  private pending: NumberedMove[] = [];
  private ahead: Log;
  private shown: Shown;
  private sync: Sync;
  private trouble: "waiting" | "stranger" | null = null;
  private committing = false;
  /** Another tab told of moves while this one was storing its own. */
  private missed = false;
  private mended = false;
  private ended = false;
  private sender: Sender | null = null;
  private tabs: ReturnType<typeof joinTabs> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<Listener>();
  readonly id: string;

  constructor(
    private readonly opened: OpenAttempt,
    private readonly outbox: Outbox,
    private readonly lost: () => void,
  ) {
    this.id = opened.id;
    this.base = fold(startLog(opened.task), opened.events);
    this.ahead = this.base;
    this.edition = opened.kept.edition;
    this.sent = opened.kept.sent;
    this.shown = {
      task: opened.task,
      state: this.base.state,
      result: opened.result ?? opened.kept.result,
      elsewhere: false,
    };
    this.sync = { state: this.sent >= this.base.seq ? "synced" : "saved", durable: outbox.durable };
  }

  readonly subscribe = (listener: Listener) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly getShown = () => this.shown;
  readonly getSync = () => this.sync;

  /** Joins the other tabs and begins to send. `end` undoes it. */
  start(): void {
    this.ended = false;
    this.tabs = joinTabs(this.id, (what) => void (what === "kept" ? this.refresh() : this.readSent()));
    this.restartSender();
    void this.refresh();
    if (!this.opened.fresh && this.sent >= this.base.seq) void this.compare();
  }

  end(): void {
    this.ended = true;
    this.tabs?.close();
    this.sender?.stop();
    clearTimeout(this.timer);
  }

  /** Makes a move: true at once when it is allowed now, false when it is refused. Storing and sending follow. */
  move(wanted: EpisodeMove): boolean {
    const numbered: NumberedMove = { ...wanted, seq: this.ahead.seq + 1, at: clientTime() };
    const next = step(this.ahead, numbered);
    if (!next) return false;
    this.pending.push(numbered);
    this.ahead = next;
    this.publish();
    afterFrame(() => void this.commit());
    return true;
  }

  /** Tries at once to send: the network came back, someone signed in, or the player looks here again. */
  retry(): void {
    this.sender?.retry();
  }

  private publish(change: Partial<Omit<Shown, "state" | "task">> = {}): void {
    const shown = { ...this.shown, ...change, task: this.ahead.task, state: this.ahead.state };
    const same = (Object.keys(shown) as (keyof Shown)[]).every((name) => shown[name] === this.shown[name]);
    if (!same) this.shown = shown;
    const state: SyncState =
      this.pending.length > 0 ? "saving" : this.sent >= this.base.seq ? "synced" : (this.trouble ?? "saved");
    const { durable } = this.outbox;
    const still = state === this.sync.state && durable === this.sync.durable;
    if (!still) this.sync = { state, durable };
    if (!same || !still) for (const listener of this.listeners) listener();
  }

  private async commit(): Promise<void> {
    if (this.committing) return;
    this.committing = true;
    while (this.pending.length > 0 && !this.ended) {
      const batch = [...this.pending];
      const { base, edition } = this;
      let outcome = follow(base, []);
      const stored = await this.outbox.append(this.id, { seq: base.seq, edition }, (later) => {
        outcome = follow(fold(base, later), batch);
        return outcome.added;
      });
      if (!stored) {
        await this.reload();
        continue;
      }
      this.pending = this.pending.slice(batch.length);
      this.take(outcome.log, stored.later, outcome.refused);
      this.tabs?.tell("kept");
      const urgent = sentencesHere(outcome.log.task) !== undefined || outcome.log.state.response !== null;
      this.sender?.wake(urgent ? 0 : 400);
    }
    this.committing = false;
    if (this.missed) void this.refresh();
  }

  /** A new stored log: what was not stored yet is put after it again. */
  private take(base: Log, others: NumberedMove[], refused: NumberedMove[] = []): void {
    // Texts that came while this log was being stored stay.
    this.base = { ...base, task: this.base.task };
    const rest = follow(this.base, this.pending);
    this.pending = this.pending.filter((move) => !rest.refused.includes(move));
    this.ahead = rest.log;
    const told =
      [...refused, ...rest.refused].some((move) => !isRecord(move)) || others.some((move) => !isRecord(move));
    this.publish(told ? { elsewhere: true } : {});
  }

  /** Takes in what other tabs have stored. */
  private async refresh(): Promise<void> {
    this.missed = this.committing;
    if (this.committing) return;
    const { base, edition } = this;
    const stored = await this.outbox.append(this.id, { seq: base.seq, edition }, () => []);
    // A commit that began meanwhile takes in the same moves.
    if (this.committing || this.ended) return;
    if (!stored) await this.reload();
    else if (stored.later.length > 0) this.take(fold(base, stored.later), stored.later);
    this.publish();
  }

  /** Reads the whole log anew, when another tab or the server replaced it. */
  private async reload(): Promise<void> {
    const found = await this.outbox.read(this.id);
    if (!found) {
      this.pending = [];
      this.end();
      this.lost();
      return;
    }
    const log = fold(startLog(found.kept.task), found.moves);
    this.base = log;
    this.edition = found.kept.edition;
    this.sent = found.kept.sent;
    this.take(log, []);
    this.publish({ result: found.kept.result });
    this.sender?.wake();
  }

  /** Sentences that came later, in a case that is delivered by window. */
  private come(sentences: EpisodeTask["sentences"] | undefined): void {
    this.base = { ...this.base, task: withSentences(this.base.task, sentences) };
    this.ahead = { ...this.ahead, task: withSentences(this.ahead.task, sentences) };
  }

  private async readSent(): Promise<void> {
    const found = await this.outbox.read(this.id);
    if (!found) return;
    this.sent = found.kept.sent;
    if (sentencesHere(this.base.task) !== undefined) this.come(found.kept.task.sentences);
    this.trouble = null;
    await this.refresh();
    this.publish({ result: found.kept.result });
  }

  private restartSender(): void {
    this.sender?.stop();
    this.sender = new Sender(this.id, this.outbox, {
      sent: (seq, done, result, sentences) => {
        this.sent = Math.max(this.sent, seq);
        this.come(sentences);
        this.trouble = null;
        this.mended = false;
        this.publish(done ? { result } : {});
        this.tabs?.tell("sent");
      },
      waiting: () => this.setTrouble("waiting"),
      stranger: () => this.setTrouble("stranger"),
      astray: (refused) => void this.mend(refused),
    });
    this.sender.wake(0);
  }

  private setTrouble(trouble: "waiting" | "stranger"): void {
    this.trouble = trouble;
    this.publish();
  }

  /** Whether the server knows more than this browser: the player went on elsewhere. */
  private async compare(): Promise<void> {
    const body = await loadAttempt(this.id).catch(() => null);
    if (!body || this.ended || (body.events.at(-1)?.seq ?? 0) === this.sent) return;
    await this.adopt(body, null, false).catch(() => this.setTrouble("waiting"));
  }

  /** The server refused a move, or its log goes another way. */
  private async mend(refused: number | null, failures = 0): Promise<void> {
    try {
      await this.adopt(await loadAttempt(this.id), refused, this.mended && refused === null);
      this.mended = true;
      this.restartSender();
    } catch (error) {
      if (this.ended) return;
      const stranger = error instanceof Refused && [401, 404].includes(error.status);
      this.setTrouble(stranger ? "stranger" : "waiting");
      this.timer = setTimeout(() => void this.mend(refused, failures + 1), backoff(failures + 1));
    }
  }

  /** Takes the server's log, and puts after it what this browser has beyond it (see `reconcile`). No tab sends meanwhile. */
  private async adopt(body: AttemptBody, refused: number | null, plain: boolean): Promise<void> {
    let elsewhere = false;
    await oneTabAtATime(sendLock(this.id), () =>
      this.outbox.rewrite(this.id, ({ kept, moves }) => {
        const next = reconcile(body, moves, refused, plain);
        elsewhere = next.elsewhere;
        const { task, done, result } = body;
        const sent = body.events.at(-1)?.seq ?? 0;
        return { kept: { ...kept, task, done, result, sent, edition: kept.edition + 1 }, moves: next.moves };
      }),
    );
    this.trouble = null;
    await this.reload();
    if (elsewhere) this.publish({ elsewhere });
    this.tabs?.tell("kept");
  }
}
