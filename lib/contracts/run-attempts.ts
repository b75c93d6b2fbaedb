import { z } from "zod";
import { pageSize } from "./query";

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

/** Filters of `GET /attempts` and of the list of attempts; `after` is the id of the last row of the page before. */
export const attemptFilterSchema = z.strictObject({ ...filters, after: id.optional(), limit: pageSize });

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
