import http from "node:http";
import type { AddressInfo } from "node:net";
import type { ConnectionConfig, ModelConfig } from "./provider";

/** Connections and models for the tests of this folder, with short deadlines. */

export function connectionTo(baseUrl: string, changes: Partial<ConnectionConfig> = {}): ConnectionConfig {
  return {
    id: `test ${Math.random()}`,
    kind: "openai-compatible",
    baseUrl,
    key: "sk-canary-0123456789",
    allowedHosts: ["127.0.0.1"],
    ...changes,
    limits: { concurrency: 8, retries: 0, idleSeconds: 5, totalSeconds: 10, ...changes.limits },
  };
}

export function modelNamed(modelId: string, changes: Partial<Omit<ModelConfig, "modelId">> = {}): ModelConfig {
  return {
    modelId,
    parameters: { ...changes.parameters },
    rules: { noTemperature: false, maxCompletionTokens: false, sendReasoning: false, ...changes.rules },
  };
}

export const storyPrompt = [
  "[S001] A door stood open. [S002] The lamp was warm. [S003] Nobody had seen Anna.",
  "- C1 Anna: a guest",
  "- C2 Bo: a cook",
  "- C3 Cy: a neighbour",
  "Pick the sentences that are the clues to the answer, at most 2.",
  'One JSON object: "clues", "interpretations", "participants", "participantReasons", "reconstruction", "ruledOut", "confidence"',
].join("\n");

export type PlainServer = { url: string; port: number; hits(): number; stop(): Promise<void> };

/** A server of a few lines, for answers that the protocol server does not give. */
export async function plainServer(handle: http.RequestListener, host = "127.0.0.1"): Promise<PlainServer> {
  let hits = 0;
  const server = http.createServer((request, response) => {
    hits++;
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    hits: () => hits,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A handler that gives one answer to everything. */
export function answering(status: number, body: unknown, headers: Record<string, string> = {}): http.RequestListener {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(text);
  };
}
