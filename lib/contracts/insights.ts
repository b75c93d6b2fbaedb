import { z } from "zod";
import { timeSchema } from "./values";

/** Query of `GET /insights/{task}`. */
export const insightsQuerySchema = z.strictObject({
  asOf: z.iso
    .datetime({ offset: true })
    .refine((moment) => Date.parse(moment) <= Date.now(), "must not lie in the future")
    .optional()
    .describe(
      "An ISO time: the figures of all that was judged by then, to be found again later. Without it, all there is. Attempts that have left the comparison since are in neither.",
    ),
});

const counts = z.record(z.string(), z.int());

export const groupSummarySchema = z.strictObject({
  group: z.string(),
  kind: z.enum(["people", "model", "baseline"]),
  member: z.string().describe("The model's id or the baseline's name; empty for people"),
  label: z.string().describe("How the member is called in tables"),
  conditionKey: z.string(),
  returned: z.int().describe("Attempts that were sent in"),
  scorable: z.int().describe("Attempts that enter the means, the recovered ones among them"),
  recovered: z.int(),
  invalid: z.array(z.strictObject({ reason: z.string(), n: z.int() })),
  means: z.record(z.string(), z.number().nullable()).describe("Of each score, over the scorable attempts"),
  clues: counts.describe("How many scorable attempts marked each sentence"),
  participants: counts.describe("How many scorable attempts named each candidate"),
});

export const insightsSchema = z.strictObject({
  task: z.strictObject({ id: z.string(), slug: z.string(), version: z.int() }),
  asOf: timeSchema.describe("The moment of the figures: asked for again it gives the same ones"),
  groups: z.array(groupSummarySchema).describe("Every group under every condition"),
});

export type Insights = z.infer<typeof insightsSchema>;
