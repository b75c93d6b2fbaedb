import { ProviderFault } from "./fault";
import { at, countAt, objectOf, parseJson, textAt } from "./json-fields";
import { refusedParameter } from "./refused-parameter";
import { retryAfterMs } from "./retry-after";
import type { Body } from "./provider";
import type { Answer } from "./send";

/** Turns an answer that is no reply into a typed fault, by its status and by what its body says. */

type Told = {
  /** The provider's own words, shortened. */
  message: string;
  /** Codes, types and statuses of the error object, joined, in lower case. */
  codes: string;
  param: string | null;
  /** An HTTP status that stands in the body. */
  status: number | null;
};

const excerpt = (text: string, length = 300) => {
  const flat = text
    .slice(0, 4 * length)
    .replace(/\s+/g, " ")
    .trim();
  return flat.length > length ? `${flat.slice(0, length)}…` : flat;
};

function told(body: unknown, text: string): Told {
  const outer = Array.isArray(body) ? body[0] : body;
  const inner = at(outer, "error");
  const error = objectOf(inner) ?? (typeof inner === "string" ? { message: inner } : objectOf(outer));
  const details = Array.isArray(at(error, "details")) ? (at(error, "details") as unknown[]) : [];
  const codes = [
    ...["code", "type", "status", "reason"].map((name) => at(error, name)),
    ...details.map((one) => at(one, "reason")),
  ];
  const detail = at(outer, "detail");
  const message =
    textAt(error, "message") ??
    textAt(outer, "message") ??
    (typeof detail === "string" ? detail : detail !== undefined ? JSON.stringify(detail) : null) ??
    text;
  const code = countAt(error, "code");
  return {
    message: excerpt(message),
    codes: codes
      .filter((one) => typeof one === "string")
      .join(" ")
      .toLowerCase(),
    param: textAt(error, "param"),
    status: code !== null && code >= 400 && code < 600 ? code : null,
  };
}

const quotaCodes = /insufficient_quota|insufficient_balance|billing|credit_balance|payment_required|quota_exhausted/;
const quotaWords =
  /insufficient (balance|credit|funds|quota)|credit balance is too low|out of credits|billing (hard )?limit|per ?day|daily (limit|quota)|requests? per day|\b[rt]pd\b|免费额度|余额不足|欠费/i;
const minuteWords = /per ?minute|\b[rt]pm\b/i;
const overQuota = /exceeded your (current )?quota/i;
const keyWords = /api.?key (is )?(not valid|invalid|missing)|invalid api.?key|incorrect api.?key|unauthori[sz]ed/i;
const keyCodes =
  /invalid_api_key|authentication_error|api_key_invalid|unauthenticated|permission_denied|permission_error/;
const modelCodes = /model_not_found|unknown_model/;
const modelWords =
  /model.{0,80}(not found|does not exist|not exist|unknown|is not available|not supported for|no such)|(unknown|invalid|no such) model|模型不存在/i;
const overloaded = /overloaded|unavailable|internal|server_error|api_error|bad_gateway|timeout/;

/** A status for an error that came with 200: from its body's words when it names none. */
function statusOf(error: Told): number {
  if (error.status !== null) return error.status;
  if (/rate_limit|too_many_requests|resource_exhausted|quota/.test(error.codes)) return 429;
  if (keyCodes.test(error.codes) || keyWords.test(error.message)) return 401;
  if (modelCodes.test(error.codes)) return 404;
  if (/invalid_request|invalid_argument|bad_request|not_found_error/.test(error.codes)) return 400;
  return 500;
}

function tooMany(error: Told, text: string, answer: Answer, status: number): ProviderFault {
  const waitMs = retryAfterMs(answer.headers, parseJson(text));
  const exhausted =
    quotaCodes.test(error.codes) ||
    quotaWords.test(text) ||
    (overQuota.test(text) && !minuteWords.test(text) && waitMs === null);
  if (exhausted) return quota(error, status);
  return new ProviderFault("rate-limited", `The provider asks for fewer calls: ${error.message}`, {
    retry: true,
    status,
    waitMs,
  });
}

const quota = (error: Told, status: number) =>
  new ProviderFault(
    "quota",
    `The provider's quota or credit is used up. Wait until it is renewed or add credit, then resume: ${error.message}`,
    { final: true, status },
  );

function badRequest(error: Told, status: number, sent: Body | null): ProviderFault {
  const refused = refusedParameter(error.message, error.param, sent);
  if (refused) return new ProviderFault("refused-parameter", refused, { final: true, status });
  if (/context.?length|context window|too long|maximum.{0,20}tokens/i.test(`${error.codes} ${error.message}`)) {
    return new ProviderFault("bad-request", `The prompt is longer than the model can read: ${error.message}`, {
      status,
    });
  }
  return new ProviderFault("bad-request", `The provider refuses the request: ${error.message}`, { status });
}

/** @param status the HTTP status, or one drawn from the body when an error came with 200 */
function faultByStatus(error: Told, status: number, answer: Answer, sent: Body | null): ProviderFault {
  const { text } = answer;
  const real = answer.status;
  if (status === 402 || quotaCodes.test(error.codes)) return quota(error, real);
  if (status === 429) return tooMany(error, text, answer, real);
  if (status === 404 || modelCodes.test(error.codes) || (status === 400 && modelWords.test(error.message))) {
    return new ProviderFault(
      "unknown-model",
      `The provider does not know this model, or the base URL is wrong: ${error.message}`,
      { final: true, status: real },
    );
  }
  if (status === 401 || status === 403 || (status === 400 && keyWords.test(error.message))) {
    return new ProviderFault("auth", `The provider refuses the key: ${error.message}`, { final: true, status: real });
  }
  if (status === 408 || status === 409 || status === 425 || status >= 500) {
    return new ProviderFault("server", `The provider has a fault of its own (${status}): ${error.message}`, {
      retry: true,
      status: real,
      waitMs: retryAfterMs(answer.headers, parseJson(text)),
    });
  }
  if (/credit balance is too low/i.test(error.message)) return quota(error, real);
  return badRequest(error, real, sent);
}

const unreadable = (message: string, answer: Answer) =>
  new ProviderFault("bad-response", message, { retry: true, status: answer.status, unread: answer.text });

/** Whether a refused request is in truth the content filter's answer (Azure answers 400 then). */
export function isFilteredRequest(answer: Answer): boolean {
  if (answer.status !== 400) return false;
  const error = told(parseJson(answer.text), answer.text);
  return /content_filter|content_policy|responsibleai|data_inspection_failed/.test(error.codes);
}

/**
 * The fault of an answer, or null when it may hold a reply.
 * @param body the answer as JSON; undefined when it is none
 * @param sent the request's body, to find a parameter that is named in a refusal
 */
export function answerFault(answer: Answer, body: unknown, sent: Body | null): ProviderFault | null {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    return new ProviderFault(
      "bad-response",
      `The server redirects to another address (${status}). Redirects are not followed: enter the final address.`,
      { final: true, status },
    );
  }
  if (status < 200 || status >= 300) return faultByStatus(told(body, answer.text), status, answer, sent);
  if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
    return new ProviderFault("bad-response", "The answer is a stream. Remove 'stream' from the model's extra body.", {
      final: true,
      status,
    });
  }
  if (body === undefined)
    return unreadable("The answer is not JSON. Check that the address is that of an API.", answer);
  const first = Array.isArray(body) ? body[0] : body;
  // A gateway may report a model's failure within the envelope of a reply.
  const within = at(body, "choices", 0, "error") ?? null;
  if (objectOf(within)) {
    const inner = told({ error: within }, answer.text);
    return faultByStatus(inner, statusOf(inner), answer, sent);
  }
  const given = at(first, "error");
  const replied = ["choices", "content", "candidates"].some((name) => Array.isArray(at(body, name)));
  if (!replied && (typeof given === "string" || objectOf(given))) {
    const error = told(body, answer.text);
    const guessed = statusOf(error);
    if (guessed === 500 && error.codes && !overloaded.test(error.codes)) return badRequest(error, status, sent);
    return faultByStatus(error, guessed, answer, sent);
  }
  return null;
}

/** The fault of an answer that is JSON and no error, but not the protocol. */
export const protocolFault = (answer: Answer) =>
  unreadable(
    "The answer is JSON, but not what this kind of provider sends. Check the connection's kind and address.",
    answer,
  );
