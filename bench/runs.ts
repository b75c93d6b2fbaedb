/**
 * npm run bench:runs [-- --peer] — how near a run comes to the time its provider alone would take: 500 and 2,000
 * attempts at concurrency 32 against a server that answers in 50 ms, with short prompts and with prompts of 13 kB; a
 * worker process and a PostgreSQL of their own, results durable. Wall time, launch included, over the ideal
 * N · 50 ms / 32; medians of three rounds, after a run that warms the worker up. With --peer promptfoo takes turns on the
 * same server with the short prompt.
 */
import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startDatabase } from "../scripts/database.mjs";
import { migrate } from "../scripts/migrate.mjs";
import { endGroup } from "../scripts/processes.mjs";
import { childEnv, startWorker } from "../scripts/services.mjs";
import { madeUpTask } from "./made-up-task";
import { installPeer } from "./peer";
import { startServerProcess } from "./server-process";

const latencyMs = 50;
const concurrency = 32;
const rounds = 3;
const secret = "only-for-the-bench-0123456789";
const withPeer = process.argv.includes("--peer");

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const idealMs = (calls: number) => (calls * latencyMs) / concurrency;

/** Processor milliseconds that a process has used so far. Linux only. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The most memory that a process has held, in MB. Linux only. */
function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

const say = (who: string, calls: number, ms: number) =>
  console.log(
    `${who.padEnd(9)} ${calls} calls: ${(ms / 1000).toFixed(2)} s, ${(ms / idealMs(calls)).toFixed(3)} × ideal`,
  );

/** Two tasks and a model in the database of the environment. */
async function prepare(url: string) {
  const { publishTask } = await import("../lib/store/tasks");
  const { createConnection, createModel } = await import("../lib/store/models");
  const { setAllowedHosts } = await import("../lib/store/settings");
  await publishTask(madeUpTask("short", 16, 60));
  await publishTask(madeUpTask("long", 120, 88));
  await setAllowedHosts([new URL(url).host]);
  const limits = { concurrency: 256, retries: 0, idleSeconds: 30, totalSeconds: 60 };
  const connection = await createConnection({ name: "bench", kind: "openai-compatible", baseUrl: url, limits });
  const { id } = await createModel({
    name: "bench",
    connection: connection.id,
    modelId: "bench",
    method: "plain",
    parameters: {},
    rules: { noTemperature: false, maxCompletionTokens: false, sendReasoning: false },
    prices: { input: 1, output: 2 },
    interface: "api",
    notes: "",
  });
  return (name: string, task: string, epochs: number) => ({
    name,
    tasks: [task],
    models: [id],
    baselines: [],
    conditions: [{}],
    epochs,
    concurrency,
  });
}

type Server = Awaited<ReturnType<typeof startServerProcess>>;

async function measure(worker: ChildProcess, server: Server, folder: string): Promise<Record<string, number>> {
  const { estimateRun, launchRun } = await import("../lib/store/runs");
  const { pool } = await import("../lib/store/db");
  const planOf = await prepare(server.url);
  const pid = worker.pid as number;

  let launched = 0;
  /** One run. @returns milliseconds from its launch to its end */
  async function run(task: string, calls: number): Promise<number> {
    launched += 1;
    const before = await server.calls();
    const begun = performance.now();
    const { run: made } = await launchRun(planOf(`bench ${launched}`, task, calls));
    for (let status = "running"; status !== "done"; await wait(20)) {
      const { rows } = await pool().query(`SELECT "status" FROM "Run" WHERE "id" = $1`, [made.id]);
      status = rows[0].status;
      if (status !== "running" && status !== "done") throw new Error(`The run is ${status}.`);
    }
    const ms = performance.now() - begun;
    const { rows } = await pool().query(
      `SELECT count(*)::int AS "done" FROM "Attempt" WHERE "runId" = $1 AND "status" = 'done'`,
      [made.id],
    );
    const asked = (await server.calls()) - before;
    if (rows[0].done !== calls || asked !== calls) throw new Error(`${rows[0].done} of ${calls}, ${asked} calls.`);
    say(task, calls, ms);
    return ms;
  }

  const prompts = await Promise.all(["short", "long"].map((task) => estimateRun(planOf("preview", task, 1))));
  const [short = "", long = ""] = prompts.map(({ preview }) => preview?.messages[0]?.content ?? "");
  console.log(`Prompts of ${Buffer.byteLength(short)} and ${Buffer.byteLength(long)} bytes.`);
  const peer = withPeer ? await installPeer(folder, server.url, short) : null;
  const warmUp = () => run("short", 1_000);
  await warmUp();

  const times = { n500: [] as number[], n2000: [] as number[], long: [] as number[], peer: [] as number[] };
  let cpu = 0;
  for (let round = 0; round < rounds; round++) {
    times.n500.push(await run("short", 500));
    const from = cpuMs(pid);
    times.n2000.push(await run("short", 2_000));
    cpu += cpuMs(pid) - from;
    times.long.push(await run("long", 2_000));
    if (!peer) continue;
    const ms = await peer.measure(2_000, concurrency);
    say("promptfoo", 2_000, ms);
    times.peer.push(ms);
    // The worker has had nothing to do meanwhile.
    if (round < rounds - 1) await warmUp();
  }
  return {
    n500: median(times.n500) / idealMs(500),
    n2000: median(times.n2000) / idealMs(2_000),
    long_over_short: median(times.long) / median(times.n2000),
    cpu_ms_per_call: cpu / (rounds * 2_000),
    peak_rss_mb: peakMb(pid),
    ...(peer && {
      peer_n2000: median(times.peer) / idealMs(2_000),
      peer_over_ours: median(times.peer) / median(times.n2000),
    }),
  };
}

async function main() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "worth-bench-"));
  chmodSync(folder, 0o755);
  const database = await startDatabase({ dataDir: folder, port: undefined });
  const server = await startServerProcess(latencyMs);
  const env = childEnv({ url: database.url, authSecret: secret, encryptionKey: secret, address: "http://localhost" });
  Object.assign(process.env, env);
  let worker: ChildProcess | null = null;
  try {
    await migrate(database.url);
    worker = startWorker({ env });
    await wait(2_000);
    const figures = Object.entries(await measure(worker, server, folder));
    const [processor] = os.cpus();
    const memory = Math.round(os.totalmem() / 2 ** 30);
    console.log(`${os.cpus().length} × ${processor?.model.trim()}, ${memory} GB, Node ${process.version}`);
    const rounded = Object.fromEntries(figures.map(([name, value]) => [name, Number(value.toFixed(3))]));
    console.log(JSON.stringify({ bench: "runs", figures: rounded }));
  } finally {
    if (worker?.pid) await endGroup(worker.pid);
    await server.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
