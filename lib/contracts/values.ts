import { z } from "zod";

/** Values that many answers hold. */

export const timeSchema = z.iso.datetime();

export const textSchema = z.strictObject({ zh: z.string(), en: z.string() });

export const scoresSchema = z
  .record(z.string(), z.number().nullable())
  .describe("By the family's names of scores; null where one does not apply");

/** What a family or a provider says in its own form. */
export const openSchema = z.record(z.string(), z.unknown());

const count = z.number().nullable();

/** Tokens of one or many calls; a part is null when no provider told it. */
export const usageSchema = z
  .strictObject({ input: count, cached: count, output: count, reasoning: count })
  .describe("Tokens; null where no provider told them");
