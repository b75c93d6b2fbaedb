import { z } from "zod";
import { textSchema } from "./values";

export const benchmarkSchema = z.strictObject({
  id: z.string(),
  family: z.string(),
  name: textSchema,
  version: z.int(),
  tasks: z.int().describe("How many task versions it has"),
});

/** What a list shows of a task: nothing of it is secret. */
export const taskSummarySchema = z.strictObject({
  id: z.string(),
  benchmark: z.string(),
  slug: z.string(),
  version: z.int(),
  family: z.string(),
  title: textSchema,
  blurb: textSchema,
  sentences: z.int(),
  candidates: z.int(),
  quota: z.int().describe("How many sentences may be marked at most"),
  languages: z.array(z.string()),
  variants: z.array(z.string()),
  tutorial: z.boolean(),
});

export type TaskSummary = z.infer<typeof taskSummarySchema>;
