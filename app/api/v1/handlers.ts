import path from "node:path";
import { pathToFileURL } from "node:url";
import type { apiCalls } from "@/lib/contracts/openapi";

/** Test support: calls the route handlers as Next would, with cookies and a session of the test's own. */

export type Call = (typeof apiCalls)[number];

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** What the mocked `next/headers` and `next-auth` answer with; one call at a time. */
export const browser = { cookies: new Map<string, string>(), userId: null as string | null };

export const mockedHeaders = {
  cookies: async () => ({
    get: (name: string) => (browser.cookies.has(name) ? { name, value: browser.cookies.get(name) } : undefined),
    set: () => {},
    delete: () => {},
  }),
  headers: async () => new Headers(),
};

export const mockedSession = async () => (browser.userId ? { userId: browser.userId } : null);

/** The names of a call's parameters, in order. */
export const parametersOf = (call: Call) => [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);

async function handlerOf(call: Call): Promise<Handler> {
  const folder = path.join(import.meta.dirname, call.path.replaceAll("{", "[").replaceAll("}", "]"));
  const served = await import(/* @vite-ignore */ pathToFileURL(path.join(folder, "route.ts")).href);
  return served[call.method.toUpperCase()];
}

export type Sent = {
  params?: Record<string, string>;
  query?: string;
  body?: BodyInit;
  headers?: Record<string, string>;
};

/** One call as whoever `browser` says. @returns status, headers and the text of the answer */
export async function send(call: Call, sent: Sent = {}) {
  const params = sent.params ?? {};
  const at = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? "").replace(/\p{Surrogate}/gu, "\ufffd")),
  );
  const request = new Request(`http://localhost/api/v1${at}${sent.query ?? ""}`, {
    method: call.method.toUpperCase(),
    headers: { host: "localhost", ...sent.headers },
    ...(call.method === "get" ? {} : { body: sent.body }),
  });
  const handler = await handlerOf(call);
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
