import http from "node:http";
import type { AddressInfo } from "node:net";
import { parseJson } from "./json-fields";
import { type Asked, madeUpAnswer, readPrompt } from "./protocol-answer";
import { type Dialect, dialectOf } from "./protocol-dialects";
import { drawFault, type FaultName, faultyText, json, playFault } from "./protocol-faults";

/**
 * A server that speaks the three providers' protocols on this machine, so that everything about models can be
 * developed, tried and tested without a key or a network:
 *
 *     npm run protocol-server -- --port 4010 --latency 50 --fault 429 --share 0.2
 *
 * Then make a connection of any kind to `http://127.0.0.1:4010/v1` (allow this host first; Google's base is `/v1beta`).
 * Its answers are made up from the ids in the prompt and follow from prompt, model and the call's number, so that a run
 * gives the same results each time while its epochs differ. A share of calls meets faults, drawn from the same
 * and the seed. `GET /stats` tells what was asked; `DELETE /stats` begins the counting anew.
 */
export type ProtocolServerOptions = {
  /** 0, the default, takes a free one. */
  port?: number;
  /** How long each answer takes, in milliseconds. */
  latencyMs?: number;
  /** The share of calls that meets each fault. */
  faults?: Partial<Record<FaultName, number>>;
  /** Decides the fault of a call in place of the shares. */
  faultFor?: (asked: Asked) => FaultName | null;
  seed?: number;
  /** The text of a reply, in place of a made-up one. */
  answer?: (asked: Asked) => string;
  /** Thinking to send along: in its own field, or as a tag within the text. */
  reasoning?: "field" | "tag";
  /** When given, calls without this key are refused. */
  key?: string;
  models?: string[];
  retryAfterSeconds?: number;
  slowMs?: number;
  hugeMb?: number;
};

export type ProtocolStats = {
  /** Calls for a reply, faults included; the list of models is not counted. */
  calls: number;
  /** The most calls that were open at once. */
  mostAtOnce: number;
  faults: Partial<Record<FaultName, number>>;
  /** Calls by the hash of their prompt. */
  prompts: Record<string, number>;
};

export type ProtocolServer = {
  /** The base URL of OpenAI's and Anthropic's protocol. */
  url: string;
  googleUrl: string;
  port: number;
  calls(): number;
  stats(): ProtocolStats;
  /** Bodies of requests, the last 100. */
  requests(): unknown[];
  stop(): Promise<void>;
};

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const keyOf = (headers: http.IncomingHttpHeaders) =>
  headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization?.replace(/^Bearer /i, "");

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Starts the server on 127.0.0.1. @throws Error when the port is taken */
export async function startProtocolServer(options: ProtocolServerOptions = {}): Promise<ProtocolServer> {
  const seed = options.seed ?? 1;
  const models = options.models ?? ["made-up-small", "made-up-large"];
  const settings = { retryAfterSeconds: options.retryAfterSeconds ?? 1, hugeMb: options.hugeMb ?? 64 };
  const answer = options.answer ?? madeUpAnswer;
  const numbers = new Map<string, number>();
  const requests: unknown[] = [];
  let stats: ProtocolStats = { calls: 0, mostAtOnce: 0, faults: {}, prompts: {} };
  let open = 0;

  async function reply(dialect: Dialect, body: unknown, path: string, response: http.ServerResponse) {
    const read = dialect.read(body, path);
    if (!read) return json(response, 400, dialect.error("bad-request", "This is no request of this protocol.", 400));
    const { hash } = readPrompt(read.prompt);
    const number = (numbers.get(`${hash} ${read.model}`) ?? 0) + 1;
    numbers.set(`${hash} ${read.model}`, number);
    stats.calls++;
    stats.mostAtOnce = Math.max(stats.mostAtOnce, open);
    stats.prompts[hash] = (stats.prompts[hash] ?? 0) + 1;
    if (requests.push(body) > 100) requests.shift();

    const asked: Asked = { prompt: read.prompt, model: read.model, number };
    let fault = options.faultFor
      ? options.faultFor(asked)
      : drawFault(options.faults ?? {}, `${seed} ${hash} ${read.model} ${number}`);
    if (fault === "refuse-parameter" && !read.temperature) fault = null;
    if (fault) stats.faults[fault] = (stats.faults[fault] ?? 0) + 1;
    const latency = (options.latencyMs ?? 0) + (fault === "slow" ? (options.slowMs ?? 2_000) : 0);
    if (latency > 0) await wait(latency);
    if (response.destroyed || playFault(fault, dialect, response, settings)) return;

    const whole = answer(asked);
    const text = faultyText(fault, whole) ?? whole;
    const thought = options.reasoning ? "Made-up thinking." : null;
    const tagged = options.reasoning === "tag" ? `<think>${thought}</think>\n${text}` : text;
    const ending = fault === "cut" ? "length" : fault === "refusal" ? "refusal" : "stop";
    const id = `${hash}-${number}`;
    json(
      response,
      200,
      dialect.reply(tagged, ending, options.reasoning === "field" ? thought : null, { ...read, id }),
      { "x-request-id": `req-${id}` },
    );
  }

  async function handle(request: http.IncomingMessage, response: http.ServerResponse) {
    const path = (request.url ?? "/").split("?")[0] as string;
    if (path === "/stats") {
      if (request.method === "DELETE") stats = { calls: 0, mostAtOnce: 0, faults: {}, prompts: {} };
      return json(response, 200, stats);
    }
    const dialect = dialectOf(path, request.headers);
    if (!dialect) return json(response, 404, { error: { message: `There is nothing at ${path}.` } });
    if (options.key !== undefined && keyOf(request.headers) !== options.key) {
      const told = `Incorrect API key provided: ${keyOf(request.headers) ?? "none"}.`;
      return json(response, 401, dialect.error("auth", told, 401));
    }
    if (path.endsWith("/models")) return json(response, 200, dialect.models(models));
    const body = parseJson(await bodyOf(request));
    if (body === undefined) return json(response, 400, dialect.error("bad-request", "The body is not JSON.", 400));
    await reply(dialect, body, path, response);
  }

  const server = http.createServer((request, response) => {
    open++;
    response.on("close", () => {
      open--;
    });
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    googleUrl: `http://127.0.0.1:${port}/v1beta`,
    port,
    calls: () => stats.calls,
    stats: () => structuredClone(stats),
    requests: () => [...requests],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
