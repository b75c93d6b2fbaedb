import type { Fault } from "@/lib/errors";
import { checkEpisode, type EpisodeMeasures } from "./check";
import { type EpisodeDocument, episodeDocumentSchema } from "./document";
import { measureLimits } from "./measures";
import { readDocument } from "./read-document";

/** What is allowed and worth a second thought. The words are the page's. */
export const episodeWarnings = ["one-language", "no-variants", "tuned", "length-tells", "small-story"] as const;

export type EpisodeWarning = (typeof episodeWarnings)[number];

export type CheckedText =
  | { faults: Fault[]; document: null }
  | { faults: []; document: EpisodeDocument; measures: EpisodeMeasures; warnings: EpisodeWarning[] };

function warningsOf(document: EpisodeDocument, measures: EpisodeMeasures): EpisodeWarning[] {
  const { episode, variants } = document;
  const all = Object.values(measures).flat();
  const [low, high] = measureLimits.auc;
  const small = all.some((one) => one.keyClues < measureLimits.cluesForShape);
  const telling = all.some((one) => one.lengthAuc !== null && (one.lengthAuc < low || one.lengthAuc > high));
  const held: Record<EpisodeWarning, boolean> = {
    "one-language": episode.languages.length < 2,
    "no-variants": variants.length === 0,
    tuned: episode.tunedOn.length > 0,
    "length-tells": telling,
    "small-story": small,
  };
  return episodeWarnings.filter((warning) => held[warning]);
}

/** Reads and checks the text of an import document. Every fault is listed at once, with its field and line. */
export function checkDocumentText(text: string): CheckedText {
  const read = readDocument(text);
  if (read.document === undefined) return { faults: read.faults, document: null };
  const { faults: found, measures } = checkEpisode(read.document);
  const known = new Set(read.faults.map((fault) => fault.field));
  const placed = found
    .filter((fault) => !known.has(fault.field))
    .map(({ line: _line, ...fault }) => ({ ...fault, line: read.lineOf(fault.field) }));
  const faults = [...read.faults, ...placed].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  if (faults.length > 0) return { faults, document: null };
  const document = episodeDocumentSchema.parse(read.document);
  return { faults: [], document, measures, warnings: warningsOf(document, measures) };
}
