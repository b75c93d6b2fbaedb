import { z } from "zod";
import { validities } from "./run-attempts";
import { scoresSchema } from "./values";

const id = z.string().min(1).max(120);

/** What a browser tells of itself when an attempt starts; kept as context, never judged. */
const device = z
  .strictObject({
    class: z.enum(["phone", "tablet", "desktop"]).optional(),
    interfaceLanguage: z.string().max(20).optional(),
    build: z.string().max(80).optional(),
  })
  .describe("What the browser tells of itself");

export const startAttemptSchema = z.strictObject({
  task: id.describe("A task's id, or its slug for the latest version"),
  condition: z
    .record(z.string().max(40), z.unknown())
    .default({})
    .describe("What a player chooses: language, presentation, variant"),
  device: device.optional(),
  continues: id
    .optional()
    .describe(
      "An attempt that this browser can no longer send to: the new one takes over its moves and is no first one",
    ),
});

const move = z.looseObject({
  seq: z.int().min(1).max(1_000_000).describe("1, 2, 3 … within the attempt"),
  type: z.string().min(1).max(40),
  at: z.string().max(40).optional().describe("The client's time, ISO 8601; the server's time decides order"),
});

export const movesSchema = z.strictObject({
  moves: z.array(move).min(1).max(500),
  have: z
    .int()
    .min(0)
    .max(100_000)
    .optional()
    .describe("How many sentences the browser has the text of, in a case that is delivered by window"),
});

const actor = z.union([
  z.strictObject({ model: id.describe("The id of a model configuration") }),
  z.strictObject({
    name: z.string().trim().min(1).max(120).describe("How the model is called in tables"),
    modelId: z.string().trim().min(1).max(200).describe("The vendor's model id"),
    method: z.string().max(60).default("plain"),
    tier: z.string().max(60).optional().describe("The vendor's tier or mode label"),
    interface: z.string().max(60).default("external"),
    parameters: z.record(z.string().max(60), z.unknown()).default({}),
  }),
]);

export const responseSchema = z
  .strictObject({
    task: id,
    condition: z.record(z.string().max(40), z.unknown()).default({}),
    actor,
    epoch: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe("Which repetition this is; else its place among the equal responses of this call"),
    response: z.record(z.string().max(60), z.unknown()).optional().describe("The structured fields"),
    raw: z.string().max(1_000_000).optional().describe("The model's raw answer"),
  })
  .refine((body) => (body.raw === undefined) !== (body.response === undefined), {
    message: "give either raw or response",
    path: ["raw"],
  });

export const responsesSchema = z.union([responseSchema, z.array(responseSchema).min(1).max(200)]);

/** What was made of a response. */
export const storedResponseSchema = z.strictObject({
  id: z.string(),
  created: z.boolean().describe("False when this response was stored before"),
  validity: z.enum(validities),
  reason: z.string().nullable().describe("Why it is invalid"),
  repairs: z.array(z.string()).describe("What had to be mended to read it"),
  scores: scoresSchema.nullable(),
});

export type StoredResponse = z.infer<typeof storedResponseSchema>;
export type ResponseBody = z.infer<typeof responseSchema>;
export type ActorBody = z.infer<typeof actor>;
