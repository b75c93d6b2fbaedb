import { z } from "zod";
import { accountSchema, apiKeySchema, roleSchema, setupSchema, usersPageSchema } from "./accounts";
import { importQuerySchema } from "./import";
import { insightsQuerySchema } from "./insights";
import { movesSchema, responsesSchema, startAttemptSchema } from "./attempts";
import { aboutPlayerSchema } from "./player";
import { runCalls } from "./run-calls";

export type ApiCall = {
  method: "get" | "post" | "put" | "patch" | "delete";
  path: string;
  summary: string;
  role: "anyone" | "player's cookie" | "player" | "researcher" | "admin";
  body?: z.ZodType;
  query?: z.ZodType;
};

/** Every call of the API: the one list from which the OpenAPI document and the readable page are made. */
export const apiCalls: ApiCall[] = [
  { method: "get", path: "/health", summary: "Whether the server and its database answer", role: "anyone" },
  { method: "get", path: "/benchmarks", summary: "Benchmarks and how many tasks each has", role: "anyone" },
  { method: "get", path: "/tasks", summary: "The latest version of every task", role: "anyone" },
  {
    method: "post",
    path: "/tasks",
    summary: "Import an episode document, all or nothing; its form is at /schema/worth-episode-1.json",
    role: "researcher",
    query: importQuerySchema,
  },
  { method: "get", path: "/tasks/{id}", summary: "One task, by id or slug", role: "anyone" },
  {
    method: "post",
    path: "/attempts",
    summary: "Start an attempt as this browser's player",
    role: "anyone",
    body: startAttemptSchema,
  },
  { method: "get", path: "/attempts/{id}", summary: "The view of an attempt now", role: "player's cookie" },
  {
    method: "post",
    path: "/attempts/{id}/moves",
    summary: "Append moves, numbered within the attempt",
    role: "player's cookie",
    body: movesSchema,
  },
  {
    method: "post",
    path: "/attempts/{id}/reveal",
    summary: "Open the solution of a finished attempt",
    role: "player's cookie",
  },
  {
    method: "patch",
    path: "/player",
    summary: "What this browser's player tells of themselves, if they like",
    role: "player's cookie",
    body: aboutPlayerSchema,
  },
  {
    method: "post",
    path: "/responses",
    summary: "Whole answers of models, one or many",
    role: "researcher",
    body: responsesSchema,
  },
  {
    method: "get",
    path: "/insights/{task}",
    summary: "The summaries that the comparison page draws",
    role: "researcher",
    query: insightsQuerySchema,
  },
  { method: "post", path: "/accounts", summary: "Make an account", role: "anyone", body: accountSchema },
  {
    method: "post",
    path: "/setup",
    summary: "Make the first administrator by the one-time link",
    role: "anyone",
    body: setupSchema,
  },
  { method: "get", path: "/keys", summary: "Your API keys", role: "player" },
  {
    method: "post",
    path: "/keys",
    summary: "Make an API key; its secret is shown once",
    role: "player",
    body: apiKeySchema,
  },
  { method: "delete", path: "/keys/{id}", summary: "Revoke an API key", role: "player" },
  {
    method: "get",
    path: "/users",
    summary: "Accounts by email, a page at a time",
    role: "admin",
    query: usersPageSchema,
  },
  { method: "patch", path: "/users/{id}", summary: "Give an account a role", role: "admin", body: roleSchema },
  ...runCalls,
];

const problem = {
  description: "A problem (RFC 9457)",
  content: { "application/problem+json": { schema: { type: "object" } } },
};

/** The query parameters of a call, one by one, as its schema tells them. */
function queryParameters(schema: z.ZodType) {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as { description?: string };
    return { name, in: "query", required: required.includes(name), description, schema: rest };
  });
}

function operation(call: ApiCall) {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  return {
    summary: call.summary,
    description: `For: ${call.role}.`,
    parameters: [
      ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      ...(call.query ? queryParameters(call.query) : []),
    ],
    ...(call.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: z.toJSONSchema(call.body, { io: "input", unrepresentable: "any" }) } },
      },
    }),
    ...(["researcher", "admin", "player"].includes(call.role) && { security: [{ apiKey: [] }] }),
    responses: { "2XX": { description: "Done" }, default: problem },
  };
}

/** The OpenAPI 3.1 document of the API. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of apiCalls) paths[call.path] = { ...paths[call.path], [call.method]: operation(call) };
  return {
    openapi: "3.1.0",
    info: { title: "WORTH", version: "1", description: "People and language models solve the same mysteries." },
    servers: [{ url: "/api/v1" }],
    components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    paths,
  };
}
