import type { Message } from "@/lib/families/family";
import { callModel } from "@/lib/models/call";
import type { ConnectionConfig, ModelConfig } from "@/lib/models/provider";
import type { Claim } from "@/lib/store/claims";
import { connectionConfig } from "@/lib/store/models";
import { endRunIfFinished, type LanePayload, passLane } from "@/lib/store/run-lanes";
import { type Calls, playAttempt } from "./play-attempt";
import { type Answer, Settler } from "./settler";

/** How long a lane waits when its run's connections are all busy. */
const busyMs = 150;
/** How long a connection's settings are kept before they are read again. */
const connectionMs = 5_000;
/** A lane that found no better place so often stays where it is for a while. */
const mostPasses = 3;
const stayMs = 20_000;
/** The queue takes a job that has run for hours for lost and starts it once more: before that a lane passes itself on. */
const longestLaneMs = 3_600_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The lanes of one worker. */
export class Lanes implements Calls {
  readonly settler: Settler;
  private stopping = false;
  private readonly here = new Map<string, number>();
  private readonly controllers = new Map<string, { run: string; controller: AbortController }>();
  private readonly connections = new Map<string, { at: number; config: Promise<ConnectionConfig> }>();
  /** How many workers are alive. */
  workers = 1;

  constructor(owner: string) {
    this.settler = new Settler(owner);
  }

  /** Runs that are being played here. */
  get runs(): string[] {
    return [...this.here.keys()];
  }

  connection(id: string): Promise<ConnectionConfig> {
    const held = this.connections.get(id);
    if (held && Date.now() - held.at < connectionMs) return held.config;
    const config = connectionConfig(id);
    this.connections.set(id, { at: Date.now(), config });
    config.catch(() => this.connections.delete(id));
    return config;
  }

  call(connection: ConnectionConfig, model: ModelConfig, messages: Message[], options: { signal: AbortSignal }) {
    return callModel(connection, model, messages, options);
  }

  /**
   * Stops the calls that are under way for runs that are cancelled. Whether a stopped attempt is cancelled or back in
   * line is for the database to say: the run may have been launched again meanwhile.
   */
  cancel(runs: string[]) {
    for (const { run, controller } of this.controllers.values()) if (runs.includes(run)) controller.abort();
  }

  /** Takes no further attempt; lanes end after the one they play. */
  drain() {
    this.stopping = true;
  }

  /** Stops the calls that are still under way: their attempts go back in line. */
  abort() {
    for (const { controller } of this.controllers.values()) controller.abort();
  }

  /** One lane: plays attempt after attempt of a run until none is left or the run does not go on. */
  async lane(payload: LanePayload): Promise<void> {
    const { run } = payload;
    const begun = Date.now();
    this.here.set(run, (this.here.get(run) ?? 0) + 1);
    try {
      let answer: Answer | null = null;
      for (;;) {
        if (answer?.claim) answer = await this.play(answer.claim, () => (this.goesOn(payload, begun) ? run : null));
        else if (this.stopping) return;
        else if (this.passes(payload, begun)) return await this.pass(payload);
        else answer = await this.settler.submit(null, run);
        const shortage = answer.shortage;
        // Whoever plays the run's last attempt ends it.
        if (shortage?.over && (shortage.played || (await endRunIfFinished(run)))) return;
        if (shortage) await wait(busyMs * (0.5 + Math.random()));
      }
    } finally {
      const left = (this.here.get(run) ?? 1) - 1;
      if (left > 0) this.here.set(run, left);
      else this.here.delete(run);
    }
  }

  private async pass(payload: LanePayload) {
    const passed = (payload.passed ?? 0) >= mostPasses ? 0 : payload.passed;
    await passLane({ ...payload, passed });
  }

  private goesOn(payload: LanePayload, begun: number) {
    return !this.stopping && !this.passes(payload, begun);
  }

  /** Whether a lane had better be taken up anew: this worker plays more than its share of them, or it has run for long. */
  private passes({ run, lanes, passed = 0 }: LanePayload, begun: number): boolean {
    if (Date.now() - begun > longestLaneMs) return true;
    if (this.workers < 2 || (passed >= mostPasses && Date.now() - begun < stayMs)) return false;
    return (this.here.get(run) ?? 0) > Math.ceil(lanes / this.workers);
  }

  private async play(claim: Claim, want: () => string | null): Promise<Answer> {
    const controller = new AbortController();
    this.controllers.set(claim.id, { run: claim.runId, controller });
    let answer: Answer | null = null;
    try {
      answer = await playAttempt(claim, this.settler, this, controller.signal, want);
      return answer;
    } finally {
      this.controllers.delete(claim.id);
      // An attempt that went back in line may be the very one that came with the answer.
      if (answer?.claim?.id !== claim.id) this.settler.playing.delete(claim.id);
    }
  }
}
