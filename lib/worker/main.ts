import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { Logger, run, type Runner, type WorkerEvents } from "graphile-worker";
import { env } from "@/lib/env";
import { setWorkerShare } from "@/lib/models/limiter";
import { db } from "@/lib/store/db";
import { forgetOld } from "@/lib/store/limits";
import { laneTask, type LanePayload } from "@/lib/store/run-lanes";
import { foldUncounted } from "@/lib/store/tallies";
import { beat, cancelledAmong, deadAfterSeconds, leave, sweep } from "@/lib/store/workers";
import { Lanes } from "./lanes";
import { Presence } from "./presence";

/**
 * The background process: plays the lanes of runs, folds judgements into tallies, keeps a heartbeat and tidies up
 * after workers that died. Any number may work on one database.
 */

/** Lanes that one worker plays at once; further ones wait for a place or go to another worker. */
const mostLanes = 128;
const beatMs = 2_000;
const sweepMs = 3_000;
/** How often limits and kept answers that are old are deleted. */
const forgetMs = 3_600_000;
/** Judgements are counted in batches small enough not to hold up the lanes, with breath between them. */
const foldAtOnce = 500;
const foldMs = { more: 100, idle: 500 };
/** How long calls under way may take after the order to stop; then they are stopped too. */
const graceMs = 4_000;

const id = randomUUID();
const lanes = new Lanes(id);
let stopping = false;
let queueId: string | null = null;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const logger = new Logger(() => (level, message) => {
  if (level === "error") console.error(message);
});

/** The last line of what an error says: Prisma puts the reason there. */
const wordsOf = (error: unknown) =>
  String((error as Error).message ?? error)
    .trim()
    .split("\n")
    .at(-1);

/** Does something again and again until the worker stops; a fault (a database that restarts) is told and passes. */
async function repeatedly(what: string, ms: () => number, work: () => Promise<void>) {
  let told = false;
  while (!stopping) {
    try {
      await work();
      told = false;
    } catch (error) {
      if (!told) console.error(`${what}: ${wordsOf(error)}`);
      told = true;
      await wait(500);
    }
    for (let left = ms(); left > 0 && !stopping; left -= 100) await wait(Math.min(100, left));
  }
}

const presence = new Presence(deadAfterSeconds * 1_000);
const beating = repeatedly(
  "No heartbeat",
  () => beatMs,
  async () => {
    try {
      lanes.workers = await beat(id, queueId);
      presence.beat(Date.now(), lanes.workers);
      setWorkerShare(1 / lanes.workers);
      lanes.cancel(await cancelledAmong(lanes.runs));
    } catch (error) {
      presence.missed(Date.now());
      throw error;
    }
  },
);

let forgotAt = Number.NEGATIVE_INFINITY;
const sweeping = repeatedly(
  "No sweep",
  () => sweepMs,
  async () => {
    if (presence.maySweep(Date.now())) await sweep(id, queueId);
    if (Date.now() - forgotAt < forgetMs) return;
    await forgetOld();
    forgotAt = Date.now();
  },
);

let folded = 0;
const folding = repeatedly(
  "No counting",
  () => (folded === foldAtOnce ? foldMs.more : foldMs.idle),
  async () => {
    folded = await foldUncounted(foldAtOnce);
  },
);

/** The queue's runner; when it gives up (the database was away for long) a new one is started. */
let runner: Runner | null = null;
const queueing = (async () => {
  while (!stopping) {
    try {
      const events: WorkerEvents = new EventEmitter();
      events.on("pool:create", ({ workerPool }) => {
        queueId = workerPool.id;
      });
      runner = await run({
        events,
        connectionString: env().DATABASE_URL,
        concurrency: mostLanes,
        maxPoolSize: 5,
        // New jobs are told of at once; this is for those whose notice was lost.
        pollInterval: 5_000,
        noHandleSignals: true,
        logger,
        taskList: { [laneTask]: (payload) => lanes.lane(payload as LanePayload) },
      });
      await runner.promise;
    } catch (error) {
      if (!stopping) console.error(`The queue stopped: ${wordsOf(error)}`);
    }
    runner = null;
    if (!stopping) await wait(1_000);
  }
})();

async function stop() {
  if (stopping) return;
  stopping = true;
  lanes.drain();
  const ended = runner?.stop().catch(() => {});
  await Promise.race([ended, wait(graceMs)]);
  lanes.abort();
  await Promise.race([Promise.all([ended, beating, sweeping, folding, queueing]), wait(1_500)]);
  lanes.settler.stop();
  await Promise.race([leave(id).catch(() => {}), wait(1_500)]);
  await Promise.race([db().$disconnect(), wait(300)]);
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
