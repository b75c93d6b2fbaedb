import { z } from "zod";
import { pageSize } from "./query";
import { scoresSchema, textSchema, timeSchema, usageSchema } from "./values";

/** The shapes of attempts as researchers list, read and export them. */

const id = z.string().min(1).max(120);

export const attemptStatuses = ["waiting", "open", "done", "failed", "cancelled"] as const;
export const validities = ["scorable", "recovered", "invalid"] as const;

const filters = {
  run: id.optional(),
  task: id.optional().describe("A task's id, or its slug for every version"),
  model: id.optional(),
  baseline: id.optional(),
  status: z.enum(attemptStatuses).optional(),
  validity: z.enum(validities).optional(),
  failure: z.string().max(60).optional().describe("A failure's code"),
  q: z.string().trim().max(200).optional().describe("A text that the raw answer holds"),
};

/** Most attempts whose answers one request of a list looks through: the database is at it for a third of a second. */
export const searchedAtOnce = 20_000;

/** Filters of `GET /attempts` and of the list of attempts. */
export const attemptFilterSchema = z.strictObject({
  ...filters,
  q: filters.q.describe(
    `A text that the raw answer holds. One request looks through at most ${searchedAtOnce} of the attempts that fit the other filters and tells in \`searched\` how many it did. A page may then hold fewer rows than its limit, even none, and still have \`next\`: the search goes on from there`,
  ),
  after: id.optional().describe("The `next` of the page before"),
  limit: pageSize,
});

/** Filters of `GET /export`. */
export const exportFilterSchema = z.strictObject({ ...filters, format: z.enum(["jsonl", "csv"]).default("jsonl") });

export const runExportSchema = z.strictObject({ format: z.enum(["jsonl", "csv"]).default("jsonl") });

/** A page of a list without filters. */
export const pageSchema = z.strictObject({ after: id.optional(), limit: pageSize });

/** `GET /runs`; `name` asks for the one run that is called so. */
export const runsPageSchema = pageSchema.extend({ name: z.string().trim().max(120).optional() });

/** The page of models; `connection` and `modelId` fill in the form for a new one. */
export const modelsPageSchema = pageSchema.extend({
  connection: id.optional(),
  modelId: z.string().trim().max(200).optional(),
});

export type AttemptFilter = z.infer<typeof attemptFilterSchema>;
export type ExportFilter = z.infer<typeof exportFilterSchema>;

const named = z.strictObject({ id: z.string(), name: z.string() });

/** An attempt in a list. */
export const attemptRowSchema = z.strictObject({
  id: z.string(),
  task: z.strictObject({ id: z.string(), slug: z.string(), version: z.int(), title: textSchema }),
  run: named.nullable(),
  model: named.extend({ method: z.string() }).nullable(),
  baseline: z.string().nullable(),
  condition: z.string().describe("The condition's key"),
  epoch: z.int().nullable(),
  status: z.enum(attemptStatuses),
  validity: z.enum(validities).nullable(),
  reason: z.string().nullable().describe("Why it is invalid"),
  failure: z.string().nullable().describe("A failure's code"),
  failureMessage: z.string().nullable(),
  scores: scoresSchema.nullable(),
  usage: usageSchema,
  cost: z.number().nullable(),
  calls: z.int(),
  ms: z.int().describe("Milliseconds in calls"),
  tries: z.int().describe("How often it was begun"),
  createdAt: timeSchema,
  startedAt: timeSchema.nullable(),
  submittedAt: timeSchema.nullable(),
});

/** `GET /attempts`. */
export const attemptPageSchema = z.strictObject({
  attempts: z.array(attemptRowSchema),
  next: z.string().nullable().describe("What to ask for as `after`; null at the end"),
  searched: z.int().nullable().describe("How many attempts `q` was looked for in; null without `q`"),
});

export type AttemptRow = z.infer<typeof attemptRowSchema>;
export type AttemptPage = z.infer<typeof attemptPageSchema>;

/** One provider call of an attempt, as it was made. */
export type CallRow = {
  seq: number;
  at: string;
  /** Null when no answer came. */
  reply: { text: string; reasoning?: string; cut?: boolean } | null;
  failure: { code: string; message: string } | null;
  prompt: { version: string; hash: string } | null;
  /** The request as sent, what came back, usage, milliseconds and every try. */
  record: unknown;
};

/** How an attempt was read and what it scored. */
export type JudgementRow = {
  validity: string;
  reason: string | null;
  repairs: string[];
  response: unknown;
  scores: unknown;
  readerVersion: number;
  keyVersion: number;
  scorerVersion: number;
  createdAt: string;
};

/** Everything of one attempt. */
export type AttemptDetail = AttemptRow & {
  conditionValues: unknown;
  seed: number;
  keyVersion: number;
  protocolVersion: number;
  source: string;
  context: unknown;
  snapshot: unknown;
  calls: number;
  callRows: CallRow[];
  moves: { seq: number; at: string; move: unknown }[];
  judgement: JudgementRow | null;
};
