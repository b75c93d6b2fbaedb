import { expect, test } from "vitest";
import { isOutage } from "./health";

test("an outage is told from faults of data, whatever their words", () => {
  expect(isOutage(new Error("Connection terminated unexpectedly"))).toBe(true);
  expect(isOutage(Object.assign(new Error("no"), { code: "P1001" }))).toBe(true);
  expect(isOutage(new Error("outer", { cause: new Error("the database system is starting up") }))).toBe(true);
  let fault: unknown;
  try {
    JSON.parse('{"a');
  } catch (error) {
    fault = error;
  }
  expect(String(fault)).toMatch(/unterminated/i);
  expect(isOutage(fault)).toBe(false);
});
