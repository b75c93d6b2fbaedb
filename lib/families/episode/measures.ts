import { isRefusal, replay, seededRng } from "../family";
import { episodeBaselines, mostNamed } from "./baselines";
import { type EpisodeResponse, type EpisodeTask, episodePlay, type Language } from "./play";
import { sentenceLength } from "./wording";

/** Fairness measures: whether an episode's answer can be read off its surface. Pure and deterministic. */

export const measureLimits = {
  /** Key clues that a deterministic baseline may find above chance. */
  aboveChance: 2,
  /** From this many key clues on, position and length are judged as well. */
  cluesForShape: 12,
  /** Largest share of the key clues in one quarter of the story. */
  quarter: 0.4,
  auc: [0.4, 0.6],
  seeds: 1_000,
} as const;

/** One version of a story in one language, with what its key says is right. */
export type Measured = {
  language: Language;
  sentences: { id: string; text: string }[];
  candidates: { id: string; name: string; description: string }[];
  question: string;
  quota: number;
  clues: string[];
  participants: string[];
};

/** `exact`: it names exactly the participants, by itself or, where more than two took part, told how many. */
export type BaselineMeasure = { name: string; clues: number; exact: boolean };

export type Measures = {
  language: Language;
  sentences: number;
  keyClues: number;
  quota: number;
  /** Key clues that a blind choice of the quota finds on average: quota · |K| / sentences. */
  chance: number;
  baselines: BaselineMeasure[];
  /** Mean of key clues found by the random baseline, and the standard error of such a mean. */
  random: { seeds: number; mean: number; expected: number; standardError: number; exact: number };
  /** Key clues in each quarter of the story. */
  quarters: [number, number, number, number];
  /** Chance that a key clue is longer than another sentence, ties halved; null without both kinds. */
  lengthAuc: number | null;
};

/**
 * Area under the ROC curve of a number as a sign of membership: the share of (inside, outside) pairs in which the
 * inside one is greater, ties counting half (Mann–Whitney U over the product of sizes).
 */
export function areaUnderCurve(inside: number[], outside: number[]): number | null {
  if (inside.length === 0 || outside.length === 0) return null;
  let won = 0;
  for (const one of inside) for (const other of outside) won += one > other ? 1 : one === other ? 0.5 : 0;
  return won / (inside.length * outside.length);
}

/** Variance of the number of key clues in a random choice (hypergeometric). */
function hitVariance(sentences: number, clues: number, chosen: number): number {
  if (sentences < 2) return 0;
  const share = clues / sentences;
  return (chosen * share * (1 - share) * (sentences - chosen)) / (sentences - 1);
}

function taskOf(measured: Measured): EpisodeTask {
  const { language, quota, sentences, candidates, question } = measured;
  return {
    family: "episode",
    language,
    presentation: "full",
    step: sentences.length,
    explanations: "optional",
    disclosure: "none",
    title: "",
    blurb: "",
    question,
    scope: "",
    participantDefinition: "",
    instructions: "",
    quota,
    sentences,
    candidates,
    given: [],
    cued: false,
    disclosed: null,
    canary: "",
  };
}

/** Every measure of one story in one language. */
export function measureStory(measured: Measured): Measures {
  const { language, quota, clues, participants, sentences } = measured;
  const task = taskOf(measured);
  const start = replay(episodePlay, task, []);
  const view = episodePlay.view(task, start);
  const key = new Set(clues);
  const chosen = Math.min(quota, sentences.length);
  const chance = sentences.length === 0 ? 0 : (chosen * clues.length) / sentences.length;

  const answerOf = (baseline: (typeof episodeBaselines)[number], seed: number): EpisodeResponse | null => {
    let state = start;
    for (const move of baseline.play(view, seededRng(seed))) {
      const next = episodePlay.apply(task, state, { seq: 1, type: "move", move });
      if (isRefusal(next)) return null;
      state = next;
    }
    return state.response;
  };
  const hits = (answer: EpisodeResponse | null) => answer?.clues.filter((id) => key.has(id)).length ?? 0;
  const same = (ids: string[]) => ids.length === participants.length && ids.every((id) => participants.includes(id));
  const exact = (answer: EpisodeResponse | null) => answer !== null && same(answer.participants);
  // The baselines name at most two people. Where more took part, they could never be exact by themselves, so the story
  // must hold against one that is told how many there are.
  const exactWhenTold = (answer: EpisodeResponse | null) =>
    answer !== null && participants.length > 2 && same(mostNamed(view, answer.clues, participants.length));

  const random = { total: 0, exact: 0 };
  const blind = episodeBaselines.find((baseline) => baseline.random);
  for (let seed = 1; blind && seed <= measureLimits.seeds; seed++) {
    const answer = answerOf(blind, seed);
    random.total += hits(answer);
    if (exact(answer)) random.exact += 1;
  }

  const quarters: Measures["quarters"] = [0, 0, 0, 0];
  const lengths = { inside: [] as number[], outside: [] as number[] };
  sentences.forEach(({ id, text }, position) => {
    const length = sentenceLength(text, language);
    lengths[key.has(id) ? "inside" : "outside"].push(length);
    if (!key.has(id)) return;
    const quarter = Math.floor((position * 4) / sentences.length) as 0 | 1 | 2 | 3;
    quarters[quarter] += 1;
  });

  return {
    language,
    sentences: sentences.length,
    keyClues: clues.length,
    quota,
    chance,
    baselines: episodeBaselines
      .filter((baseline) => !baseline.random)
      .map((baseline) => {
        const answer = answerOf(baseline, 1);
        return { name: baseline.name, clues: hits(answer), exact: exact(answer) || exactWhenTold(answer) };
      }),
    random: {
      seeds: measureLimits.seeds,
      mean: random.total / measureLimits.seeds,
      expected: chance,
      standardError: Math.sqrt(hitVariance(sentences.length, clues.length, chosen) / measureLimits.seeds),
      exact: random.exact,
    },
    quarters,
    lengthAuc: areaUnderCurve(lengths.inside, lengths.outside),
  };
}

/** What is unfair by these measures, in words. Field paths are the caller's. */
export function unfairness(measures: Measures): string[] {
  const { language, chance, baselines, keyClues, quarters, lengthAuc } = measures;
  const found: string[] = [];
  const most = chance + measureLimits.aboveChance;
  for (const { name, clues, exact } of baselines) {
    if (clues > most) {
      found.push(
        `The baseline "${name}" finds ${clues} key clues (${language}): at most ${most.toFixed(1)}, chance + 2.`,
      );
    }
    if (exact) found.push(`The baseline "${name}" names exactly the participants (${language}): it may never.`);
  }
  if (keyClues < measureLimits.cluesForShape) return found;
  quarters.forEach((clues, index) => {
    if (clues / keyClues > measureLimits.quarter) {
      found.push(`Quarter ${index + 1} of the story holds ${clues} of ${keyClues} key clues: at most 40%.`);
    }
  });
  const [low, high] = measureLimits.auc;
  if (lengthAuc !== null && (lengthAuc < low || lengthAuc > high)) {
    found.push(
      `Length tells key clues from the rest (${language}): an AUC of ${lengthAuc.toFixed(2)}, and 0.40 to 0.60 is fair.`,
    );
  }
  return found;
}
