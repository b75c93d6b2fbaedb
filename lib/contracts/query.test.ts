import { expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { keepValid, parseQuery } from "./query";
import { attemptFilterSchema } from "./run-attempts";

function faultsOf(query: string) {
  try {
    parseQuery(attemptFilterSchema, new URLSearchParams(query));
    return null;
  } catch (error) {
    return error instanceof AppError ? { code: error.code, fields: error.faults.map((fault) => fault.field) } : error;
  }
}

test("an empty field of a form is no filter", () => {
  expect(parseQuery(attemptFilterSchema, new URLSearchParams("status=&q=%20&validity=invalid&limit="))).toEqual({
    q: "",
    validity: "invalid",
    limit: 50,
  });
});

test.each([
  ["limit=abc", "limit"],
  ["limit=0", "limit"],
  ["limit=1e9", "limit"],
  ["status=lost", "status"],
  ["colour=red", "colour"],
  ["run=a&run=b", "run"],
  [`q=${"x".repeat(300)}`, "q"],
])("%s is refused by name", (query, field) => {
  expect(faultsOf(query)).toEqual({ code: "invalid", fields: [field] });
});

test("a page leaves out what does not fit and keeps the rest", () => {
  const given = {
    status: "lost",
    validity: ["invalid", "scorable"],
    colour: "red",
    q: "刀",
    limit: "x",
    run: undefined,
  };
  expect(keepValid(attemptFilterSchema, given)).toEqual({ validity: "invalid", q: "刀", limit: 50 });
});
