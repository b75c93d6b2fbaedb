import "server-only";
import { AppError } from "@/lib/errors";
import { checkEpisode } from "@/lib/families/episode/check";
import { episodeDocumentSchema, splitDocument } from "@/lib/families/episode/document";
import { publishTask } from "./tasks";

/** From this size down a case is the tutorial: shown first, and seen before counts as practice. */
const tutorialSentences = 30;

/**
 * Publishes one episode document, all or nothing. Every fault is listed at once with its field and line.
 * A published version is never replaced.
 * @throws AppError invalid (faults), conflict
 */
export async function publishEpisode(document: unknown): Promise<{ id: string; created: boolean }> {
  const { faults } = checkEpisode(document);
  if (faults.length > 0) throw new AppError("invalid", "The episode was not imported.", { faults });
  // Parsed, so that what a document may leave out has its default.
  const checked = episodeDocumentSchema.parse(document);
  const { content, key } = splitDocument(checked);
  const { slug, version, canary, tunedOn, sentences } = checked.episode;
  return publishTask({
    benchmark: "worth",
    family: "episode",
    slug,
    version,
    canary,
    tunedOn,
    tutorial: sentences <= tutorialSentences,
    content,
    key,
  });
}
