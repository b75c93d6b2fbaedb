import type { ServerResponse } from "node:http";
import { drawsFrom } from "./protocol-answer";
import type { Dialect } from "./protocol-dialects";

/** The faults that the protocol server can play, each as a real provider shows it. */

export const faults = {
  slow: "answers after `slowMs` more",
  "429": "429 with Retry-After in seconds",
  "429-date": "429 with Retry-After as an HTTP date",
  quota: "429: the day's quota is used up",
  auth: "401: the key is wrong",
  "unknown-model": "404: the model is not known",
  "refuse-parameter": "400 that names temperature, as long as the request holds one",
  "500": "500 with an error body",
  "502": "502 with a page of a gateway",
  reset: "the connection is reset before an answer",
  hang: "no answer at all",
  drip: "one byte every 20 ms, without end",
  huge: "an answer of `hugeMb` megabytes",
  garbage: "200 with a page that is not JSON",
  envelope: "200 with JSON that is not the protocol",
  error200: "200 with an error body",
  redirect: "302 to another address",
  gibberish: "a reply whose text is gibberish",
  "wrong-schema": "a reply whose text is JSON with the wrong fields",
  cut: "a reply cut off in the middle (finish reason length)",
  refusal: "a reply in which the model refuses",
} as const;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

export type FaultSettings = { retryAfterSeconds: number; hugeMb: number };

/**
 * Which fault a call meets. @param shares of calls by fault, from 0 to 1, adding up to at most 1
 * @param call what the draw follows from: equal calls of equal servers meet equal faults
 */
export function drawFault(shares: Partial<Record<FaultName, number>>, call: string): FaultName | null {
  let point = drawsFrom(call)();
  for (const [name, share] of Object.entries(shares) as [FaultName, number][]) {
    point -= share;
    if (point < 0) return name;
  }
  return null;
}

const page = "<!doctype html><html><body><h1>It works</h1></body></html>";
const gibberish = "�� qzx 0x1f ]]}{ lorem 乱码 ���";

/** The text of a reply under a fault of the answer itself; null when the fault is none of these. */
export function faultyText(fault: FaultName | null, answer: string): string | null {
  if (fault === "gibberish") return gibberish;
  if (fault === "wrong-schema") return JSON.stringify({ result: { suspects: 2 }, done: true });
  if (fault === "cut") return answer.slice(0, Math.floor(answer.length / 2));
  if (fault === "refusal") return "I'm sorry, but I can't help with that.";
  return null;
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    ...headers,
  });
  response.end(text);
}

function html(response: ServerResponse, status: number) {
  response.writeHead(status, { "content-type": "text/html" });
  response.end(page);
}

function drip(response: ServerResponse) {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
}

function huge(response: ServerResponse, megabytes: number) {
  response.writeHead(200, { "content-type": "application/json" });
  const chunk = Buffer.alloc(64 * 1024, "x");
  let left = megabytes * 16;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left--;
      if (!response.write(chunk)) {
        response.once("drain", more);
        return;
      }
    }
    if (!response.destroyed) response.end('"}}]}');
  };
  response.write('{"choices":[{"message":{"content":"');
  more();
}

/** Plays a fault that leaves no reply. @returns false when the fault is none of these */
export function playFault(
  fault: FaultName | null,
  dialect: Dialect,
  response: ServerResponse,
  settings: FaultSettings,
): boolean {
  const error = (
    status: number,
    ...[kind, message, headers]: [Parameters<Dialect["error"]>[0], string, Record<string, string>?]
  ) => json(response, status, dialect.error(kind, message, status), headers);
  const later = () => new Date(Date.now() + settings.retryAfterSeconds * 1000).toUTCString();
  const plays: Partial<Record<FaultName, () => void>> = {
    "429": () => error(429, "rate", "Rate limit reached.", { "retry-after": String(settings.retryAfterSeconds) }),
    "429-date": () => error(429, "rate", "Rate limit reached.", { "retry-after": later() }),
    quota: () => error(429, "quota", "You exceeded your current quota, please check your plan and billing details."),
    auth: () => error(401, "auth", "Incorrect API key provided."),
    "unknown-model": () => error(404, "unknown-model", "The model does not exist or you do not have access to it."),
    "refuse-parameter": () =>
      error(400, "refused-parameter", "Unsupported value: 'temperature' does not support this value with this model."),
    "500": () => error(500, "server", "The server had an error while processing your request."),
    "502": () => html(response, 502),
    reset: () => response.socket?.resetAndDestroy(),
    hang: () => {},
    drip: () => drip(response),
    huge: () => huge(response, settings.hugeMb),
    garbage: () => html(response, 200),
    envelope: () => json(response, 200, { status: "fine", result: [1, 2, 3] }),
    error200: () => json(response, 200, dialect.error("server", "The server had an error.", 500)),
    redirect: () => {
      response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" });
      response.end();
    },
  };
  const play = fault === null ? undefined : plays[fault];
  play?.();
  return play !== undefined;
}
