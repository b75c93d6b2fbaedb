import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { apiCalls, openApiDocument } from "./openapi";

const api = path.resolve(import.meta.dirname, "../../app/api/v1");

/** What the route files serve: `get /tasks/[]` and so on. */
function served(folder: string, at = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return served(path.join(folder, entry.name), `${at}/${entry.name.replace(/^\[.*\]$/, "[]")}`);
    if (entry.name !== "route.ts" || !existsSync(path.join(folder, entry.name))) return [];
    const methods = readFileSync(path.join(folder, entry.name), "utf8").matchAll(
      /export const (GET|POST|PATCH|DELETE|PUT)\b/g,
    );
    return [...methods].map((match) => `${match[1]?.toLowerCase()} ${at}`);
  });
}

test("the document describes exactly the calls that are served", () => {
  const described = apiCalls.map((call) => `${call.method} ${call.path.replace(/\{\w+\}/g, "[]")}`);
  const real = served(api).filter((call) => call !== "get /openapi.json");
  expect(described.sort()).toEqual(real.sort());
});

test("every body is described by a schema", () => {
  const { paths } = openApiDocument();
  const moves = paths["/attempts/{id}/moves"]?.post as { requestBody: { content: Record<string, { schema: object }> } };
  expect(moves.requestBody.content["application/json"]?.schema).toMatchObject({ type: "object", required: ["moves"] });
});
