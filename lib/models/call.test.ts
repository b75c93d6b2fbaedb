import { afterEach, expect, test } from "vitest";
import { callModel } from "./call";
import { type ProtocolServer, type ProtocolServerOptions, startProtocolServer } from "./protocol-server";
import type { CallOutcome, ConnectionConfig, ConnectionKind, Message } from "./provider";
import { connectionTo, modelNamed, storyPrompt } from "./test-fixtures";

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
