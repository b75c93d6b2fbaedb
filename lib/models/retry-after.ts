import type { IncomingHttpHeaders } from "node:http";
import { at, textAt } from "./json-fields";
import type { FailureCode } from "./provider";

/** The longest wait that a call sits out, in milliseconds. What asks for more is a failure. */
export const longestWaitMs = 120_000;

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)?.trim();

/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms`, `Retry-After` as seconds or as an HTTP date
 * (RFC 9110 §10.2.3; measured against the answer's own Date, since clocks differ), or Google's `RetryInfo`.
 * Null when it does not say.
 */
export function retryAfterMs(headers: IncomingHttpHeaders, body?: unknown, now = Date.now()): number | null {
  const exact = Number(first(headers["retry-after-ms"]) || Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const told = first(headers["retry-after"]);
  if (told) {
    const seconds = Number(told);
    if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
    const date = Date.parse(told);
    if (Number.isFinite(date)) {
      const theirs = Date.parse(first(headers.date) ?? "");
      return Math.max(0, date - (Number.isFinite(theirs) ? theirs : now));
    }
  }
  const details = at(Array.isArray(body) ? body[0] : body, "error", "details");
  if (Array.isArray(details)) {
    for (const detail of details) {
      const delay = /^(\d+(?:\.\d+)?)s$/.exec(textAt(detail, "retryDelay") ?? "");
      if (delay) return Number(delay[1]) * 1000;
    }
  }
  return null;
}

/**
 * The wait before another try, in milliseconds: what the provider asks for, or 0.5 s (2 s where it asks for fewer calls)
 * doubled with each try, at most 30 s; drawn between half of it and the whole, so that callers do not return all at
 * once. A told wait is never shortened, only lengthened by up to a tenth.
 * @param failed tries that failed so far, from 1
 * @param random a number in [0, 1)
 */
export function retryDelayMs(
  failed: number,
  fault: { code: FailureCode; waitMs: number | null },
  random: number,
): number {
  if (fault.waitMs !== null) return Math.max(100, fault.waitMs) * (1 + random / 10);
  const whole = Math.min(30_000, (fault.code === "rate-limited" ? 2_000 : 500) * 2 ** (failed - 1));
  return whole * (0.5 + random / 2);
}
