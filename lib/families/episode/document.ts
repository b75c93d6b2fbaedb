import { z } from "zod";
import {
  type AnswerKey,
  answerKeySchema,
  type EpisodeContent,
  type EpisodeKey,
  episodeContentSchema,
  episodeHeadSchema,
  variantContentSchema,
} from "./schema";

/** The import format: a whole episode, its secret and its variants in one JSON document. */

export const documentFormat = "worth-episode/1";

const documentVariantSchema = variantContentSchema.extend({ key: answerKeySchema.optional() });

export const episodeDocumentSchema = z.strictObject({
  format: z.literal(documentFormat),
  episode: episodeHeadSchema,
  story: episodeContentSchema.shape.story,
  key: answerKeySchema,
  variants: z.array(documentVariantSchema).max(20).default([]),
});

export type EpisodeDocument = z.infer<typeof episodeDocumentSchema>;

/** What is stored of a document: content without a word of any key, and one key that holds the variants' too. */
export function splitDocument(document: EpisodeDocument): { content: EpisodeContent; key: EpisodeKey } {
  const keys: Record<string, AnswerKey> = {};
  const variants = document.variants.map(({ key, ...content }) => {
    if (key) keys[content.name] = key;
    return content;
  });
  return {
    content: { ...document.episode, story: document.story, variants },
    key: { ...document.key, variants: keys },
  };
}

/** The published JSON Schema of the import format (draft 2020-12). The checker refuses more than a schema can say. */
function documentJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(episodeDocumentSchema, { io: "input", reused: "ref" });
  return {
    $schema,
    title: "WORTH episode",
    description:
      "One episode as one document: the public part, the stories, the answer key and the variants. Import checks more than this schema states.",
    ...schema,
  };
}

/** Where the published schema is kept, from the repository's root; readers get it at /schema/worth-episode-1.json. */
export const documentSchemaFile = "public/schema/worth-episode-1.json";

/** The schema file's text. */
export function documentJsonSchemaText(): string {
  return `${JSON.stringify(documentJsonSchema(), null, 2)}\n`;
}
