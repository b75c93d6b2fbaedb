import { z } from "zod";

/**
 * The lenient reading of a document: wrong parts become empty ones, so that what is right can still be checked
 * and one run names every fault. What is wrong in shape itself is said by the strict schema.
 */

const text = z.string().catch("");
const ids = z.array(text).catch([]);
const number = z.number().nullable().catch(null);
const record = <T extends z.ZodType>(value: T) => z.record(z.string(), value).catch({} as Record<string, z.infer<T>>);
const list = <T extends z.ZodType>(value: T) => z.array(value).catch([]);
// An object of any wrong kind reads as one without fields.
const shape = <T extends z.ZodRawShape>(fields: T) =>
  z.preprocess(
    (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}),
    z.object(fields),
  );

const both = shape({ zh: text, en: text });

const keyShape = shape({
  canary: text,
  clues: record(shape({ weight: number })),
  participants: record(shape({ points: number })),
  penalties: record(number),
  roles: record(ids),
  pairs: list(shape({ id: text, about: text, suspicion: text, exoneration: text, adjacent: z.boolean().catch(true) })),
  attractor: shape({ set: ids }),
  solution: list(shape({ id: text, rests: ids, from: ids, rulesOut: ids })),
  eliminations: record(shape({ step: text, sentence: text })),
  rivals: list(shape({ brokenBy: text })),
  misled: list(shape({ sentences: ids })),
});

export const documentShape = shape({
  episode: shape({
    languages: z.array(z.enum(["zh", "en"])).catch([]),
    canary: text,
    sentences: number,
    quota: number,
    candidates: list(shape({ id: text, name: both, aliases: shape({ zh: ids, en: ids }), description: both })),
    title: both,
    blurb: both,
    question: both,
    scope: both,
    participantDefinition: both,
    instructions: both,
  }),
  story: shape({ zh: ids, en: ids }),
  key: keyShape,
  variants: list(
    shape({
      name: text,
      kind: text,
      replace: record(both),
      key: keyShape.optional(),
    }),
  ),
});

export type DocumentShape = z.infer<typeof documentShape>;
export type EpisodeShape = DocumentShape["episode"];
export type KeyShape = DocumentShape["key"];
