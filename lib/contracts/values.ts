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

/** An answer of one field. */
export const answerOf = (name: string, schema: z.ZodType) => z.strictObject({ [name]: schema });

export const listOf = (name: string, row: z.ZodType) => answerOf(name, z.array(row));

/** One page of a list. */
export const pageOf = (name: string, row: z.ZodType) =>
  z.strictObject({
    [name]: z.array(row),
    next: z.string().nullable().describe("What to ask for as `after`; null at the end"),
  });
