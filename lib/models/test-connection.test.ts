import { afterEach, describe, expect, test } from "vitest";
import { type ProtocolServerOptions, startProtocolServer } from "./protocol-server";
import type { ConnectionKind } from "./provider";
import { testConnection } from "./test-connection";
import { answering, connectionTo, plainServer } from "./test-fixtures";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serve(options: ProtocolServerOptions = {}) {
  const server = await startProtocolServer(options);
  stops.push(server.stop);
  return server;
}
async function plain(...options: Parameters<typeof plainServer>) {
  const server = await plainServer(...options);
  stops.push(server.stop);
  return server;
}

describe.each<ConnectionKind>(["openai-compatible", "anthropic", "google"])("%s", (kind) => {
  const url = (server: { url: string; googleUrl: string }) => (kind === "google" ? server.googleUrl : server.url);

  test("all is well", async () => {
    const server = await serve({ key: "sk-right" });
    const connection = connectionTo(url(server), { kind, key: "sk-right" });
    const listed = await testConnection(connection);
    expect(listed).toEqual({
      ok: true,
      message: "The server answers and offers 2 models.",
      models: ["made-up-small", "made-up-large"],
    });
    expect(server.calls()).toBe(0);
    const called = await testConnection(connection, "made-up-large");
    expect(called).toMatchObject({ ok: true, message: "The model answers as made-up-large." });
    expect(server.calls()).toBe(1);
  });

  test("the key is wrong, and is not repeated", async () => {
    const server = await serve({ key: "sk-right" });
    const result = await testConnection(connectionTo(url(server), { kind, key: "sk-wrong" }), "made-up-large");
    expect(result.ok).toBe(false);
    expect(result.message).toMatch(/refuses the key/);
    expect(result.message).not.toContain("sk-wrong");
  });

  test("the model is not known", async () => {
    const server = await serve({ faultFor: () => "unknown-model" });
    const result = await testConnection(connectionTo(url(server), { kind }), "no-such-model");
    expect(result.ok).toBe(false);
    expect(result.message).toMatch(/does not know this model/);
    expect(result.message).toMatch(/list of 2 models does not hold no-such-model/);
    expect(result.models).toHaveLength(2);
  });

  test("the server answers something else", async () => {
    const page = await plain(answering(200, "<html></html>", { "content-type": "text/html" }));
    expect((await testConnection(connectionTo(page.url, { kind }))).message).toMatch(/not JSON/);
    const other = await plain(answering(200, { hello: "world" }));
    expect((await testConnection(connectionTo(other.url, { kind }))).message).toMatch(/not what this kind/);
  });
});

test("the address is wrong as it is written", async () => {
  expect(await testConnection(connectionTo("nonsense"))).toMatchObject({ ok: false, models: null });
});

test("the address is refused", async () => {
  const server = await serve();
  const result = await testConnection(connectionTo(server.url, { allowedHosts: [] }), "made-up-small");
  expect(result.ok).toBe(false);
  expect(result.message).toMatch(/private address. An administrator can allow it/);
});

test("nobody answers", async () => {
  const gone = await plain(answering(200, {}));
  await gone.stop();
  stops.pop();
  expect((await testConnection(connectionTo(gone.url))).message).toMatch(/Nothing answers/);
});

test("a server without a list can still be tested by a model", async () => {
  const reply = { model: "m-1", choices: [{ message: { content: "yes" }, finish_reason: "stop" }] };
  const server = await plain((request, response) =>
    answering(request.method === "GET" ? 404 : 200, request.method === "GET" ? { error: "no" } : reply)(
      request,
      response,
    ),
  );
  expect((await testConnection(connectionTo(server.url))).message).toMatch(/Name a model/);
  expect(await testConnection(connectionTo(server.url), "m")).toEqual({
    ok: true,
    message: "The model answers as m-1.",
    models: null,
  });
});
