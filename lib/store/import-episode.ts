import "server-only";
import type { ImportedEpisode } from "@/lib/contracts/import";
import { AppError } from "@/lib/errors";
import { checkDocumentText } from "@/lib/families/episode/check-text";
import { type EpisodeDocument, splitDocument } from "@/lib/families/episode/document";
import { db } from "./db";
import { canonical, hashOf } from "./ids";
import { publishEpisode } from "./publish-episode";

const openingSentences = 3;

function previewOf({ episode, story, variants }: EpisodeDocument): ImportedEpisode["preview"] {
  const { title, blurb, languages, sentences, quota, candidates } = episode;
  return {
    title,
    blurb,
    languages,
    sentences,
    quota,
    candidates: candidates.map(({ id, name }) => ({ id, name })),
    variants: variants.map((variant) => variant.name),
    opening: { zh: story.zh?.slice(0, openingSentences), en: story.en?.slice(0, openingSentences) },
  };
}

const withVersion = (document: EpisodeDocument, version: number): EpisodeDocument => ({
  ...document,
  episode: { ...document.episode, version },
});

/** Where a document belongs among the published versions: the one that it equals, or the number it gets. */
async function placeOf(document: EpisodeDocument): Promise<{ version: number; equal: boolean }> {
  const { slug, version } = document.episode;
  const published = await db().task.findMany({
    where: { slug },
    select: { version: true, contentHash: true },
    orderBy: { version: "desc" },
  });
  const same = published.find(
    (held) => held.contentHash === hashOf(canonical(splitDocument(withVersion(document, held.version)))),
  );
  if (same) return { version: same.version, equal: true };
  const latest = published[0]?.version ?? 0;
  const taken = published.some((held) => held.version === version);
  return { version: taken ? latest + 1 : version, equal: false };
}

/**
 * Imports an episode from the text of one JSON document, all or nothing. A published version is never replaced:
 * changed content under a number that is taken becomes the next version, and content that is published adds nothing.
 * @param options.publish false only checks and says what would happen
 * @throws AppError invalid, with every fault, its field and its line in the text
 */
export async function importEpisode(text: string, options: { publish: boolean }): Promise<ImportedEpisode> {
  const checked = checkDocumentText(text);
  if (!checked.document) {
    throw new AppError("invalid", "Nothing was imported: the document has faults.", { faults: checked.faults });
  }
  const { document, measures, warnings } = checked;
  const { version, equal } = await placeOf(document);
  const id = options.publish ? (await publishEpisode(withVersion(document, version))).id : null;
  const { slug } = document.episode;
  return { id, slug, version, created: !equal, warnings, measures, preview: previewOf(document) };
}
