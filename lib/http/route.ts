import "server-only";
import { currentPlayer } from "@/lib/auth/player";
import { currentUser, hasRole } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { answerOnce, takeLimit } from "@/lib/store/limits";
import type { PlayerRef } from "@/lib/store/players";
import { type Account, accountOfApiKey, type Role } from "@/lib/store/users";
import { isStorable } from "@/lib/store/text";
import { type BodyOptions, readBody } from "./body";
import { problem } from "./problem";

/** Who calls: an account (session or API key), and the player of this browser. A script has no player. */
export type Caller = { user: Account | null; player: PlayerRef | null; script: boolean };

type Context<Body> = {
  request: Request;
  params: Record<string, string>;
  body: Body;
  /** The body as it was sent. */
  text: string;
  caller: Caller;
  /** The caller's account; routes that name a role have one. */
  user: Account;
};

type Options<Body> = BodyOptions<Body> & {
  /** The least role; left out for routes that everyone may call. */
  role?: Role;
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
  const [user, player] = await Promise.all([currentUser(), currentPlayer()]);
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

/** Which route a call is at, its parameters unnamed: each route has its own limit. */
function routeOf(request: Request, params: Record<string, string>): string {
  const values = new Set(Object.values(params));
  const parts = new URL(request.url).pathname.split("/").map((part) => (values.has(decoded(part)) ? "*" : part));
  return `${request.method} ${parts.join("/")}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new AppError("bad-request", "The address holds a broken percent code.");
  }
}

/** What no id and no filter can hold is refused by name before anything looks it up. */
function checkAddress(request: Request, params: Record<string, string>): void {
  const given = [...Object.entries(params), ...new URL(request.url).searchParams];
  const faults = given
    .filter(([name, value]) => !isStorable(name) || !isStorable(String(value)))
    .map(([name]) => ({
      field: isStorable(name) ? name : "query",
      message: "holds a character that cannot be stored",
    }));
  if (faults.length > 0) throw new AppError("invalid", "The address is not as it must be.", { faults });
}

/** The caller's key for this route; of each caller and route its own. @throws AppError invalid */
function idempotencyKey(request: Request, at: string, who: string): string | null {
  const sent = request.headers.get("idempotency-key");
  if (sent === null) return null;
  if (sent.length === 0 || sent.length > 200) {
    throw new AppError("invalid", "The Idempotency-Key cannot be used.", {
      faults: [{ field: "Idempotency-Key", message: "must have 1 to 200 characters" }],
    });
  }
  return `${at}:${who}:${sent}`;
}

/** How many times the limit of one caller all callers without account and player may use a route together. */
const strangers = 20;

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
      checkAddress(request, params);
      const writes = !["GET", "HEAD"].includes(request.method);
      if (writes && !caller.script) checkOrigin(request);
      if (options.role) {
        if (!caller.user) throw new AppError("unauthenticated", "Sign in, or send an API key.");
        if (!hasRole(caller.user, options.role))
          throw new AppError("forbidden", `This needs the role ${options.role}.`);
      }
      const at = routeOf(request, params);
      const who = caller.user?.id ?? caller.player?.id ?? request.headers.get("x-forwarded-for") ?? "anyone";
      if (writes && options.perMinute) {
        await takeLimit(`${at}:${who}`, options.perMinute, 60);
        // A stranger's address is what the request says of itself, so strangers have a limit together as well.
        if (!caller.user && !caller.player) await takeLimit(`${at}:strangers`, options.perMinute * strangers, 60);
      }
      const { text, body } = writes ? await readBody(request, options) : { text: "", body: undefined as Body };
      const work = () => handle({ request, params, body, text, caller, user: caller.user as Account });
      const key = options.idempotent ? idempotencyKey(request, at, who) : null;
      const answer = key
        ? await answerOnce(key, `${new URL(request.url).search}\n${text}`, async () => {
            const made = await work();
            if (made instanceof Response) throw new TypeError("An idempotent route answers with a body to keep.");
            return { status: made.status ?? 200, body: made.body };
          })
        : await work();
      if (answer instanceof Response) return answer;
      const headers = "headers" in answer ? answer.headers : {};
      return Response.json(answer.body, {
        status: answer.status ?? 200,
        headers: { "cache-control": "no-store", ...headers },
      });
    } catch (error) {
      return problem(error);
    }
  };
}
