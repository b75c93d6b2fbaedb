import { z } from "zod";
import { episodeWarnings } from "@/lib/families/episode/check-text";
import { textSchema } from "./values";

/** The largest import document in bytes: several times the longest story with its key and variants. */
export const importBytes = 1_048_576;

export const importQuerySchema = z.strictObject({
  dryRun: z.enum(["true", "false"]).default("false").describe("true only checks and says what would happen"),
});

const opening = z.array(z.string()).optional();
const whole = z.int();

const measuresSchema = z
  .strictObject({
    language: z.enum(["zh", "en"]),
    sentences: whole,
    keyClues: whole,
    quota: whole,
    chance: z.number().describe("Key clues that a blind choice finds on average"),
    baselines: z.array(z.strictObject({ name: z.string(), clues: whole, exact: z.boolean() })),
    random: z.strictObject({
      seeds: whole,
      mean: z.number(),
      expected: z.number(),
      standardError: z.number(),
      exact: whole,
    }),
    quarters: z.tuple([whole, whole, whole, whole]).describe("Key clues in each quarter of the story"),
    lengthAuc: z.number().nullable().describe("Chance that a key clue is longer than another sentence"),
  })
  .describe("Whether the answer can be read off the story's surface");

/** What an import did, or would do. */
export const importedSchema = z.strictObject({
  id: z.string().nullable().describe("Null after a check that was not to publish"),
  slug: z.string(),
  version: z.int().describe("The document's own unless that one is taken"),
  created: z
    .boolean()
    .describe("Whether it made, or would make, a version; false when the content is published already"),
  warnings: z.array(z.enum(episodeWarnings)),
  measures: z.record(z.string(), z.array(measuresSchema)).describe("By version of the story"),
  preview: z
    .strictObject({
      title: textSchema,
      blurb: textSchema,
      languages: z.array(z.enum(["zh", "en"])),
      sentences: whole,
      quota: whole,
      candidates: z.array(z.strictObject({ id: z.string(), name: textSchema })),
      variants: z.array(z.string()),
      opening: z.strictObject({ zh: opening, en: opening }),
    })
    .describe("What a reader would see first"),
});

export type ImportedEpisode = z.infer<typeof importedSchema>;
