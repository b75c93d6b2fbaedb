import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallRow } from "@/lib/contracts/run-attempts";
import type { RunPlan } from "@/lib/contracts/runs";
import { episodeJudge } from "@/lib/families/episode/judge";
import { type ProtocolServer, type ProtocolServerOptions, startProtocolServer } from "@/lib/models/protocol-server";
import { eventsOf, releaseStrays, settleAndClaim } from "@/lib/store/claims";
import { db } from "@/lib/store/db";
import { createConnection, createModel } from "@/lib/store/models";
import { listRunAttempts, readRunAttempt } from "@/lib/store/run-attempts";
import { estimateRun } from "@/lib/store/run-estimate";
import { cancelRun, launchRun, pauseRun, readRun, resumeRun, retryRun } from "@/lib/store/runs";
import { setAllowedHosts } from "@/lib/store/settings";
import { foldUncounted, readTallies, rebuildTallies } from "@/lib/store/tallies";
import { publishTask } from "@/lib/store/tasks";
import { beat, leave, sweep } from "@/lib/store/workers";
import { splitDocument } from "@/lib/families/episode/document";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { Lanes } from "./lanes";

let task: string;
let names = 0;
const servers: ProtocolServer[] = [];
const answer = JSON.stringify(madeUpResponse());

beforeAll(async () => {
  const document = madeUpDocument();
  const { content, key } = splitDocument(document);
  const { slug, version, canary } = document.episode;
  const published = { benchmark: "worth", family: "episode", slug, version, canary, tunedOn: [], tutorial: false };
  task = (await publishTask({ ...published, content, key })).id;
  await setAllowedHosts(["127.0.0.1"]);
});

afterAll(async () => {
  for (const server of servers) await server.stop();
});

/** A model at a server of its own. */
async function model(options: ProtocolServerOptions, limits = {}, more = {}) {
  const server = await startProtocolServer(options);
  servers.push(server);
  names += 1;
  const connection = await createConnection({
    name: `c${names}`,
    kind: "openai-compatible",
    baseUrl: server.url,
    limits: { concurrency: 8, retries: 0, idleSeconds: 5, totalSeconds: 10, ...limits },
  });
  const rules = { noTemperature: false, maxCompletionTokens: false, sendReasoning: false };
  const { id } = await createModel({
    name: `m${names}`,
    connection: connection.id,
    modelId: "m",
    method: "plain",
    parameters: {},
    rules,
    prices: {},
    interface: "api",
    notes: "",
    ...more,
  });
  return { server, id };
}

const plan = (more: Partial<RunPlan>): RunPlan => {
  names += 1;
  const base = { name: `run ${names}`, tasks: [task], models: [], baselines: [], conditions: [{ language: "en" }] };
  return { ...base, epochs: 5, concurrency: 4, ...more };
};

/** Plays a run by so many lanes of one worker, until they end. */
async function play(run: string, lanes = 4, worker = new Lanes(`w${names++}`)) {
  await beat(worker.settler.owner, null);
  await Promise.all(Array.from({ length: lanes }, (_, lane) => worker.lane({ run, lane, lanes })));
  return readRun(run);
}

test("a run is played to its end; launching it again adds nothing, more epochs add only what is missing", async () => {
  const { server, id } = await model({ answer: () => answer });
  const wanted = plan({ models: [id], epochs: 3 });
  const first = await launchRun(wanted);
  expect(first.added).toBe(3);
  expect((await launchRun(wanted)).added).toBe(0);
  const done = await play(first.run.id);
  expect(done).toMatchObject({ status: "done", counts: { total: 3, done: 3 }, validity: { scorable: 3 }, calls: 3 });
  expect(server.calls()).toBe(3);
  expect((await launchRun(wanted)).run.status).toBe("done");

  const more = await launchRun({ ...wanted, epochs: 5 });
  expect(more).toMatchObject({ added: 2, run: { id: first.run.id, status: "running" } });
  expect(await play(first.run.id)).toMatchObject({ status: "done", counts: { total: 5, done: 5 }, calls: 5 });
  expect(server.calls()).toBe(5);
});

test("every prompt, raw answer, version and try of an attempt is kept, and its tallies equal a recount", async () => {
  const { id } = await model({ answer: () => answer, reasoning: "field" });
  const { run } = await launchRun(plan({ models: [id], epochs: 2 }));
  await play(run.id);
  const { attempts } = await listRunAttempts({ run: run.id });
  const detail = await readRunAttempt(attempts[0]?.id ?? "");
  const [call] = detail.callRows;
  expect(call?.reply?.text).toBe(answer);
  expect(call?.reply?.reasoning).toBeTruthy();
  expect(call?.prompt?.version).toBe(episodeJudge.promptVersion);
  expect(detail.context).toMatchObject({ promptHash: call?.prompt?.hash, promptVersion: episodeJudge.promptVersion });
  const record = call?.record as { request: { messages: unknown[] }; tries: unknown[] };
  expect(JSON.stringify(record.request.messages)).toContain("river path");
  expect(record.tries).toHaveLength(1);
  expect(detail.judgement?.scores).toMatchObject({ marks: 2 });
  await foldUncounted();
  const kept = await readTallies(task);
  await rebuildTallies(task);
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  expect(sorted(await readTallies(task))).toEqual(sorted(kept));
});

test("the faults of a plan are told all at once, by field", async () => {
  const bad = plan({
    tasks: ["nowhere", task],
    models: ["nobody"],
    baselines: ["none"],
    conditions: [{ language: "fr" }],
  });
  const fields = ["plan.tasks.0", "plan.models.0", "plan.baselines.0", "plan.conditions.0.language"];
  for (const use of [launchRun, estimateRun]) {
    await expect(use(bad)).rejects.toMatchObject({
      code: "invalid",
      faults: expect.arrayContaining(fields.map((field) => expect.objectContaining({ field }))),
    });
  }
});

test("incremental attempts ask once for each group of sentences and once for the answer; the estimate says so", async () => {
  const { server, id } = await model({ answer: () => answer }, {}, { prices: { input: 2, output: 10 } });
  const conditions = [{ language: "en", presentation: "incremental", step: 5 }];
  const wanted = plan({ models: [id], epochs: 2, conditions });
  const before = await estimateRun(wanted);
  expect(before).toMatchObject({ attempts: 2, existing: 0, calls: 10 });
  expect(before.usage.output).toBe(10_000);
  expect(before.cost).toBeCloseTo((before.usage.input * 2 + before.usage.output * 10) / 1e6, 6);
  expect(before.preview?.messages[0]?.content).toContain("river path");
  const { run } = await launchRun(wanted);
  const done = await play(run.id);
  expect(done).toMatchObject({ status: "done", calls: 10, validity: { scorable: 2 } });
  expect(server.calls()).toBe(10);
  const after = await estimateRun({ ...wanted, epochs: 3 });
  expect(after).toMatchObject({ attempts: 3, existing: 2, calls: 5 });
});

test("replies that are stored are used again: nothing is asked twice after a worker died", async () => {
  const { server, id } = await model({ answer: () => answer });
  const conditions = [{ language: "en", presentation: "incremental", step: 5 }];
  const { run } = await launchRun(plan({ models: [id], epochs: 1, conditions }));
  const calls = { n: 0 };
  const dying = new Lanes("dying");
  // The third call never comes back: the process is gone.
  const call = dying.call.bind(dying);
  dying.call = (...args) => {
    calls.n += 1;
    return calls.n === 3 ? new Promise(() => {}) : call(...args);
  };
  void dying.lane({ run: run.id, lane: 1, lanes: 1 });
  await expect.poll(() => calls.n, { timeout: 10_000 }).toBe(3);
  expect(server.calls()).toBe(2);
  // No heartbeat was ever seen of it: the next sweep puts the attempt back in line.
  await sweep("sweeper", null);
  expect((await readRun(run.id)).counts).toMatchObject({ waiting: 1, running: 0 });
  const done = await play(run.id, 1);
  expect(done).toMatchObject({ status: "done", counts: { done: 1 }, calls: 5 });
  expect(server.calls()).toBe(5);
  const { attempts } = await listRunAttempts({ run: run.id });
  const events = await eventsOf(attempts[0]?.id ?? "");
  expect(events.filter((event) => event.type === "call")).toHaveLength(5);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
});

test("what a worker stores after it was taken for dead is not taken twice", async () => {
  const { id } = await model({ answer: () => answer });
  const { run } = await launchRun(plan({ models: [id], epochs: 1 }));
  const late = new Lanes("late");
  const call = late.call.bind(late);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  late.call = async (...args) => {
    const outcome = await call(...args);
    await held;
    return outcome;
  };
  const lane = late.lane({ run: run.id, lane: 1, lanes: 1 });
  await expect.poll(async () => (await readRun(run.id)).counts.running).toBe(1);
  await sweep("sweeper", null);
  expect(await play(run.id, 1)).toMatchObject({ status: "done", calls: 1 });
  go();
  await lane;
  expect(await readRun(run.id)).toMatchObject({ status: "done", calls: 1, counts: { total: 1, done: 1 } });
});

test("a worker that was silent for long does not take what it plays itself for a dead one's", async () => {
  const { server, id } = await model({ answer: () => answer, latencyMs: 800 });
  const { run } = await launchRun(plan({ models: [id], epochs: 2, concurrency: 2 }));
  const lanes = play(run.id, 2, new Lanes("slept"));
  await expect.poll(() => server.calls()).toBe(2);
  await db().$executeRaw`
    UPDATE "WorkerHeartbeat" SET "seenAt" = "seenAt" - interval '1 minute' WHERE "id" = 'slept'`;
  await sweep("slept", null);
  expect((await readRun(run.id)).counts).toMatchObject({ running: 2, waiting: 0 });
  expect(await lanes).toMatchObject({ status: "done", counts: { done: 2 }, calls: 2 });
  expect(server.calls()).toBe(2);
});

test("answers that cannot be scored are kept as invalid with their reason, never asked again", async () => {
  const texts = ["not JSON", '{"clues": 3}', "I'm sorry, I cannot help with that.", `${answer}\u0000`];
  let turn = 0;
  const { server, id } = await model({ answer: () => texts[turn++] as string });
  const { run } = await launchRun(plan({ models: [id], epochs: 4 }));
  expect(await play(run.id, 1)).toMatchObject({ status: "done", validity: { scorable: 0, recovered: 1, invalid: 3 } });
  expect(server.calls()).toBe(4);
  const { attempts } = await listRunAttempts({ run: run.id });
  expect(attempts.map((one) => one.reason)).toEqual([expect.any(String), expect.any(String), "refusal", null]);
  const last = await readRunAttempt(attempts[3]?.id ?? "");
  expect(last.judgement?.repairs).toContain("nul");
  expect(last.callRows[0]?.reply?.text).toBe(answer);
  expect((await listRunAttempts({ run: run.id, q: "cannot help" })).attempts.map((one) => one.id)).toEqual([
    attempts[2]?.id,
  ]);
});

test("an answer that cannot be judged or stored is kept with its cost; retry reads it again and asks for nothing", async () => {
  const { server, id } = await model({ answer: () => answer }, {}, { prices: { input: 10, output: 20 } });
  const { run } = await launchRun(plan({ models: [id], epochs: 2 }));
  const { scorerVersion, score } = episodeJudge;
  const breaks = [
    () => {
      episodeJudge.score = () => {
        throw new Error("No score.");
      };
    },
    () => {
      // More than the column holds.
      Object.assign(episodeJudge, { scorerVersion: 3_000_000_000 });
    },
  ];
  for (const [index, broken] of breaks.entries()) {
    broken();
    const failed = index === 0 ? await play(run.id, 1) : await retryRun(run.id).then(() => play(run.id, 1));
    Object.assign(episodeJudge, { scorerVersion, score });
    expect(failed).toMatchObject({ counts: { failed: 2 }, failures: [{ code: "not-playable" }], calls: 2 });
    expect(failed.cost).toBeGreaterThan(0);
    expect(failed.usage.input).toBeGreaterThan(0);
    const { spent } = await db().run.findUniqueOrThrow({ where: { id: run.id } });
    expect(spent).toBeCloseTo(failed.cost ?? 0, 9);
  }
  const { attempts } = await listRunAttempts({ run: run.id });
  expect((await readRunAttempt(attempts[0]?.id ?? "")).callRows[0]?.reply?.text).toBe(answer);
  await retryRun(run.id);
  expect(await play(run.id, 1)).toMatchObject({ counts: { done: 2, failed: 0 }, validity: { scorable: 2 }, calls: 2 });
  expect(server.calls()).toBe(2);

  const other = await launchRun(plan({ models: [id], epochs: 1 }));
  Object.assign(episodeJudge, { scorerVersion: 3_000_000_000 });
  expect(await play(other.run.id, 1)).toMatchObject({ counts: { failed: 1 }, calls: 1 });
  Object.assign(episodeJudge, { scorerVersion });
  await retryRun(other.run.id);
  expect(await play(other.run.id, 1)).toMatchObject({ counts: { done: 1 }, validity: { scorable: 1 }, calls: 1 });
  expect(server.calls()).toBe(3);
});

test("a fault that passes is a failed attempt with its words; retry plays only those, and the tries stay on record", async () => {
  let broken = true;
  const { server, id } = await model({ answer: () => answer, faultFor: () => (broken ? "500" : null) });
  const { run } = await launchRun(plan({ models: [id], epochs: 2 }));
  const failed = await play(run.id);
  expect(failed).toMatchObject({ status: "done", counts: { failed: 2 }, failures: [{ code: "server", count: 2 }] });
  broken = false;
  expect(await retryRun(run.id)).toBe(2);
  const done = await play(run.id);
  expect(done).toMatchObject({ status: "done", counts: { done: 2, failed: 0 }, failures: [], calls: 4 });
  expect(server.calls()).toBe(4);
  const { attempts } = await listRunAttempts({ run: run.id });
  const detail = await readRunAttempt(attempts[0]?.id ?? "");
  expect(detail.tries).toBe(2);
  expect(detail.callRows.map((call) => call.failure?.code ?? "answered")).toEqual(["server", "answered"]);
});

test("a fault that every call would meet pauses the run with its reason; resume goes on", async () => {
  let broken = true;
  const { id } = await model({ answer: () => answer, faultFor: () => (broken ? "quota" : null) });
  const { run } = await launchRun(plan({ models: [id], epochs: 6, concurrency: 1 }));
  const paused = await play(run.id, 1);
  expect(paused).toMatchObject({ status: "paused", counts: { failed: 1, waiting: 5 } });
  expect(paused.pauseReason).toMatch(/^quota: ./);
  broken = false;
  await resumeRun(run.id);
  expect(await play(run.id)).toMatchObject({ status: "done", counts: { done: 5, failed: 1 } });
  await retryRun(run.id);
  expect(await play(run.id)).toMatchObject({ status: "done", counts: { done: 6, failed: 0 } });
});

test("an outage that an attempt meets while it is read puts it off and fails nothing", async () => {
  const { server, id } = await model({ answer: () => answer });
  const conditions = [{ language: "en", presentation: "incremental", step: 5 }];
  const { run } = await launchRun(plan({ models: [id], epochs: 2, conditions }));
  const worker = new Lanes("outage");
  const connection = worker.connection.bind(worker);
  let reads = 0;
  worker.connection = (...args) => {
    reads += 1;
    const away = Object.assign(new Error("Can't reach database server at 127.0.0.1"), { code: "P1001" });
    return reads === 1 || reads === 5 ? Promise.reject(away) : connection(...args);
  };
  expect(await play(run.id, 1, worker)).toMatchObject({ status: "done", counts: { done: 2, failed: 0 }, calls: 10 });
  expect(server.calls()).toBe(10);
});

test("a key that cannot be read pauses the run with its reason", async () => {
  const { server, id } = await model({ answer: () => answer });
  const { connectionId } = await db().model.findUniqueOrThrow({ where: { id } });
  const where = { id: connectionId as string };
  await db().connection.update({ where, data: { keyCipher: "v1.of-another-encryption-key" } });
  const { run } = await launchRun(plan({ models: [id], epochs: 6, concurrency: 1 }));
  const paused = await play(run.id, 1);
  expect(paused).toMatchObject({ status: "paused", counts: { failed: 1, waiting: 5 }, calls: 0 });
  expect(paused.pauseReason).toMatch(/key cannot be read/);
  await db().connection.update({ where, data: { keyCipher: null } });
  await retryRun(run.id);
  expect(await play(run.id)).toMatchObject({ status: "done", counts: { done: 6, failed: 0 } });
  expect(server.calls()).toBe(6);
});

test("a spent budget pauses the run; totals stay right over two resumes; cached and reasoning tokens have their prices", async () => {
  const prices = { input: 10, cached: 1, output: 20, reasoning: 40 };
  const { id } = await model({ answer: () => answer, reasoning: "field" }, {}, { prices });
  const wanted = plan({ models: [id], epochs: 6, concurrency: 1, budget: 0.000001 });
  const { run } = await launchRun(wanted);
  expect(await play(run.id, 1)).toMatchObject({ status: "paused", pauseReason: "budget", counts: { done: 1 } });
  await resumeRun(run.id);
  expect(await play(run.id, 1)).toMatchObject({ status: "paused", pauseReason: "budget", counts: { done: 1 } });
  await launchRun({ ...wanted, budget: 1_000 });
  await pauseRun(run.id);
  await resumeRun(run.id);
  const done = await play(run.id, 2);
  expect(done).toMatchObject({ status: "done", counts: { done: 6, total: 6 }, calls: 6 });
  const { attempts } = await listRunAttempts({ run: run.id });
  let cost = 0;
  const sums = { input: 0, cached: 0, output: 0, reasoning: 0 };
  for (const { id: attempt } of attempts) {
    const [call] = (await readRunAttempt(attempt)).callRows;
    const { usage } = (call as CallRow).record as { usage: Record<keyof typeof sums, number | null> };
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += usage[name] ?? 0;
  }
  expect(sums.reasoning).toBeGreaterThan(0);
  cost += (sums.input - sums.cached) * 10 + sums.cached * 1 + (sums.output - sums.reasoning) * 20 + sums.reasoning * 40;
  expect(done.usage).toMatchObject({ input: sums.input, output: sums.output, reasoning: sums.reasoning });
  expect(done.cost).toBeCloseTo(cost / 1e6, 9);
  const { spent } = await db().run.findUniqueOrThrow({ where: { id: run.id } });
  expect(spent).toBeCloseTo(done.cost ?? 0, 9);
});

test("a budget that is spent, and a pause, hold between the calls of an attempt; what was answered is not asked again", async () => {
  const conditions = [{ language: "en", presentation: "incremental", step: 5 }];
  const { server, id } = await model(
    { answer: () => answer, latencyMs: 20 },
    {},
    { prices: { input: 10, output: 20 } },
  );
  const wanted = plan({ models: [id], epochs: 4, conditions, budget: 0.000001 });
  const { run } = await launchRun(wanted);
  expect(await play(run.id)).toMatchObject({ status: "paused", pauseReason: "budget", counts: { waiting: 4 } });
  // Those that were under way when the first was paid.
  expect(server.calls()).toBeLessThanOrEqual(4);
  await launchRun({ ...wanted, budget: 1_000 });
  const worker = new Lanes("pausing");
  const call = worker.call.bind(worker);
  let asked = 0;
  worker.call = async (...args) => {
    asked += 1;
    if (asked === 6) await pauseRun(run.id);
    return call(...args);
  };
  expect(await play(run.id, 4, worker)).toMatchObject({
    status: "paused",
    pauseReason: "asked",
    counts: { running: 0 },
  });
  expect(asked).toBeLessThanOrEqual(10);
  await resumeRun(run.id);
  expect(await play(run.id)).toMatchObject({
    status: "done",
    counts: { done: 4 },
    calls: 20,
    validity: { scorable: 4 },
  });
  expect(server.calls()).toBe(20);
});

test("resuming with nothing left ends the run; a cancelled run plays nothing more and is laid out again by its plan", async () => {
  const { server, id } = await model({ answer: () => answer });
  const wanted = plan({ models: [id], epochs: 2 });
  const { run } = await launchRun(wanted);
  await play(run.id);
  await db().run.update({ where: { id: run.id }, data: { status: "paused", finishedAt: null } });
  await resumeRun(run.id);
  expect((await readRun(run.id)).status).toBe("done");

  const other = plan({ models: [id], epochs: 3 });
  const launched = await launchRun(other);
  await cancelRun(launched.run.id);
  expect(await play(launched.run.id)).toMatchObject({ status: "cancelled", counts: { cancelled: 3, done: 0 } });
  expect(server.calls()).toBe(2);
  await expect(resumeRun(launched.run.id)).rejects.toMatchObject({ code: "conflict" });
  expect(await launchRun(other)).toMatchObject({ added: 3, run: { status: "running", counts: { waiting: 3 } } });
});

test("calls under way are stopped when their run is cancelled", async () => {
  const { id } = await model({ answer: () => answer, latencyMs: 4_000 });
  const { run } = await launchRun(plan({ models: [id], epochs: 2, concurrency: 2 }));
  const worker = new Lanes("cancelling");
  const lanes = play(run.id, 2, worker);
  await expect.poll(async () => (await readRun(run.id)).counts.running).toBe(2);
  await cancelRun(run.id);
  worker.cancel([run.id]);
  expect(await lanes).toMatchObject({ status: "cancelled", counts: { cancelled: 2, running: 0 } });
});

test("a run that is launched again after its cancel was noticed is played, with what the cancel stopped late", async () => {
  const options = { answer: () => answer, latencyMs: 4_000 };
  const { server, id } = await model(options);
  const wanted = plan({ models: [id], epochs: 3, concurrency: 2 });
  const { run } = await launchRun(wanted);
  const worker = new Lanes("launched again");
  const lanes = play(run.id, 2, worker);
  await expect.poll(() => server.calls()).toBe(2);
  await cancelRun(run.id);
  await launchRun(wanted);
  options.latencyMs = 0;
  // What a beat read before the second launch reaches the lanes after it.
  worker.cancel([run.id]);
  expect(await lanes).toMatchObject({ status: "done", counts: { done: 3, cancelled: 0 } });
  expect(server.calls()).toBe(5);
  const more = { ...wanted, epochs: 5 };
  await launchRun(more);
  await cancelRun(run.id);
  worker.cancel([run.id]);
  await launchRun(more);
  expect(await play(run.id, 2, worker)).toMatchObject({ status: "done", counts: { done: 5, cancelled: 0 } });
});

test("what a worker gives back of a cancelled run is cancelled; a call that was never made is not counted", async () => {
  const { server, id } = await model({ answer: () => answer }, { requestsPerMinute: 1 });
  const { run } = await launchRun(plan({ models: [id], epochs: 6 }));
  const take = (owner: string) => settleAndClaim(owner, [], [{ run: run.id, lanes: 1 }]);
  for (const owner of ["leaves", "strays", "dies"]) expect((await take(owner)).claims).toHaveLength(1);
  const worker = new Lanes("held back");
  const lanes = play(run.id, 3, worker);
  await expect.poll(async () => (await readRun(run.id)).counts).toMatchObject({ done: 1, running: 5 });
  await cancelRun(run.id);
  worker.cancel([run.id]);
  await leave("leaves");
  await releaseStrays("strays", []);
  await sweep("sweeper", null);
  await lanes;
  expect(await readRun(run.id)).toMatchObject({
    status: "cancelled",
    counts: { done: 1, cancelled: 5, waiting: 0 },
    calls: 1,
  });
  expect(server.calls()).toBe(1);
});

test("a connection's limit holds over runs and workers", async () => {
  const { server, id } = await model({ answer: () => answer, latencyMs: 30 }, { concurrency: 3 });
  const runs = await Promise.all([1, 2].map(() => launchRun(plan({ models: [id], epochs: 10, concurrency: 8 }))));
  await Promise.all(runs.map(({ run }) => play(run.id, 8)));
  expect(server.calls()).toBe(20);
  expect(server.stats().mostAtOnce).toBe(3);
});

test("baselines are attempts of a run like any other; one that throws fails with its reason and the run ends", async () => {
  const random = episodeJudge.baselines.find((baseline) => baseline.random);
  const fixed = episodeJudge.baselines.find((baseline) => !baseline.random);
  if (!random || !fixed) throw new Error("no such baselines");
  const { run, added } = await launchRun(plan({ baselines: [random.name, fixed.name], epochs: 4 }));
  expect(added).toBe(5);
  expect(await play(run.id)).toMatchObject({
    status: "done",
    counts: { done: 5 },
    validity: { scorable: 5 },
    calls: 0,
  });
  const { play: whole } = random;
  random.play = () => {
    throw new Error("It broke.");
  };
  const broken = await launchRun(plan({ baselines: [random.name], epochs: 2 }));
  const ended = await play(broken.run.id);
  random.play = whole;
  expect(ended).toMatchObject({ status: "done", failures: [{ message: "It broke.", count: 2 }] });
});

test("an attempt is taken by one worker alone", async () => {
  const { id } = await model({});
  const { run } = await launchRun(plan({ models: [id], epochs: 6 }));
  const takes = await Promise.all(
    ["a", "b", "c"].map((owner) => settleAndClaim(owner, [], [{ run: run.id, lanes: 4 }])),
  );
  const taken = takes.flatMap((batch) => batch.claims.map((claim) => claim.id));
  expect(taken).toHaveLength(6);
  expect(new Set(taken).size).toBe(6);
});
