import { z } from "zod";
import { openSchema, timeSchema, usageSchema } from "./values";

/** The shapes of connections, models and runs: the API, the plan files and the pages use these and no others. */

const id = z.string().min(1).max(120);
const name = z.string().trim().min(1).max(120);
const perMillion = z.number().min(0).max(100_000).optional();

export const connectionKinds = ["openai-compatible", "anthropic", "google"] as const;

export const connectionLimitsSchema = z.strictObject({
  concurrency: z.int().min(1).max(256).default(8).describe("Calls at once, over all runs and workers"),
  requestsPerMinute: z.int().min(1).max(1_000_000).optional(),
  tokensPerMinute: z.int().min(1).max(1_000_000_000).optional(),
  retries: z.int().min(0).max(20).default(4).describe("Tries after the first; 0 means none"),
  idleSeconds: z.int().min(1).max(3_600).default(120).describe("Longest silence of the provider"),
  totalSeconds: z.int().min(1).max(7_200).default(900).describe("Longest time of one try"),
});

export const connectionSchema = z.strictObject({
  name,
  kind: z.enum(connectionKinds).default("openai-compatible"),
  baseUrl: z.string().trim().max(500).optional().describe("The provider's own address unless given"),
  key: z.string().trim().min(1).max(2_000).optional().describe("Kept encrypted; never shown again"),
  limits: connectionLimitsSchema.prefault({}),
});

/** What may be changed of a connection. A key is replaced by a new one, and removed by null. */
export const connectionPatchSchema = z.strictObject({
  name: name.optional(),
  baseUrl: z.string().trim().min(1).max(500).optional(),
  key: z.string().trim().min(1).max(2_000).nullable().optional(),
  limits: connectionLimitsSchema.optional().describe("Replaces all limits"),
});

export const testConnectionSchema = z.strictObject({
  modelId: z.string().trim().min(1).max(200).optional().describe("Asks this model for one short answer too"),
});

export const allowedHostsSchema = z.strictObject({
  hosts: z
    .array(
      z
        .string()
        .trim()
        .max(260)
        .regex(/^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?$/, "must be a host, or host:port, without http://"),
    )
    .max(100)
    .describe("Private hosts at which models may be called"),
});

export const modelParametersSchema = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  maxTokens: z.int().min(1).max(1_000_000).optional(),
  seed: z.int().optional(),
  reasoningEffort: z.string().max(40).optional().describe("In the vendor's words: low, medium, high …"),
  extraBody: z.record(z.string().max(120), z.unknown()).optional().describe("Merged into the request as it is"),
});

export const modelRulesSchema = z.strictObject({
  noTemperature: z.boolean().default(false).describe("The model refuses a temperature"),
  maxCompletionTokens: z.boolean().default(false).describe("Send max_completion_tokens, not max_tokens"),
  sendReasoning: z.boolean().default(false).describe("Send the reasoning text back in later turns"),
});

export const pricesSchema = z
  .strictObject({ input: perMillion, cached: perMillion, output: perMillion, reasoning: perMillion })
  .describe("The researcher's own prices per million tokens, all in one currency of their choice");

export const modelSchema = z.strictObject({
  name: name.describe("How the model is called in tables"),
  connection: id.describe("The id of a connection"),
  modelId: z.string().trim().min(1).max(200).describe("The vendor's model id"),
  method: z.string().max(60).default("plain"),
  parameters: modelParametersSchema.prefault({}),
  rules: modelRulesSchema.prefault({}),
  prices: pricesSchema.prefault({}),
  tier: z.string().max(60).optional().describe("The vendor's tier or mode label"),
  interface: z.string().max(60).default("api"),
  notes: z.string().max(5_000).default(""),
});

/**
 * A run's plan: a grid of tasks × (models and baselines) × conditions × epochs. A run is known by its name: launching
 * a plan under a name that exists adds what is missing to that run and repeats nothing. A baseline whose seed does
 * not matter is played once for each task and condition.
 */
export const planSchema = z
  .strictObject({
    name: name.describe("A run is known by its name: launching it again adds only what is missing"),
    tasks: z.array(id).min(1).max(2_000).describe("Slugs (latest version) or ids"),
    models: z.array(id).max(200).default([]).describe("Ids, or names where they are unique"),
    baselines: z.array(id).max(50).default([]),
    conditions: z
      .array(z.record(z.string().max(40), z.unknown()))
      .min(1)
      .max(100)
      .default([{}])
      .describe("Each by the family's schema; the story in full unless told"),
    epochs: z.int().min(1).max(1_000).default(5),
    concurrency: z.int().min(1).max(256).default(8).describe("Attempts at once"),
    budget: z.number().positive().optional().describe("Pauses the run when this much is spent, in the prices' unit"),
  })
  .refine((plan) => plan.models.length + plan.baselines.length > 0, {
    message: "name at least one model or baseline",
    path: ["models"],
  });

export const launchSchema = z.strictObject({ plan: planSchema, dryRun: z.boolean().default(false) });

export type ConnectionInput = z.infer<typeof connectionSchema>;
export type ConnectionPatch = z.infer<typeof connectionPatchSchema>;
export type ConnectionLimits = z.infer<typeof connectionLimitsSchema>;
export type ModelInput = z.infer<typeof modelSchema>;
export type Prices = z.infer<typeof pricesSchema>;
export type RunPlan = z.infer<typeof planSchema>;

/** A connection as it is shown: `keySet` and never the key. */
export const connectionBodySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(connectionKinds),
  baseUrl: z.string(),
  keySet: z.boolean().describe("Whether a key is kept; it is never shown"),
  limits: connectionLimitsSchema,
  createdAt: timeSchema,
});

export const connectionTestBodySchema = z.strictObject({
  ok: z.boolean(),
  message: z.string(),
  models: z.array(z.string()).nullable().describe("What the server offers; null when it told no list"),
});

export const modelBodySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  connection: z.strictObject({ id: z.string(), name: z.string() }).nullable().describe("Null for answers from outside"),
  modelId: z.string(),
  method: z.string(),
  parameters: openSchema,
  rules: modelRulesSchema,
  prices: pricesSchema,
  tier: z.string().nullable(),
  interface: z.string(),
  notes: z.string(),
  promptVersion: z.string(),
  createdAt: timeSchema,
});

export const runStatuses = ["running", "paused", "done", "cancelled"] as const;

/** A run as it is followed. */
export const runBodySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  plan: planSchema,
  status: z.enum(runStatuses),
  pauseReason: z.string().nullable().describe("Why it is paused: asked, budget, or a failure's code with its words"),
  counts: z.strictObject({
    total: z.int(),
    waiting: z.int(),
    running: z.int().describe("Attempts that are being played now"),
    done: z.int(),
    failed: z.int(),
    cancelled: z.int(),
  }),
  failures: z.array(z.strictObject({ code: z.string(), message: z.string(), count: z.int() })),
  validity: z.strictObject({ scorable: z.int(), recovered: z.int(), invalid: z.int() }),
  usage: usageSchema,
  calls: z.int(),
  cost: z.number().nullable().describe("Null when it is known of no call"),
  callsWithoutCost: z
    .int()
    .describe("Calls of attempts whose cost is not known, for want of prices or of usage; a budget misses them"),
  secondsLeft: z.int().nullable(),
  createdAt: timeSchema,
  finishedAt: timeSchema.nullable(),
});

export type Usage = z.infer<typeof usageSchema>;
export type ConnectionBody = z.infer<typeof connectionBodySchema>;
export type ModelBody = z.infer<typeof modelBodySchema>;
export type RunStatus = (typeof runStatuses)[number];
export type RunBody = z.infer<typeof runBodySchema>;

/** What a launch did. */
export const launchedSchema = z.strictObject({
  run: runBodySchema,
  added: z.int().describe("Attempts that were missing"),
});

/** What stands against a plan, though it may be launched. */
export const launchWarningSchema = z.discriminatedUnion("code", [
  z
    .strictObject({ code: z.literal("budget-without-prices"), models: z.array(z.string()) })
    .describe("These models have no prices: what they spend is not known, and the budget misses it"),
  z
    .strictObject({ code: z.literal("concurrency-above-connections"), models: z.array(z.string()), limit: z.int() })
    .describe("The connections of these models allow no more than `limit` calls at once, fewer than the run's"),
]);

/** What a launch would do. */
export const launchEstimateSchema = z.strictObject({
  attempts: z.int(),
  existing: z.int().describe("Of these, how many a run of this name already holds"),
  calls: z.int(),
  usage: z
    .strictObject({ input: z.int(), output: z.int() })
    .describe("Prompts counted by their characters, answers as long as those known so far"),
  cost: z.number().nullable().describe("An estimate; null when no model has prices"),
  warnings: z.array(launchWarningSchema),
  preview: z
    .strictObject({
      task: z.string(),
      model: z.string(),
      condition: z.record(z.string(), z.unknown()),
      messages: z.array(z.strictObject({ role: z.string(), content: z.string() })),
    })
    .nullable()
    .describe("One exact prompt, as the first call of the first cell would send it; null for baselines alone"),
});

export type LaunchWarning = z.infer<typeof launchWarningSchema>;
export type LaunchEstimate = z.infer<typeof launchEstimateSchema>;
