import { afterEach, describe, expect, test } from "vitest";
import { callModel } from "./call";
import type { FaultName } from "./protocol-faults";
import { type ProtocolServer, type ProtocolServerOptions, startProtocolServer } from "./protocol-server";
import type { CallOutcome, ConnectionConfig, ConnectionKind, ConnectionLimits, FailureCode, Message } from "./provider";
import { answering, connectionTo, modelNamed, type PlainServer, plainServer, storyPrompt } from "./test-fixtures";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serve(options: ProtocolServerOptions): Promise<ProtocolServer> {
  const server = await startProtocolServer(options);
  stops.push(server.stop);
  return server;
}
async function plain(...options: Parameters<typeof plainServer>): Promise<PlainServer> {
  const server = await plainServer(...options);
  stops.push(server.stop);
  return server;
}

const ask: Message[] = [{ role: "user", content: storyPrompt }];
const kinds: ConnectionKind[] = ["openai-compatible", "anthropic", "google"];
const limits = (changes: Partial<ConnectionLimits> = {}): ConnectionLimits => ({
  concurrency: 8,
  retries: 0,
  idleSeconds: 5,
  totalSeconds: 10,
  ...changes,
});

async function callWith(
  options: ProtocolServerOptions,
  changes: Partial<ConnectionConfig> = {},
  model = modelNamed("made-up-small", { parameters: { temperature: 0.7 } }),
) {
  const server = await serve(options);
  const url = changes.kind === "google" ? server.googleUrl : server.url;
  const outcome = await callModel(connectionTo(url, changes), model, ask);
  return { server, outcome };
}

function failureOf(outcome: CallOutcome) {
  if (outcome.ok) throw new Error(`A reply came: ${outcome.reply.text}`);
  return outcome.failure;
}

const always = (fault: FaultName): ProtocolServerOptions => ({ faultFor: () => fault });
const onceOnly = (fault: FaultName): ProtocolServerOptions => ({
  retryAfterSeconds: 0,
  faultFor: ({ number }) => (number === 1 ? fault : null),
});

describe.each(kinds)("%s", (kind) => {
  const cases: [FaultName, FailureCode, boolean, RegExp][] = [
    ["429", "rate-limited", false, /fewer calls/],
    ["quota", "quota", true, /used up/],
    ["auth", "auth", true, /refuses the key/],
    ["unknown-model", "unknown-model", true, /does not know this model/],
    ["refuse-parameter", "refused-parameter", true, /Switch on 'no temperature'/],
    ["500", "server", false, /fault of its own/],
    ["502", "server", false, /fault of its own/],
    ["reset", "network", false, /broke the connection off/],
    ["garbage", "bad-response", false, /not JSON/],
    ["envelope", "bad-response", false, /not what this kind of provider sends/],
    ["error200", "server", false, /fault of its own/],
    ["redirect", "bad-response", true, /Redirects are not followed/],
    ["huge", "too-large", false, /larger than 8 MB/],
  ];
  test.each(cases)("%s is a typed failure: %s", async (fault, code, final, words) => {
    const { server, outcome } = await callWith(always(fault), { kind });
    expect(failureOf(outcome)).toMatchObject({ code, final });
    expect(failureOf(outcome).message).toMatch(words);
    expect(server.calls()).toBe(1);
    expect(outcome.record.tries).toHaveLength(1);
    expect(outcome.record.tries[0]?.error).toMatch(words);
    expect(JSON.stringify(outcome.record.request)).toContain("A door stood open.");
  });

  test.each<FaultName>(["quota", "auth", "unknown-model", "refuse-parameter", "redirect", "huge"])(
    "%s is never tried again",
    async (fault) => {
      const { server, outcome } = await callWith(always(fault), { kind, limits: limits({ retries: 3 }) });
      failureOf(outcome);
      expect(server.calls()).toBe(1);
    },
  );

  test.each<FaultName>(["500", "reset", "garbage", "error200", "429", "429-date"])(
    "%s is mended by a second try, and both are recorded",
    async (fault) => {
      const { server, outcome } = await callWith(onceOnly(fault), { kind, limits: limits({ retries: 2 }) });
      expect(outcome.ok).toBe(true);
      expect(server.calls()).toBe(2);
      expect(outcome.record.tries.map((one) => one.error === null)).toEqual([false, true]);
    },
  );

  test.each<[FaultName, { cut?: true; text: RegExp }]>([
    ["gibberish", { text: /乱码/ }],
    ["wrong-schema", { text: /suspects/ }],
    ["refusal", { text: /can't help/ }],
    ["cut", { cut: true, text: /^\{"clues"/ }],
  ])("%s is a reply, kept as it came and never asked for again", async (fault, expected) => {
    const { server, outcome } = await callWith(always(fault), { kind, limits: limits({ retries: 3 }) });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    expect(outcome.reply.text).toMatch(expected.text);
    expect(outcome.reply.cut).toBe(expected.cut);
    expect(outcome.record.response?.finishReason).toBeTruthy();
    expect(server.calls()).toBe(1);
  });

  test("thinking comes apart from the text, from its field and from a tag", async () => {
    for (const reasoning of ["field", "tag"] as const) {
      const { outcome } = await callWith({ reasoning }, { kind });
      if (!outcome.ok) throw new Error(outcome.failure.message);
      expect(outcome.reply.reasoning).toBe("Made-up thinking.");
      expect(JSON.parse(outcome.reply.text)).toHaveProperty("clues");
    }
  });

  test("a wrong key that the provider sends back stands nowhere in the outcome", async () => {
    for (const wrong of ["ab-short", "sk-canary-0123456789"]) {
      const { outcome } = await callWith({ key: "another" }, { kind, key: wrong });
      expect(failureOf(outcome).code).toBe("auth");
      expect(failureOf(outcome).message).toContain("[key]");
      expect(JSON.stringify(outcome)).not.toContain(wrong);
    }
  });

  test("the right key is sent, and stands nowhere in the outcome, not even when the model repeats it", async () => {
    const key = "sk-canary-0123456789";
    const { outcome } = await callWith({ key, answer: () => `Your key is ${key}.` }, { kind, key });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    expect(outcome.reply.text).toBe("Your key is [key].");
    expect(JSON.stringify(outcome)).not.toContain(key);
  });

  test("no key is no header", async () => {
    const seen: Record<string, unknown>[] = [];
    const server = await plain((request, response) => {
      seen.push(request.headers);
      answering(500, {})(request, response);
    });
    await callModel(connectionTo(server.url, { kind, key: null }), modelNamed("m"), ask);
    expect(seen).toHaveLength(1);
    for (const name of ["authorization", "x-api-key", "x-goog-api-key", "x-worth-call"]) {
      expect(seen[0]).not.toHaveProperty(name);
    }
  });
});

test.each<FaultName>(["500", "garbage", "reset", "429"])("with retries 0, %s is one request", async (fault) => {
  const { server, outcome } = await callWith({ ...always(fault), retryAfterSeconds: 0 });
  failureOf(outcome);
  expect(server.calls()).toBe(1);
});

test("garbage is asked again as often as a 500, no more, and its text is kept", async () => {
  const counts = [];
  for (const fault of ["500", "garbage"] as const) {
    const { server, outcome } = await callWith(always(fault), { limits: limits({ retries: 2 }) });
    failureOf(outcome);
    counts.push(server.calls());
    if (fault === "garbage") expect(outcome.record.unread).toContain("It works");
  }
  expect(counts).toEqual([3, 3]);
});

describe("deadlines", () => {
  test("a silent provider is given up after the longest silence, and the place is free again", async () => {
    const server = await serve(onceOnly("hang"));
    const connection = connectionTo(server.url, {
      limits: limits({ concurrency: 1, idleSeconds: 1, totalSeconds: 9 }),
    });
    const [silent, next] = await Promise.all([
      callModel(connection, modelNamed("m"), ask),
      callModel(connection, modelNamed("m"), ask),
    ]);
    expect(failureOf(silent)).toMatchObject({ code: "timeout", final: false });
    expect(failureOf(silent).message).toMatch(/silent for 1 s/);
    expect(next.ok).toBe(true);
    expect(server.stats().mostAtOnce).toBe(1);
  });

  test("a slow drip is ended by the total deadline, though it is never silent", async () => {
    const { outcome } = await callWith(always("drip"), { limits: limits({ idleSeconds: 5, totalSeconds: 1 }) });
    expect(failureOf(outcome)).toMatchObject({ code: "timeout" });
    expect(failureOf(outcome).message).toMatch(/not complete after 1 s/);
  });

  test("what ran out of time is tried once more, not as often as a fault", async () => {
    const { server, outcome } = await callWith(always("hang"), {
      limits: limits({ idleSeconds: 0.2, retries: 5 }),
    });
    expect(failureOf(outcome).code).toBe("timeout");
    expect(server.calls()).toBe(2);
  });

  test("an answer that is to be continued without end has an end", async () => {
    const part = { content: { parts: [{ text: "more" }] }, finishReason: "CONTINUATION", continuationToken: "t" };
    const server = await plain(answering(200, { candidates: [part] }));
    const connection = connectionTo(server.url, { kind: "google", limits: limits({ retries: 3 }) });
    expect(failureOf(await callModel(connection, modelNamed("m"), ask)).code).toBe("bad-response");
    expect(server.hits()).toBe(10);
  });

  test("a slow answer within the deadlines is an answer", async () => {
    const { outcome } = await callWith({ ...always("slow"), slowMs: 1_200 });
    expect(outcome.ok).toBe(true);
  });
});

test("a key that is a common word spoils no outcome", async () => {
  for (const key of ["auth", '"', "message", "status"]) {
    const { outcome } = await callWith({ key: "another" }, { key });
    expect(failureOf(outcome)).toMatchObject({ code: "auth", final: true });
    expect(outcome.record.tries[0]?.status).toBe(401);
  }
});

test("an answer without end costs little memory", async () => {
  const server = await serve({ ...always("huge"), hugeMb: 400 });
  const call = () => callModel(connectionTo(server.url), modelNamed("m"), ask);
  await call();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const outcome = await call();
  clearInterval(watch);
  expect(failureOf(outcome).code).toBe("too-large");
  expect(most - before).toBeLessThan(50 * 1024 * 1024);
});

test("an answer that says how large it is, is not even begun", async () => {
  const server = await plain((request, response) => {
    request.resume();
    response.writeHead(200, { "content-length": String(2 ** 40) });
    response.write("{");
  });
  expect(failureOf(await callModel(connectionTo(server.url), modelNamed("m"), ask)).code).toBe("too-large");
});

test("a redirect leads nowhere", async () => {
  const target = await plain(answering(200, {}));
  for (const status of [301, 302, 303, 307, 308]) {
    const server = await plain(answering(status, "", { location: target.url }));
    const failure = failureOf(await callModel(connectionTo(server.url), modelNamed("m"), ask));
    expect(failure).toMatchObject({ code: "bad-response", final: true });
  }
  expect(target.hits()).toBe(0);
});

describe("waiting", () => {
  const first429 = (headers: Record<string, string>) => {
    const times: number[] = [];
    return plain((request, response) => {
      times.push(performance.now());
      answering(429, { error: { message: "Slow down." } }, headers)(request, response);
    }).then((server) => ({ server, times }));
  };

  test.each(["seconds", "date"])("Retry-After in %s is sat out", async (form) => {
    const value = () => (form === "seconds" ? "1" : new Date(Date.now() + 2_000).toUTCString());
    const { server, times } = await first429({ "retry-after": value() });
    await callModel(connectionTo(server.url, { limits: limits({ retries: 1 }) }), modelNamed("m"), ask);
    expect(times).toHaveLength(2);
    expect((times[1] as number) - (times[0] as number)).toBeGreaterThan(950);
  });

  test.each([
    ["seconds", () => "86400"],
    ["date", () => new Date(Date.now() + 86_400_000).toUTCString()],
  ])("a wait of a day, told in %s, is a failure at once", async (_form, value) => {
    const { server } = await first429({ "retry-after": value() });
    const outcome = await callModel(connectionTo(server.url, { limits: limits({ retries: 5 }) }), modelNamed("m"), ask);
    expect(failureOf(outcome)).toMatchObject({ code: "rate-limited", final: true });
    expect(failureOf(outcome).message).toMatch(/asks to wait 86\d{3} s/);
    expect(server.hits()).toBe(1);
  });

  test("a call that is stopped while it waits, asks or queues ends as stopped", async () => {
    const { server } = await first429({ "retry-after": "60" });
    const hanging = await serve(always("hang"));
    const narrow = connectionTo(hanging.url, { limits: limits({ concurrency: 1 }) });
    const waiting = connectionTo(server.url, { limits: limits({ retries: 1 }) });
    const stopper = new AbortController();
    const { signal } = stopper;
    const running = [waiting, narrow, narrow].map((one) => callModel(one, modelNamed("m"), ask, { signal }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    stopper.abort();
    for (const outcome of await Promise.all(running)) {
      expect(failureOf(outcome)).toMatchObject({ code: "stopped", final: false });
    }
    expect(hanging.calls()).toBe(1);
  });
});

describe("what providers say", () => {
  const cases: [string, ConnectionKind, number, unknown, FailureCode, boolean][] = [
    ["no credit", "openai-compatible", 402, { error: { message: "Insufficient Balance" } }, "quota", true],
    [
      "tokens per day",
      "openai-compatible",
      429,
      { error: { message: "Rate limit reached on tokens per day (TPD): Limit 100000", code: "rate_limit_exceeded" } },
      "quota",
      true,
    ],
    [
      "tokens per minute",
      "openai-compatible",
      429,
      { error: { message: "Rate limit reached on tokens per min (TPM): Limit 30000", code: "rate_limit_exceeded" } },
      "rate-limited",
      false,
    ],
    [
      "low credit",
      "anthropic",
      400,
      { type: "error", error: { type: "invalid_request_error", message: "Your credit balance is too low." } },
      "quota",
      true,
    ],
    [
      "overloaded",
      "anthropic",
      529,
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      "server",
      false,
    ],
    [
      "a minute's quota in the words of a day's",
      "google",
      429,
      {
        error: {
          code: 429,
          status: "RESOURCE_EXHAUSTED",
          message: "You exceeded your current quota, please check your plan and billing details.",
          details: [{ violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier" }] }],
        },
      },
      "rate-limited",
      false,
    ],
    [
      "an invalid key under 400",
      "google",
      400,
      {
        error: {
          code: 400,
          status: "INVALID_ARGUMENT",
          message: "API key not valid. Please pass a valid API key.",
          details: [{ reason: "API_KEY_INVALID" }],
        },
      },
      "auth",
      true,
    ],
    [
      "an error in a list",
      "google",
      404,
      [{ error: { code: 404, message: "models/x is not found for API version v1beta", status: "NOT_FOUND" } }],
      "unknown-model",
      true,
    ],
    [
      "plain words",
      "openai-compatible",
      404,
      { error: "model 'x' not found, try pulling it first" },
      "unknown-model",
      true,
    ],
    ["a detail list", "openai-compatible", 422, { detail: [{ msg: "field required" }] }, "bad-request", false],
    [
      "a long prompt",
      "openai-compatible",
      400,
      { error: { message: "This model's maximum context length is 8192 tokens.", code: "context_length_exceeded" } },
      "bad-request",
      false,
    ],
    [
      "200 with a rate limit",
      "openai-compatible",
      200,
      { error: { code: 429, message: "Slow down" } },
      "rate-limited",
      false,
    ],
    [
      "200 with a quota",
      "openai-compatible",
      200,
      { error: { type: "insufficient_quota", message: "x" } },
      "quota",
      true,
    ],
    [
      "200 with a wrong key",
      "openai-compatible",
      200,
      { error: { code: "invalid_api_key", message: "x" } },
      "auth",
      true,
    ],
    ["200 with words", "openai-compatible", 200, { error: "Something broke" }, "server", false],
    [
      "200 with an error in a choice",
      "openai-compatible",
      200,
      { choices: [{ finish_reason: "error", error: { code: 502, message: "Upstream" }, message: { content: "" } }] },
      "server",
      false,
    ],
    ["200 with a number", "openai-compatible", 200, "5", "bad-response", false],
    ["200 with nothing", "openai-compatible", 200, "", "bad-response", false],
    ["200 with no choice", "openai-compatible", 200, { choices: [] }, "bad-response", false],
    ["200 with deep nesting", "openai-compatible", 200, `${"[".repeat(200_000)}`, "bad-response", false],
    ["200 with nothing of the protocol", "google", 200, { candidates: [] }, "bad-response", false],
  ];
  test.each(cases)("%s", async (_what, kind, status, body, code, final) => {
    const server = await plain(answering(status, body));
    const failure = failureOf(await callModel(connectionTo(server.url, { kind }), modelNamed("x"), ask));
    expect(failure).toMatchObject({ code, final });
  });

  test("a prompt that a filter stopped is a reply without words", async () => {
    const filter = { error: { code: "content_filter", message: "The response was filtered.", status: 400 } };
    const blocked = { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } };
    const answers: [ConnectionKind, number, unknown, string][] = [
      ["openai-compatible", 400, filter, "content_filter"],
      ["google", 200, blocked, "PROHIBITED_CONTENT"],
    ];
    for (const [kind, status, body, reason] of answers) {
      const server = await plain(answering(status, body));
      const connection = connectionTo(server.url, { kind, limits: limits({ retries: 2 }) });
      const outcome = await callModel(connection, modelNamed("x"), ask);
      expect(outcome).toMatchObject({ ok: true, reply: { text: "" }, record: { response: { finishReason: reason } } });
      expect(server.hits()).toBe(1);
    }
  });

  test("a stream is told apart, with what to change", async () => {
    const server = await plain(answering(200, "data: {}\n\n", { "content-type": "text/event-stream" }));
    const connection = connectionTo(server.url, { limits: limits({ retries: 2 }) });
    const failure = failureOf(await callModel(connection, modelNamed("x"), ask));
    expect(failure).toMatchObject({ code: "bad-response", final: true });
    expect(failure.message).toContain("stream");
    expect(server.hits()).toBe(1);
  });

  test("nobody at the address, or an unknown host", async () => {
    const gone = await plain(answering(200, {}));
    await gone.stop();
    const refused = failureOf(await callModel(connectionTo(gone.url), modelNamed("x"), ask));
    expect(refused.code).toBe("network");
    expect(refused.message).toContain(`Nothing answers at 127.0.0.1:${gone.port}`);
    const unknown = failureOf(await callModel(connectionTo("http://nowhere.invalid/v1"), modelNamed("x"), ask));
    expect(unknown.code).toBe("network");
  });

  test("https at an http server says so", async () => {
    const server = await serve({});
    const url = server.url.replace("http:", "https:");
    const failure = failureOf(await callModel(connectionTo(url), modelNamed("x"), ask));
    expect(failure.message).toMatch(/does not speak https/);
  });
});
