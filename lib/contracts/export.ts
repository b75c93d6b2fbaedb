import { z } from "zod";
import { aboutPlayerSchema } from "./player";
import { attemptRowSchema } from "./run-attempts";
import { openSchema, timeSchema } from "./values";

/** A move or a provider call. */
export const exportEventSchema = z.strictObject({
  seq: z.int(),
  type: z.string(),
  body: z.unknown(),
  record: z.unknown().describe("Of a call: the request as sent, what came back, usage and every try"),
  at: timeSchema.nullable().describe("By the clock of whoever sent it; null when nobody told"),
  createdAt: timeSchema,
});

const { nativeLanguage, priorReading } = aboutPlayerSchema.required().shape;
const number = z.int().nullable();

/** An attempt as it is exported: enough to find the comparison's figures again, and what happened in it. */
export const exportRowSchema = attemptRowSchema.extend({
  source: z.string().describe("browser, worker, api or import"),
  assignment: z.string(),
  player: z
    .string()
    .nullable()
    .describe("A person under a name that tells nothing else, the same over all attempts of an account"),
  nativeLanguage: nativeLanguage.describe("What that person told; null when they did not"),
  priorReading: priorReading.describe("What that person told; null when they did not"),
  compared: z.boolean().describe("Whether the comparison counts it"),
  first: z.boolean(),
  excluded: z.string().nullable().describe("Why the comparison leaves it out"),
  priorAttempts: number,
  priorReveals: number,
  seed: z.int(),
  keyVersion: z.int(),
  protocolVersion: z.int(),
  readerVersion: number,
  scorerVersion: number,
  promptVersion: z.string().nullable(),
  promptHash: z.string().nullable(),
  conditionValues: openSchema,
  context: openSchema,
  snapshot: openSchema.nullable().describe("The model's configuration when the attempt was laid out"),
  repairs: z.array(z.string()),
  response: openSchema.nullable().describe("The answer as it was read"),
  answers: z.array(z.string()).describe("Raw answers of the attempt's calls, in order"),
  events: z.array(exportEventSchema).nullable().describe("Everything that happened, in order"),
});

export type ExportEvent = z.infer<typeof exportEventSchema>;
export type ExportRow = z.infer<typeof exportRowSchema>;
