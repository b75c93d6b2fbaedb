import { expect, test } from "vitest";
import { retryAfterMs, retryDelayMs } from "./retry-after";

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

test("seconds, milliseconds and dates", () => {
  expect(retryAfterMs({ "retry-after": "7" }, null, now)).toBe(7_000);
  expect(retryAfterMs({ "retry-after": "0.5" }, null, now)).toBe(500);
  expect(retryAfterMs({ "retry-after": "7", "retry-after-ms": "250" }, null, now)).toBe(250);
  expect(retryAfterMs({ "retry-after": "Thu, 01 Jan 2026 12:00:30 GMT" }, null, now)).toBe(30_000);
  expect(retryAfterMs({ "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, null, now)).toBe(0);
});

test("a date is measured against the provider's own clock", () => {
  const headers = { "retry-after": "Fri, 02 Jan 2026 12:00:10 GMT", date: "Fri, 02 Jan 2026 12:00:00 GMT" };
  expect(retryAfterMs(headers, null, now)).toBe(10_000);
});

test("Google tells it in the body", () => {
  const body = { error: { details: [{ reason: "x" }, { retryDelay: "34.5s" }] } };
  expect(retryAfterMs({}, body, now)).toBe(34_500);
  expect(retryAfterMs({}, [body], now)).toBe(34_500);
});

test("nothing told, or nonsense, is null", () => {
  expect(retryAfterMs({}, undefined, now)).toBeNull();
  expect(retryAfterMs({ "retry-after": "soon" }, {}, now)).toBeNull();
  expect(retryAfterMs({ "retry-after": "-5" }, {}, now)).toBe(0);
});

const server = { code: "server" as const, waitMs: null };

test("the wait doubles, is capped, and is drawn between half and whole", () => {
  expect([1, 2, 3].map((failed) => retryDelayMs(failed, server, 0))).toEqual([250, 500, 1_000]);
  expect(retryDelayMs(1, server, 0.999)).toBeLessThan(500);
  expect(retryDelayMs(20, server, 0.999)).toBeLessThan(30_000);
  expect(retryDelayMs(1, { ...server, code: "rate-limited" }, 0)).toBe(1_000);
});

test("a told wait is never shortened, and none is no wait at all", () => {
  expect(retryDelayMs(1, { ...server, waitMs: 7_000 }, 0)).toBe(7_000);
  expect(retryDelayMs(9, { ...server, waitMs: 7_000 }, 0.999)).toBeLessThan(7_700);
  expect(retryDelayMs(1, { ...server, waitMs: 0 }, 0)).toBe(100);
});
