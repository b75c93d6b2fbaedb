import "server-only";
import { cookies } from "next/headers";
import { currentUser, hasRole } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import type { ZodType } from "zod";
import { recall, remember, takeLimit } from "@/lib/store/limits";
import { playerOfCookie } from "@/lib/store/players";
import { type Account, accountOfApiKey, type Role } from "@/lib/store/users";
import { problem } from "./problem";

export const playerCookie = "worth-player";

/** Who calls: an account (session or API key), and the player of this browser. A script has no player. */
export type Caller = { user: Account | null; player: { id: string; userId: string | null } | null; script: boolean };

type Context<Body> = {
  request: Request;
  params: Record<string, string>;
  body: Body;
  caller: Caller;
  /** The caller's account; routes that name a role have one. */
  user: Account;
};

type Options<Body> = {
  /** The least role; left out for routes that everyone may call. */
  role?: Role;
  body?: ZodType<Body>;
  /** Largest body in bytes; 256 kB unless told. */
  maxBytes?: number;
  /** Requests per minute and caller for routes that write. */
  perMinute?: number;
  idempotent?: boolean;
};

export type Answer = { status?: number; body: unknown; headers?: Record<string, string> } | Response;

async function callerOf(request: Request): Promise<Caller> {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (bearer) {
    const user = await accountOfApiKey(bearer);
    if (!user) throw new AppError("unauthenticated", "This API key is not known or was revoked.");
    return { user, player: null, script: true };
  }
  const jar = await cookies();
  const [user, player] = await Promise.all([currentUser(), playerOfCookie(jar.get(playerCookie)?.value)]);
  return { user, player, script: false };
}

/** Cookies come along from any site that a browser shows; only our own pages may write with them. */
function checkOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const host = request.headers.get("x-forwarded-host") ?? request.headers.get("host");
  const from = origin && URL.canParse(origin) ? new URL(origin).host : null;
  const foreign = origin ? from !== host : site !== null && site !== "same-origin" && site !== "none";
  if (foreign) throw new AppError("forbidden", "This call must come from the site's own pages.");
}

async function readBody<Body>(request: Request, options: Options<Body>): Promise<{ text: string; body: Body }> {
  const limit = options.maxBytes ?? 262_144;
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const text = await request.text();
  if (Buffer.byteLength(text) > limit) throw tooLarge(limit);
  let parsed: unknown;
  try {
    parsed = text === "" ? {} : JSON.parse(text);
  } catch {
    throw new AppError("bad-request", "The body is not JSON.");
  }
  const checked = options.body?.safeParse(parsed);
  if (checked && !checked.success) {
    const faults = checked.error.issues.map((issue) => ({
      field: issue.path.join(".") || "body",
      message: issue.message,
    }));
    throw new AppError("invalid", "The body is not as it must be.", { faults });
  }
  return { text, body: checked?.data as Body };
}

/** Which route a call is at, its parameters unnamed: each route has its own limit. */
function routeOf(request: Request, params: Record<string, string>): string {
  const values = new Set(Object.values(params));
  const parts = new URL(request.url).pathname
    .split("/")
    .map((part) => (values.has(decodeURIComponent(part)) ? "*" : part));
  return `${request.method} ${parts.join("/")}`;
}

const tooLarge = (limit: number) => new AppError("too-large", `The body is larger than ${limit} bytes.`);

/**
 * The one wrapper of all API routes: who calls, roles, limits, the body, idempotency, and errors as
 * RFC 9457 problem+json. A handler parses nothing and catches nothing.
 */
export function route<Body = undefined>(options: Options<Body>, handle: (context: Context<Body>) => Promise<Answer>) {
  return async (
    request: Request,
    context: { params: Promise<Record<string, string> | undefined> },
  ): Promise<Response> => {
    try {
      const [caller, given] = await Promise.all([callerOf(request), context.params]);
      // Next gives none to a route without parameters.
      const params = given ?? {};
      const writes = request.method !== "GET";
      if (writes && !caller.script) checkOrigin(request);
      if (options.role) {
        if (!caller.user) throw new AppError("unauthenticated", "Sign in, or send an API key.");
        if (!hasRole(caller.user, options.role))
          throw new AppError("forbidden", `This needs the role ${options.role}.`);
      }
      if (writes && options.perMinute) {
        const who = caller.user?.id ?? caller.player?.id ?? request.headers.get("x-forwarded-for") ?? "anyone";
        await takeLimit(`${routeOf(request, params)}:${who}`, options.perMinute, 60);
      }
      const { text, body } = writes ? await readBody(request, options) : { text: "", body: undefined as Body };
      const sent = options.idempotent ? request.headers.get("idempotency-key") : null;
      const key = sent && `${caller.user?.id ?? caller.player?.id}:${sent}`;
      const held = key ? await recall(key, text) : null;
      if (held) return Response.json(held.body, { status: held.status });
      const answer = await handle({ request, params, body, caller, user: caller.user as Account });
      if (answer instanceof Response) return answer;
      if (key) await remember(key, text, answer.status ?? 200, answer.body);
      return Response.json(answer.body, {
        status: answer.status ?? 200,
        headers: { "cache-control": "no-store", ...answer.headers },
      });
    } catch (error) {
      return problem(error);
    }
  };
}
