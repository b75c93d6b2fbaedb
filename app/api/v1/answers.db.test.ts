import { expect, test, vi } from "vitest";
import { type ApiCall, apiCalls } from "@/lib/contracts/openapi";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { db } from "@/lib/store/db";
import { createPlayer } from "@/lib/store/players";
import { createSetupToken } from "@/lib/store/settings";
import { browser, mockedHeaders, mockedSession, type Sent, send } from "./handlers";

vi.mock("next/headers", () => mockedHeaders);
vi.mock("next-auth", async (original) => ({ ...(await original<object>()), getServerSession: mockedSession }));

// biome-ignore lint/suspicious/noExplicitAny: the schemas check what the answers hold.
type Answer = any;

const nameOf = (call: ApiCall) => `${call.method.toUpperCase()} ${call.path}`;
const asked = new Set<string>();

/** One call that must succeed. Its answer is read by the schema that the document states, which allows nothing beyond. */
async function ask(name: string, params: Record<string, string> = {}, body?: unknown, query = ""): Promise<Answer> {
  const call = apiCalls.find((one) => nameOf(one) === name);
  if (!call) throw new Error(`no call ${name}`);
  const sent: Sent = { params, query, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const { status, text } = await send(call, sent);
  expect(status, `${name}: ${text}`).toBeLessThan(300);
  asked.add(name);
  const parts = call.download ? text.trimEnd().split("\n") : [text];
  const answers = parts.map((part) => {
    const checked = call.answer.safeParse(JSON.parse(part));
    expect(checked.error?.issues, name).toBeUndefined();
    return JSON.parse(part);
  });
  return call.download ? answers : answers[0];
}

const condition = { language: "en", presentation: "full" };
const response = madeUpResponse();

test("what the calls answer is what the document says, and nothing more", async () => {
  const token = (await createSetupToken()) ?? "";
  const admin = await ask("POST /setup", {}, { token, email: "admin@example.org", password: "long enough" });
  const other = await ask("POST /accounts", {}, { email: "other@example.org", password: "long enough", name: "O" });
  browser.userId = admin.id;
  await ask("PATCH /users/{id}", { id: other.id }, { role: "researcher" });
  expect((await ask("GET /users")).users).toHaveLength(2);
  const key = await ask("POST /keys", {}, { name: "a script" });
  await ask("DELETE /keys/{id}", { id: key.id });
  expect((await ask("GET /keys")).keys).toHaveLength(1);
  await ask("GET /health");

  const document = madeUpDocument();
  const task = document.episode.slug;
  expect(await ask("POST /tasks", {}, document, "?dryRun=true")).toMatchObject({ id: null, created: true });
  await ask("POST /tasks", {}, document);
  expect((await ask("GET /tasks")).tasks).toHaveLength(1);
  expect((await ask("GET /benchmarks")).benchmarks).toHaveLength(1);
  await ask("GET /tasks/{id}", { id: task });

  await play(task);
  await answerAsModels(task);
  const groups = (await ask("GET /insights/{task}", { task })).groups.map((group: Answer) => group.kind);
  expect(new Set(groups)).toEqual(new Set(["people", "model"]));
  await run(task);

  const rows = await ask("GET /export");
  expect(rows.map((row: Answer) => row.source)).toEqual(expect.arrayContaining(["browser", "api", "worker"]));
  expect((await ask("GET /attempts", {}, undefined, "?q=rained")).attempts).toHaveLength(1);
  expect((await ask("GET /attempts")).attempts).toHaveLength(rows.length);

  expect([...asked].sort()).toEqual(apiCalls.map(nameOf).sort());
}, 120_000);

const revealsOf = ({ sentences, step }: Answer): object[] =>
  Array.from({ length: Math.ceil(sentences.length / step) }, () => ({ type: "reveal" }));

/** A person reads, answers and asks for the solution, which shows what another did. */
async function play(task: string) {
  browser.userId = null;
  for (const presentation of ["full", "incremental"]) {
    browser.cookies.set("worth-player", (await createPlayer()).cookie);
    await ask("PATCH /player", {}, { nativeLanguage: "zh" });
    const begun = await ask("POST /attempts", {}, { task, condition: { ...condition, presentation } });
    const { id } = begun;
    const reading = presentation === "full" ? [{ type: "visit", sentence: "S001" }] : revealsOf(begun.task);
    const at = "2026-11-30T08:00:00.000Z";
    const moves = reading.map((move, index) => ({ seq: index + 1, ...move, at }));
    await ask("POST /attempts/{id}/moves", { id }, { moves, have: 1 });
    await ask("GET /attempts/{id}", { id });
    const last = [{ seq: moves.length + 1, type: "submit", response }];
    expect((await ask("POST /attempts/{id}/moves", { id }, { moves: last })).result.validity).toBe("scorable");
    expect((await ask("GET /attempts/{id}", { id })).reveal).toBeUndefined();
    expect((await ask("POST /attempts/{id}/reveal", { id })).crowd).toBeDefined();
  }
}

async function answerAsModels(task: string) {
  const admin = await db().user.findFirstOrThrow({ where: { role: "admin" } });
  browser.cookies.clear();
  browser.userId = admin.id;
  const actor = { name: "m", modelId: "m-1", parameters: { temperature: "low" }, tier: "fast" };
  expect(await ask("POST /responses", {}, { task, condition, actor, response })).toMatchObject({ created: true });
  const { responses } = await ask("POST /responses", {}, [{ task, condition, actor, raw: "I do not know." }]);
  expect(responses[0].validity).toBe("invalid");
}

/** A run with a paused, a cancelled and a failed attempt. */
async function run(task: string) {
  await ask("PUT /settings/allowed-hosts", {}, { hosts: ["127.0.0.1:9"] });
  await ask("GET /settings/allowed-hosts");
  const baseUrl = "http://127.0.0.1:9/v1";
  const spare = await ask("POST /connections", {}, { name: "spare", baseUrl });
  await ask("DELETE /connections/{id}", { id: spare.id });
  const connection = await ask("POST /connections", {}, { name: "c", baseUrl, key: "sk-1" });
  await ask("PATCH /connections/{id}", { id: connection.id }, { limits: { concurrency: 2, requestsPerMinute: 5 } });
  expect((await ask("GET /connections")).connections).toHaveLength(1);
  expect((await ask("POST /connections/{id}/test", { id: connection.id }, {})).ok).toBe(false);
  const configuration = { name: "own", connection: connection.id, modelId: "m", parameters: { temperature: 0 } };
  const model = await ask("POST /models", {}, configuration);
  expect((await ask("GET /models")).models).toHaveLength(2);

  const plan = { name: "r", tasks: [task], models: [model.id], conditions: [condition], epochs: 3, budget: 2 };
  const { estimate } = await ask("POST /runs", {}, { plan: { ...plan, baselines: ["random"] }, dryRun: true });
  expect(estimate.warnings).toHaveLength(2);
  const { id } = (await ask("POST /runs", {}, { plan })).run;
  const attempt = await db().attempt.findFirstOrThrow({ where: { runId: id } });
  const failure = { status: "failed" as const, failure: "auth", failureMessage: "The key is refused." };
  await db().attempt.update({ where: { id: attempt.id }, data: failure });
  await ask("POST /runs/{id}/pause", { id });
  expect((await ask("GET /runs/{id}", { id })).failures).toHaveLength(1);
  await ask("POST /runs/{id}/retry", { id });
  await ask("POST /runs/{id}/resume", { id });
  await ask("POST /runs/{id}/cancel", { id });
  expect((await ask("GET /runs")).runs).toHaveLength(1);
  await ask("GET /runs", {}, undefined, "?name=r");
  expect(await ask("GET /runs/{id}/export", { id })).toHaveLength(3);
}
