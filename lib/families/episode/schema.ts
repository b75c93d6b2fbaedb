import { z } from "zod";
import { notices, suspicionLevels } from "./play";

/** The `episode` family's schemas. Types are inferred here; sizes are limits of what is stored, not of the story. */

const limits = {
  word: 120,
  line: 600,
  paragraph: 6_000,
  sentence: 600,
  sentences: 2_000,
  candidates: 40,
  draft: 20_000,
  version: 1_000_000,
};

const languageSchema = z.enum(["zh", "en"]);
const sentenceIdSchema = z.string().regex(/^S\d{3,4}$/, "A sentence id is S001, S002 …");
const candidateIdSchema = z.string().regex(/^C\d{2,3}$/, "A candidate id is C01, C02 …");
const slugSchema = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use kebab-case.");
const guidSchema = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "Use a GUID.");

const textOf = (max: number) =>
  z.object({ zh: z.string().trim().min(1).max(max), en: z.string().trim().min(1).max(max) });
const line = textOf(limits.line);
const paragraph = textOf(limits.paragraph);
const sentenceText = z
  .string()
  .min(1)
  .max(limits.sentence)
  .refine((text) => !/[\r\n]/.test(text), "A sentence has no line break.");
const names = z.array(z.string().min(1).max(limits.word)).max(20);

const candidateSchema = z.strictObject({
  id: candidateIdSchema,
  name: textOf(limits.word),
  aliases: z.object({ zh: names, en: names }).default({ zh: [], en: [] }),
  description: line,
});

/** A variant without its key: what it replaces. `original` is the story itself and no variant's name. */
export const variantContentSchema = z.strictObject({
  name: slugSchema.refine((name) => name !== "original", "`original` is the story itself."),
  kind: z.enum(["answer", "wording"]),
  note: paragraph,
  replace: z.record(sentenceIdSchema, z.object({ zh: sentenceText, en: sentenceText })),
});

/** episode.yaml alone. */
export const episodeHeadSchema = z.strictObject({
  slug: slugSchema,
  version: z.int().min(1).max(limits.version),
  title: textOf(limits.word),
  blurb: line,
  languages: z.array(languageSchema).min(1).max(2),
  canary: guidSchema,
  sentences: z.int().min(1).max(limits.sentences),
  quota: z.int().min(1).max(200),
  candidates: z.array(candidateSchema).min(2).max(limits.candidates),
  question: paragraph,
  scope: paragraph,
  participantDefinition: paragraph,
  instructions: paragraph,
  delivery: z
    .enum(["story", "window"])
    .optional()
    .describe(
      "Whether a browser gets the story at once (also for reading offline) or a few sentences ahead; `story` unless told",
    ),
  author: z.string().min(1).max(limits.word),
  tunedOn: z.array(z.string().min(1).max(limits.word)).max(50).default([]),
});

const storySchema = z.array(sentenceText).min(1).max(limits.sentences);

/** A task's content as stored: episode.yaml, the stories, the variants' texts. Nothing of a key. */
export const episodeContentSchema = episodeHeadSchema
  .extend({
    story: z.strictObject({ zh: storySchema.optional(), en: storySchema.optional() }),
    variants: z.array(variantContentSchema).max(20).default([]),
  })
  .superRefine((content, context) => {
    for (const language of content.languages) {
      if (content.story[language]?.length !== content.sentences) {
        context.addIssue({
          code: "custom",
          path: ["story", language],
          message: `The story has ${content.story[language]?.length ?? 0} sentences, not ${content.sentences}.`,
        });
      }
    }
    const people = content.candidates.map((candidate) => candidate.id);
    if (new Set(people).size !== people.length) {
      context.addIssue({ code: "custom", path: ["candidates"], message: "A candidate id is used twice." });
    }
    const variants = content.variants.map((variant) => variant.name);
    if (new Set(variants).size !== variants.length) {
      context.addIssue({ code: "custom", path: ["variants"], message: "A variant name is used twice." });
    }
  });

const obfuscations = ["list", "early", "explained-away", "distrusted-teller", "split", "habit"] as const;
const sentenceRoles = ["suspicion", "exoneration", "premise", "distractor", "background"] as const;
const participantRoles = ["planner", "executor", "helper"] as const;
const stepIdSchema = z.string().min(1).max(20);
const sentenceIds = z.array(sentenceIdSchema).max(limits.sentences);
const candidateIds = z.array(candidateIdSchema).max(limits.candidates);

/** key.yaml, or the key of one variant. */
export const answerKeySchema = z.strictObject({
  version: z.int().min(1).max(limits.version),
  canary: guidSchema,
  clues: z.record(
    sentenceIdSchema,
    z.strictObject({
      weight: z.int().min(1).max(1_000),
      obfuscation: z.array(z.enum(obfuscations)).max(6).default([]),
      note: paragraph,
    }),
  ),
  participants: z.record(
    candidateIdSchema,
    z.strictObject({
      points: z.int().min(0).max(1_000),
      role: z.enum(participantRoles).optional(),
      note: paragraph.optional(),
    }),
  ),
  penalties: z.record(candidateIdSchema, z.int().min(0).max(1_000)),
  roles: z.record(sentenceIdSchema, z.array(z.enum(sentenceRoles)).max(5)).default({}),
  pairs: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(20),
        about: candidateIdSchema,
        suspicion: sentenceIdSchema,
        exoneration: sentenceIdSchema,
        adjacent: z.boolean().default(true),
      }),
    )
    .max(100)
    .default([]),
  attractor: z.strictObject({ set: candidateIds, note: paragraph }),
  solution: z
    .array(
      z.strictObject({
        id: stepIdSchema,
        title: line,
        text: paragraph,
        rests: sentenceIds.default([]),
        from: z.array(stepIdSchema).max(100).default([]),
        rulesOut: candidateIds.default([]),
      }),
    )
    .max(100),
  eliminations: z
    .record(candidateIdSchema, z.strictObject({ step: stepIdSchema, sentence: sentenceIdSchema, text: paragraph }))
    .default({}),
  rivals: z
    .array(z.strictObject({ reading: paragraph, brokenBy: sentenceIdSchema, text: paragraph }))
    .max(50)
    .default([]),
  misled: z
    .array(z.strictObject({ text: paragraph, sentences: sentenceIds }))
    .max(50)
    .default([]),
});

/** The whole secret of a task: the key of the story and those of the variants that change the answer. */
export const episodeKeySchema = answerKeySchema.extend({ variants: z.record(slugSchema, answerKeySchema).default({}) });

/** What is asked of one subject. `step` is only of the incremental presentation; undefined for `full`. */
export const episodeConditionSchema = z
  .strictObject({
    language: languageSchema,
    presentation: z.enum(["incremental", "full"]),
    given: z.enum(["none", "key-clues", "sham"]).default("none"),
    variant: z.string().min(1).max(60).default("original"),
    disclosure: z.enum(["none", "directions", "full"]).default("directions"),
    explanations: z.enum(["required", "optional"]).default("optional"),
    step: z.int().min(1).max(limits.sentences).optional(),
  })
  .transform(({ step, ...rest }) => (rest.presentation === "incremental" ? { ...rest, step: step ?? 1 } : rest))
  .pipe(
    z.object({
      language: languageSchema,
      presentation: z.enum(["incremental", "full"]),
      given: z.enum(["none", "key-clues", "sham"]),
      variant: z.string(),
      disclosure: z.enum(["none", "directions", "full"]),
      explanations: z.enum(["required", "optional"]),
      step: z.int().optional(),
    }),
  );

const idText = z.string().min(1).max(20);
const explanation = z.string().max(limits.paragraph);
const explanationsById = z
  .record(idText, explanation)
  .refine((all) => Object.keys(all).length <= 300, "Too many entries.");
const confidence = z.number().min(0).max(100).nullable();

/** A submitted answer. Whether its ids exist is the play's to say (`apply`). */
export const episodeResponseSchema = z.strictObject({
  clues: z.array(idText).max(limits.sentences),
  interpretations: explanationsById.default({}),
  participants: z.array(idText).max(limits.candidates),
  participantReasons: explanationsById.default({}),
  reconstruction: z.string().max(limits.draft).default(""),
  ruledOut: explanationsById.default({}),
  confidence: confidence.default(null),
});

const draftSchema = z.strictObject({
  interpretations: explanationsById.optional(),
  participants: z.array(idText).max(limits.candidates).optional(),
  participantReasons: explanationsById.optional(),
  reconstruction: z.string().max(limits.draft).optional(),
  ruledOut: explanationsById.optional(),
  confidence: confidence.optional(),
});

export const episodeMoveSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("reveal") }),
  z.strictObject({ type: z.literal("mark"), sentence: idText }),
  z.strictObject({ type: z.literal("unmark"), sentence: idText }),
  z.strictObject({ type: z.literal("note"), sentence: idText, text: explanation }),
  z.strictObject({ type: z.literal("link"), sentence: idText, candidates: z.array(idText).max(limits.candidates) }),
  z.strictObject({ type: z.literal("order"), sentences: z.array(idText).max(300) }),
  z.strictObject({ type: z.literal("suspect"), candidate: idText, level: z.enum(suspicionLevels) }),
  z.strictObject({ type: z.literal("notebook"), text: z.string().max(limits.draft) }),
  z.strictObject({ type: z.literal("draft"), draft: draftSchema }),
  z.strictObject({ type: z.literal("visit"), sentence: idText }),
  z.strictObject({
    type: z.literal("notice"),
    what: z.enum(notices),
    detail: z.string().max(200).optional(),
  }),
  z.strictObject({ type: z.literal("submit"), response: episodeResponseSchema }),
]);

export type EpisodeContent = z.infer<typeof episodeContentSchema>;
export type AnswerKey = z.infer<typeof answerKeySchema>;
export type EpisodeKey = z.infer<typeof episodeKeySchema>;
export type EpisodeCondition = z.infer<typeof episodeConditionSchema>;
/** What `prepare` leaves of a key: the one that judges this attempt and, for a variant that changes the answer, the story's own. */
export type PreparedEpisodeKey = { judging: AnswerKey; original: AnswerKey | null };
