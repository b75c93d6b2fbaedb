// Runs with real workers and a real PostgreSQL that are killed while they work, against a provider on this machine.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { startDatabase } from "./database.mjs";
import { migrate } from "./migrate.mjs";
import { keepRunning, wait } from "./processes.mjs";
import { childEnv, startWorker } from "./services.mjs";
import { testFolder } from "./test-folder.mjs";

const secret = "only-for-the-process-tests-0123456789";
const answer = JSON.stringify(madeUpResponse());

let folder;
let database;
let env;
let store;
let names = 0;
const cleanups = [];

beforeAll(async () => {
  folder = testFolder("worth-runs");
  // Durable, for it is killed: what was acknowledged must be there afterwards.
  database = await startDatabase({ dataDir: folder });
  await migrate(database.url);
  env = childEnv({ url: database.url, authSecret: secret, encryptionKey: secret, address: "http://localhost" });
  Object.assign(process.env, env);
  store = {
    ...(await import("@/lib/store/db")),
    ...(await import("@/lib/store/models")),
    ...(await import("@/lib/store/runs")),
    ...(await import("@/lib/store/settings")),
    ...(await import("@/lib/store/tallies")),
    ...(await import("@/lib/store/tasks")),
    ...(await import("@/lib/models/protocol-server")),
    ...(await import("@/bench/made-up-task")),
  };
  for (const slug of ["one", "two"]) await store.publishTask(store.madeUpTask(slug, 16, 70));
  await store.setAllowedHosts(["127.0.0.1"]);
});

afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
  await store?.db().$disconnect();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Workers that are started again when they die, as `npm start` does. */
function workers(count) {
  const kept = Array.from({ length: count }, (_, index) =>
    keepRunning({ name: `worker ${index}`, start: () => startWorker({ env }), say: () => {} }),
  );
  const stop = () => Promise.all(kept.map((worker) => worker.stop()));
  cleanups.push(stop);
  return { kill: (index) => process.kill(kept[index].pid(), "SIGKILL"), pid: (index) => kept[index].pid(), stop };
}

async function provider(options, limits = {}) {
  const server = await store.startProtocolServer(options);
  cleanups.push(() => server.stop());
  names += 1;
  const connection = await store.createConnection({
    name: `provider ${names}`,
    kind: "openai-compatible",
    baseUrl: server.url,
    limits: { concurrency: 64, retries: 3, idleSeconds: 2, totalSeconds: 20, ...limits },
  });
  const model = (name) =>
    store.createModel({
      name: `${name} ${names}`,
      connection: connection.id,
      modelId: name,
      method: "plain",
      parameters: {},
      rules: { noTemperature: false, maxCompletionTokens: false, sendReasoning: false },
      prices: { input: 1, output: 2 },
      interface: "api",
      notes: "",
    });
  return { server, model };
}

async function until(check, patience) {
  for (const end = Date.now() + patience; ; await wait(50)) {
    let why = "";
    try {
      if (await check()) return;
    } catch (error) {
      why = error.message;
    }
    if (Date.now() > end) throw new Error(`Waited in vain for ${check}. ${why}`);
  }
}

/** What the plans have in common that ask one case as it is. */
const one = { tasks: ["one"], baselines: [], conditions: [{}] };

const done = async (run) => (await store.readRun(run)).counts.done;
const ended = async (run) => (await store.readRun(run)).status === "done";

/** What stands in the events against what stands in the run: every stored call once, every sum right. */
async function sumsOf(run) {
  const calls = await store.db().$queryRaw`
    SELECT count(*)::int AS "calls", sum((e."record" -> 'usage' ->> 'input')::int)::int AS "input",
      sum((e."record" -> 'usage' ->> 'output')::int)::int AS "output", count(DISTINCT e."attemptId")::int AS "attempts"
    FROM "Event" e JOIN "Attempt" a ON a."id" = e."attemptId"
    WHERE a."runId" = ${run} AND e."type" IN ('call', 'failed-call')`;
  const judgements = await store.db().$queryRaw`
    SELECT count(*)::int AS "n" FROM "Judgement" j JOIN "Attempt" a ON a."id" = j."attemptId"
    WHERE a."runId" = ${run} AND j."current"`;
  return { ...calls[0], judgements: judgements[0].n };
}

/** Counts by group, dimension and value, without the ids of run and model. */
async function figures(run) {
  const rows = [];
  for (const slug of ["one", "two"]) {
    const task = await store.findTask(slug);
    for (const row of await store.readTallies(task.id)) {
      if (!row.group.startsWith(`run:${run}/`)) continue;
      rows.push([slug, row.conditionKey, row.dimension, row.value, row.count, row.sum].join("|"));
    }
  }
  return rows.sort();
}

it("kill -9 of the worker in the middle of a run loses and doubles nothing, and the run ends by itself", async () => {
  const { server, model } = await provider({ latencyMs: 150, answer: () => answer });
  const crew = workers(1);
  const concurrency = 8;
  const { id } = await model("m");
  const plan = { ...one, name: "killed", models: [id], epochs: 200, concurrency };
  const { run } = await store.launchRun(plan);
  await until(async () => (await done(run.id)) >= 60, 60_000);
  crew.kill(0);
  const at = await done(run.id);
  const killed = Date.now();
  await until(async () => (await done(run.id)) > at + concurrency, 30_000);
  expect(Date.now() - killed).toBeLessThan(30_000);
  await until(() => ended(run.id), 60_000);
  await crew.stop();
  expect((await store.readRun(run.id)).counts).toMatchObject({ total: 200, done: 200, failed: 0 });
  expect(server.calls()).toBeLessThanOrEqual(200 + concurrency);
  expect(await sumsOf(run.id)).toMatchObject({ calls: 200, attempts: 200, judgements: 200 });
}, 180_000);

it("two workers share a grid of 160 attempts; killing workers and PostgreSQL changes no figure", async () => {
  const { server, model } = await provider({ latencyMs: 120, answer: () => answer });
  const models = [];
  for (let index = 0; index < 8; index++) models.push((await model(`m${index}`)).id);
  const conditions = [{}, { presentation: "incremental", step: 8 }];
  const concurrency = 6;
  const plan = { tasks: ["one", "two"], models, baselines: [], conditions, epochs: 5, concurrency };
  const expected = 2 * 8 * 5 * (1 + 3);

  const crew = workers(2);
  const calm = await store.launchRun({ ...plan, name: "calm" });
  expect(calm.added).toBe(160);
  const owners = new Set();
  await until(async () => {
    const rows = await store
      .db()
      .attempt.findMany({ where: { leaseOwner: { not: null } }, select: { leaseOwner: true } });
    for (const row of rows) owners.add(row.leaseOwner);
    return ended(calm.run.id);
  }, 90_000);
  expect(owners.size).toBe(2);
  expect(server.calls()).toBe(expected);

  const rough = await store.launchRun({ ...plan, name: "rough" });
  await until(async () => (await done(rough.run.id)) >= 20, 60_000);
  crew.kill(0);
  await until(async () => (await done(rough.run.id)) >= 60, 60_000);
  process.kill(database.pid, "SIGKILL");
  await database.exited;
  database = await startDatabase({ dataDir: folder, port: database.port });
  await until(async () => (await done(rough.run.id)) >= 90, 60_000);
  crew.kill(1);
  await until(() => ended(rough.run.id), 90_000);
  await crew.stop();

  const bodies = [await store.readRun(calm.run.id), await store.readRun(rough.run.id)];
  for (const body of bodies) {
    expect(body.counts).toMatchObject({ total: 160, done: 160, failed: 0 });
    expect(body.validity).toMatchObject({ scorable: 160 });
    const sums = await sumsOf(body.id);
    expect(sums).toMatchObject({ calls: body.calls, attempts: 160, judgements: 160, input: body.usage.input });
    expect(sums).toMatchObject({ calls: expected, output: body.usage.output });
  }
  expect(bodies[1].usage).toEqual(bodies[0].usage);
  expect(bodies[1].cost).toBeCloseTo(bodies[0].cost, 9);
  // Of two killed workers, each repeats at most what it had under way; the database's death repeats nothing.
  expect(server.calls() - expected).toBeLessThanOrEqual(expected + 2 * concurrency);
  const before = await figures(rough.run.id);
  expect(before).toEqual(await figures(calm.run.id));
  for (const slug of ["one", "two"]) await store.rebuildTallies((await store.findTask(slug)).id);
  expect(await figures(rough.run.id)).toEqual(before);
}, 400_000);

it("an ordered end comes within seconds and gives back what was being played", async () => {
  const { model } = await provider({ latencyMs: 60_000 }, { idleSeconds: 120, totalSeconds: 120 });
  const { id } = await model("slow");
  const crew = workers(1);
  const plan = { ...one, name: "slow", models: [id], epochs: 6, concurrency: 4 };
  const { run } = await store.launchRun(plan);
  await until(async () => (await store.readRun(run.id)).counts.running === 4, 30_000);
  const begun = Date.now();
  await crew.stop();
  expect(Date.now() - begun).toBeLessThan(8_000);
  expect(await store.readRun(run.id)).toMatchObject({ status: "running", counts: { waiting: 6, running: 0 } });
  await store.cancelRun(run.id);
}, 90_000);

it("faults of a provider end as answers, typed failures or invalid readings, and every call is on record", async () => {
  const faults = {
    429: 0.1,
    500: 0.1,
    reset: 0.1,
    error200: 0.05,
    gibberish: 0.1,
    cut: 0.1,
    "wrong-schema": 0.1,
    huge: 0.02,
  };
  const { server, model } = await provider({ latencyMs: 10, faults, hugeMb: 64 }, { retries: 2 });
  const { id } = await model("m");
  const plan = { ...one, name: "faulty", models: [id], epochs: 120, concurrency: 16 };
  const crew = workers(1);
  const { run } = await store.launchRun(plan);
  await until(() => ended(run.id), 120_000);
  let body = await store.readRun(run.id);
  expect(body.counts.done + body.counts.failed).toBe(120);
  expect(body.validity.invalid).toBeGreaterThan(10);
  expect(body.validity.scorable).toBeGreaterThan(30);
  const [tries] = await store.db().$queryRaw`
    SELECT sum(jsonb_array_length(e."record" -> 'tries'))::int AS "n" FROM "Event" e
    JOIN "Attempt" a ON a."id" = e."attemptId" WHERE a."runId" = ${run.id}`;
  expect(tries.n).toBe(server.calls());
  const codes = new Set(["server", "network", "too-large", "rate-limited", "bad-response"]);
  for (const failure of body.failures) {
    expect(codes).toContain(failure.code);
    expect(failure.message.length).toBeGreaterThan(10);
  }
  for (let round = 0; round < 6 && body.counts.failed > 0; round++) {
    await store.retryRun(run.id);
    await until(() => ended(run.id), 60_000);
    body = await store.readRun(run.id);
  }
  await crew.stop();
  expect(body.counts).toMatchObject({ total: 120, done: 120, failed: 0 });
}, 240_000);
