import { z } from "zod";
import {
  accountBodySchema,
  accountRowSchema,
  accountSchema,
  apiKeyRowSchema,
  apiKeySchema,
  newApiKeySchema,
  roleSchema,
  setupSchema,
  usersPageSchema,
} from "./accounts";
import { answerSchemas, type JsonSchema } from "./answer-schemas";
import { attemptBodySchema, movesAnswerSchema } from "./attempt-body";
import { importedSchema, importQuerySchema } from "./import";
import { insightsQuerySchema, insightsSchema } from "./insights";
import { movesSchema, responsesSchema, startAttemptSchema, storedResponseSchema } from "./attempts";
import { aboutPlayerSchema } from "./player";
import { runCalls } from "./run-calls";
import { benchmarkSchema, taskSummarySchema } from "./tasks";
import { answerOf, listOf, pageOf } from "./values";

export type ApiCall = {
  method: "get" | "post" | "put" | "patch" | "delete";
  path: string;
  summary: string;
  role: "anyone" | "player's cookie" | "player" | "researcher" | "admin";
  body?: z.ZodType;
  query?: z.ZodType;
  /** What it answers with when all went well; of a download, each of its lines. */
  answer: z.ZodType;
  download?: true;
};

/** Every call of the API: the one list from which the OpenAPI document and the readable page are made. */
export const apiCalls: ApiCall[] = [
  {
    method: "get",
    path: "/health",
    summary: "Whether the server and its database answer",
    role: "anyone",
    answer: answerOf("status", z.literal("ok")),
  },
  {
    method: "get",
    path: "/benchmarks",
    summary: "Benchmarks and how many tasks each has",
    role: "anyone",
    answer: listOf("benchmarks", benchmarkSchema),
  },
  {
    method: "get",
    path: "/tasks",
    summary: "The latest version of every task",
    role: "anyone",
    answer: listOf("tasks", taskSummarySchema),
  },
  {
    method: "post",
    path: "/tasks",
    summary: "Import an episode document, all or nothing; its form is at /schema/worth-episode-1.json",
    role: "researcher",
    query: importQuerySchema,
    answer: importedSchema,
  },
  { method: "get", path: "/tasks/{id}", summary: "One task, by id or slug", role: "anyone", answer: taskSummarySchema },
  {
    method: "post",
    path: "/attempts",
    summary: "Start an attempt as this browser's player",
    role: "anyone",
    body: startAttemptSchema,
    answer: attemptBodySchema,
  },
  {
    method: "get",
    path: "/attempts/{id}",
    summary: "The view of an attempt now",
    role: "player's cookie",
    answer: attemptBodySchema,
  },
  {
    method: "post",
    path: "/attempts/{id}/moves",
    summary: "Append moves, numbered within the attempt",
    role: "player's cookie",
    body: movesSchema,
    answer: movesAnswerSchema,
  },
  {
    method: "post",
    path: "/attempts/{id}/reveal",
    summary: "Open the solution of a finished attempt",
    role: "player's cookie",
    answer: attemptBodySchema,
  },
  {
    method: "patch",
    path: "/player",
    summary: "What this browser's player tells of themselves, if they like",
    role: "player's cookie",
    body: aboutPlayerSchema,
    answer: aboutPlayerSchema.required(),
  },
  {
    method: "post",
    path: "/responses",
    summary: "Whole answers of models, one or many",
    role: "researcher",
    body: responsesSchema,
    answer: z.union([storedResponseSchema, listOf("responses", storedResponseSchema)]),
  },
  {
    method: "get",
    path: "/insights/{task}",
    summary: "The summaries that the comparison page draws",
    role: "researcher",
    query: insightsQuerySchema,
    answer: insightsSchema,
  },
  {
    method: "post",
    path: "/accounts",
    summary: "Make an account",
    role: "anyone",
    body: accountSchema,
    answer: accountBodySchema,
  },
  {
    method: "post",
    path: "/setup",
    summary: "Make the first administrator by the one-time link",
    role: "anyone",
    body: setupSchema,
    answer: accountBodySchema,
  },
  { method: "get", path: "/keys", summary: "Your API keys", role: "player", answer: listOf("keys", apiKeyRowSchema) },
  {
    method: "post",
    path: "/keys",
    summary: "Make an API key; its secret is shown once",
    role: "player",
    body: apiKeySchema,
    answer: newApiKeySchema,
  },
  {
    method: "delete",
    path: "/keys/{id}",
    summary: "Revoke an API key",
    role: "player",
    answer: answerOf("revoked", z.literal(true)),
  },
  {
    method: "get",
    path: "/users",
    summary: "Accounts by email, a page at a time",
    role: "admin",
    query: usersPageSchema,
    answer: pageOf("users", accountRowSchema),
  },
  {
    method: "patch",
    path: "/users/{id}",
    summary: "Give an account a role",
    role: "admin",
    body: roleSchema,
    answer: roleSchema,
  },
  ...runCalls,
];

const problem = {
  description: "A problem (RFC 9457)",
  content: { "application/problem+json": { schema: { type: "object" } } },
};

/** The JSON Schema of what is sent. */
export const inputSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

/** The query parameters of a call, one by one, as its schema tells them. */
function queryParameters(schema: z.ZodType) {
  const { properties = {}, required = [] } = inputSchema(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as { description?: string };
    return { name, in: "query", required: required.includes(name), description, schema: rest };
  });
}

/** What a call answers with. A download is JSONL unless CSV is asked for. */
function contentOf(call: ApiCall, schema: JsonSchema) {
  if (!call.download) return { "application/json": { schema } };
  return { "application/jsonl": { schema }, "text/csv": { schema: { type: "string" } } };
}

function operation(call: ApiCall, answer: JsonSchema) {
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
        content: { "application/json": { schema: inputSchema(call.body) } },
      },
    }),
    ...(["researcher", "admin", "player"].includes(call.role) && { security: [{ apiKey: [] }] }),
    responses: {
      "2XX": { description: call.download ? "A line for each" : "Done", content: contentOf(call, answer) },
      default: problem,
    },
  };
}

/** The OpenAPI 3.1 document of the API. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  const answers = answerSchemas(apiCalls);
  for (const call of apiCalls) {
    paths[call.path] = { ...paths[call.path], [call.method]: operation(call, answers.of(call)) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "WORTH", version: "1", description: "People and language models solve the same mysteries." },
    servers: [{ url: "/api/v1" }],
    components: { schemas: answers.shapes, securitySchemes: { apiKey: { type: "http", scheme: "bearer" } } },
    paths,
  };
}
