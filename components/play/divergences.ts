import type { Crowd } from "@/lib/stats/crowd";

/**
 * How large a share of the others marked a sentence: the mean of the players' and the model runs' shares, so that many
 * runs do not drown a few players. Null when nobody else has finished.
 */
export function shareOf(crowd: Crowd, sentence: string): number | null {
  const clue = crowd.clues[sentence] ?? { people: 0, models: 0 };
  const shares = [
    crowd.people > 0 ? clue.people / crowd.people : null,
    crowd.models > 0 ? clue.models / crowd.models : null,
  ].filter((share) => share !== null);
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** The sentences, in story order, where the reader did what fewer than half of the others did. */
export function divergencesOf(crowd: Crowd, sentences: readonly string[], marked: readonly string[]): string[] {
  return sentences.filter((id) => {
    const share = shareOf(crowd, id);
    if (share === null) return false;
    return marked.includes(id) ? share < 0.5 : share > 0.5;
  });
}
