import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { callModel } from "./call";
import { type ProtocolServer, type ProtocolServerOptions, startProtocolServer } from "./protocol-server";
import type { CallOutcome, ConnectionConfig, ConnectionKind, Message } from "./provider";
import { answering, connectionTo, modelNamed, plainServer, storyPrompt } from "./test-fixtures";

let server: ProtocolServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const ask: Message[] = [{ role: "user", content: storyPrompt }];
const kinds: ConnectionKind[] = ["openai-compatible", "anthropic", "google"];

async function serve(options: ProtocolServerOptions = {}) {
  server = await startProtocolServer(options);
  return server;
}
const urlFor = (kind: ConnectionKind) => (kind === "google" ? server?.googleUrl : server?.url) as string;
const connect = (changes: Partial<ConnectionConfig> = {}) =>
  connectionTo(urlFor(changes.kind ?? "openai-compatible"), changes);

function replyOf(outcome: CallOutcome) {
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`);
  return outcome.reply;
}

test.each(kinds)("%s: a reply comes with a full record", async (kind) => {
  await serve();
  const outcome = await callModel(connect({ kind }), modelNamed("made-up-small"), ask);
  const answer = JSON.parse(replyOf(outcome).text);
  expect(Object.keys(answer)).toHaveLength(7);
  expect(answer.clues.length).toBeLessThanOrEqual(2);
  const { record } = outcome;
  expect(JSON.stringify(record.request)).toContain("A door stood open.");
  expect(record.response?.model).toBe("made-up-small");
  expect(record.response?.id).toMatch(/^req-/);
  expect(record.usage.input).toBeGreaterThan(50);
  expect(record.usage.output).toBeGreaterThan(10);
  expect(record.tries).toHaveLength(1);
  expect(record.tries[0]).toMatchObject({ status: 200, error: null });
});

test("parameters and rules reach the request of an OpenAI-compatible server", async () => {
  const { requests } = await serve();
  const parameters = { temperature: 0.3, topP: 0.9, maxTokens: 50, seed: 7, reasoningEffort: "high" };
  await callModel(connect(), modelNamed("m", { parameters }), ask);
  expect(requests()[0]).toMatchObject({
    model: "m",
    temperature: 0.3,
    top_p: 0.9,
    max_tokens: 50,
    seed: 7,
    reasoning_effort: "high",
    messages: [{ role: "user", content: storyPrompt }],
  });
  const rules = { noTemperature: true, maxCompletionTokens: true, sendReasoning: false };
  const outcome = await callModel(connect(), modelNamed("m", { parameters, rules }), ask);
  const sent = requests()[1];
  expect(sent).toMatchObject({ max_completion_tokens: 50 });
  expect(sent).not.toHaveProperty("max_tokens");
  expect(sent).not.toHaveProperty("temperature");
  expect(outcome.record.request).toEqual(sent);
});

test("parameters reach Anthropic and Google under their own names", async () => {
  const { requests } = await serve();
  const parameters = { temperature: 0.3, topP: 0.9, maxTokens: 50, reasoningEffort: "low" };
  await callModel(connect({ kind: "anthropic" }), modelNamed("m", { parameters }), ask);
  expect(requests()[0]).toMatchObject({ max_tokens: 50, output_config: { effort: "low" } });
  await callModel(connect({ kind: "google" }), modelNamed("m", { parameters }), ask);
  expect(requests()[1]).toMatchObject({
    generationConfig: { temperature: 0.3, topP: 0.9, maxOutputTokens: 50, thinkingConfig: { thinkingLevel: "low" } },
  });
});

test.each(kinds)("%s: the extra body is merged into the request and wins", async (kind) => {
  const { requests } = await serve();
  const extraBody = { generationConfig: { topK: 3 }, provider: { order: ["a"] }, temperature: 1.5 };
  await callModel(connect({ kind }), modelNamed("m", { parameters: { temperature: 0.2, extraBody } }), ask);
  expect(requests()[0]).toMatchObject(extraBody);
  if (kind === "google") expect(requests()[0]).toMatchObject({ generationConfig: { temperature: 0.2, topK: 3 } });
});

test("reasoning of earlier turns is sent back only under its rule", async () => {
  const { requests } = await serve();
  const turns: Message[] = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "One?" },
    { role: "assistant", content: "Two.", reasoning: "I counted." },
    { role: "user", content: "Three?" },
  ];
  await callModel(connect(), modelNamed("m"), turns);
  expect(JSON.stringify(requests()[0])).not.toContain("I counted.");
  const rules = { noTemperature: false, maxCompletionTokens: false, sendReasoning: true };
  await callModel(connect(), modelNamed("m", { rules }), turns);
  expect(requests()[1]).toMatchObject({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user" },
      { role: "assistant", content: "Two.", reasoning_content: "I counted." },
      { role: "user" },
    ],
  });
});

test("usage and fingerprint are what the provider told, and null where it did not", async () => {
  await serve({ reasoning: "field" });
  const told = await callModel(connect(), modelNamed("m"), ask);
  expect(told.record.response?.fingerprint).toBe("fp_protocol_server");
  const { output, reasoning } = told.record.usage;
  expect(reasoning).toBeGreaterThan(0);
  expect(output).toBeGreaterThan(reasoning as number);
  const silent = await plainServer(answering(200, { choices: [{ message: { content: "Yes." } }] }));
  const outcome = await callModel(connectionTo(silent.url), modelNamed("m"), ask);
  await silent.stop();
  expect(replyOf(outcome)).toEqual({ text: "Yes." });
  expect(outcome.record.usage).toEqual({ input: null, cached: null, output: null, reasoning: null });
  expect(outcome.record.response).toEqual({ model: null, id: null, fingerprint: null, finishReason: null });
});

test("reasoning that a vendor counts beside the completion is part of the output", async () => {
  const usage = {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 35,
    completion_tokens_details: { reasoning_tokens: 20 },
  };
  const server2 = await plainServer(answering(200, { choices: [{ message: { content: "Yes." } }], usage }));
  const outcome = await callModel(connectionTo(server2.url), modelNamed("m"), ask);
  await server2.stop();
  expect(outcome.record.usage).toEqual({ input: 10, cached: null, output: 25, reasoning: 20 });
});

test("equal prompts are calls of their own, and a run of them gives the same answers again", async () => {
  const texts = async () => {
    const { calls } = await serve();
    const outcomes = [];
    for (let epoch = 0; epoch < 4; epoch++) outcomes.push(await callModel(connect(), modelNamed("m"), ask));
    expect(calls()).toBe(4);
    await server?.stop();
    return outcomes.map((outcome) => replyOf(outcome).text);
  };
  const first = await texts();
  expect(new Set(first).size).toBeGreaterThan(1);
  expect(await texts()).toEqual(first);
});

test("calls at once stay within the connection's limit", async () => {
  const { stats } = await serve({ latencyMs: 20 });
  const connection = connect({ limits: { concurrency: 3, retries: 0, idleSeconds: 5, totalSeconds: 5 } });
  await Promise.all(Array.from({ length: 20 }, () => callModel(connection, modelNamed("m"), ask)));
  expect(stats().calls).toBe(20);
  expect(stats().mostAtOnce).toBe(3);
});

test("a storm of 429 loses nothing", async () => {
  const { stats } = await serve({ faults: { "429": 0.4 }, retryAfterSeconds: 0 });
  const connection = connect({ limits: { concurrency: 8, retries: 20, idleSeconds: 5, totalSeconds: 5 } });
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      callModel(connection, modelNamed("m"), [{ role: "user", content: `${storyPrompt} ${index}` }]),
    ),
  );
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  const tries = outcomes.flatMap((outcome) => outcome.record.tries);
  expect(tries).toHaveLength(stats().calls);
  expect(tries.filter((one) => one.status === 429)).toHaveLength(stats().faults["429"] as number);
});

test("compressed answers are read, and a bomb among them is not", async () => {
  const body = JSON.stringify({ choices: [{ message: { content: "Yes." } }] });
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
  for (const [packed, code] of [
    [gzipSync(body), null],
    [bomb, "too-large"],
  ] as const) {
    const packing = await plainServer((request, response) => {
      request.resume();
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" });
      response.end(packed);
    });
    const outcome = await callModel(connectionTo(packing.url), modelNamed("m"), ask);
    await packing.stop();
    if (code === null) expect(replyOf(outcome).text).toBe("Yes.");
    else expect(outcome).toMatchObject({ ok: false, failure: { code } });
  }
});
