import { z } from "zod";
import type { EpisodeReveal, EpisodeTask } from "@/lib/families/episode/play";
import { attemptStatuses, validities } from "./run-attempts";
import { openSchema, scoresSchema, timeSchema } from "./values";

/** An attempt as its own player gets it. */

const ids = z.array(z.string());
const both = z.strictObject({ people: z.int(), models: z.int() });

const taskSchema = z
  .strictObject({
    family: z.literal("episode"),
    language: z.enum(["zh", "en"]),
    presentation: z.enum(["incremental", "full"]),
    step: z.int().describe("Sentences that one `reveal` opens"),
    explanations: z.enum(["required", "optional"]),
    disclosure: z.enum(["directions", "full", "none"]),
    title: z.string(),
    blurb: z.string(),
    question: z.string(),
    scope: z.string(),
    participantDefinition: z.string(),
    instructions: z.string(),
    quota: z.int(),
    sentences: z
      .array(z.strictObject({ id: z.string(), text: z.string() }))
      .describe("A text is empty where the case is delivered by window and not read so far"),
    candidates: z.array(z.strictObject({ id: z.string(), name: z.string(), description: z.string() })),
    given: ids.describe("Sentences that the condition cues"),
    cued: z.boolean(),
    disclosed: z.string().nullable().describe("The points, where the condition tells them"),
    canary: z.string(),
  })
  .describe("The task as this subject sees it") satisfies z.ZodType<EpisodeTask>;

const revealSchema = z
  .strictObject({
    clues: z.array(
      z.strictObject({
        id: z.string(),
        weight: z.int(),
        hit: z.boolean(),
        note: z.string(),
        obfuscation: z.array(z.string()),
      }),
    ),
    marked: z.array(z.strictObject({ id: z.string(), key: z.boolean() })),
    participants: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        correct: z.boolean(),
        chosen: z.boolean(),
        points: z.number().describe("What choosing this person earns, or below zero costs"),
        role: z.string().optional(),
        note: z.string().optional(),
        elimination: z.strictObject({ text: z.string(), sentence: z.string() }).optional(),
      }),
    ),
    solution: z.array(
      z.strictObject({ id: z.string(), title: z.string(), text: z.string(), rests: ids, rulesOut: ids }),
    ),
    misled: z.array(z.strictObject({ text: z.string(), sentences: ids })),
    attractor: z.strictObject({ set: ids, note: z.string() }),
    premise: ids,
    scores: scoresSchema,
  })
  .describe("The author's answer against the subject's") satisfies z.ZodType<EpisodeReveal>;

const crowdSchema = z
  .strictObject({
    people: z.int(),
    models: z.int(),
    clues: z.record(z.string(), both).describe("How many marked each sentence"),
    trap: both.nullable().describe("How many named everybody of the author's trap; null when there is none"),
  })
  .describe("What the others did at this version of the case");

const resultSchema = z
  .strictObject({
    validity: z.enum(validities),
    reason: z.string().nullable(),
    counts: scoresSchema.nullable().describe("Hits of clues and people; null when the answer is invalid"),
  })
  .describe("Only after the answer");

export const attemptBodySchema = z.strictObject({
  id: z.string(),
  status: z.enum(attemptStatuses),
  condition: openSchema,
  task: taskSchema,
  events: z
    .array(z.looseObject({ seq: z.int(), type: z.string(), at: timeSchema }))
    .describe("The moves, as they were sent"),
  done: z.boolean(),
  readingTimes: z.record(z.string(), z.number()).optional().describe("Milliseconds in view of each sentence"),
  result: resultSchema.optional(),
  scores: scoresSchema.nullable().optional().describe("Only after the solution was opened"),
  reveal: revealSchema.optional(),
  crowd: crowdSchema.optional(),
});

/** What the answer to moves carries. */
export const movesAnswerSchema = z.strictObject({
  seq: z.int().describe("The number of the last stored event"),
  done: z.boolean(),
  sentences: z
    .array(z.strictObject({ id: z.string(), text: z.string() }))
    .optional()
    .describe("Those that come into reach, where `have` was told"),
  result: resultSchema.optional(),
});
