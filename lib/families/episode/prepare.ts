import { seededRng, shuffled } from "../family";
import type { EpisodeTask, Language } from "./play";
import type { AnswerKey, EpisodeCondition, EpisodeContent, EpisodeKey, PreparedEpisodeKey } from "./schema";
import { episodeConditionSchema } from "./schema";

type Fault = { field: string; message: string };

/** The id of a sentence by its 0-based line. */
export const sentenceId = (line: number) => `S${String(line + 1).padStart(3, "0")}`;

/** Fills defaults and checks that the language and the variant exist in this episode. */
export function episodeCondition(
  content: EpisodeContent,
  input: unknown,
): { condition: EpisodeCondition } | { faults: Fault[] } {
  const parsed = episodeConditionSchema.safeParse(input);
  if (!parsed.success) {
    return { faults: parsed.error.issues.map((issue) => ({ field: issue.path.join("."), message: issue.message })) };
  }
  const condition = parsed.data;
  const faults: Fault[] = [];
  if (!content.languages.includes(condition.language)) {
    faults.push({ field: "language", message: `This episode is told in ${content.languages.join(", ")}.` });
  }
  if (condition.variant !== "original" && !content.variants.some((variant) => variant.name === condition.variant)) {
    const names = ["original", ...content.variants.map((variant) => variant.name)];
    faults.push({ field: "variant", message: `This episode has ${names.join(", ")}.` });
  }
  return faults.length > 0 ? { faults } : { condition };
}

/** `given` tells key clues (or, as sham, what are none), and full disclosure tells points and penalties. */
export function opensEpisodeKey(condition: EpisodeCondition): string | null {
  if (condition.given !== "none") return "given";
  return condition.disclosure === "full" ? "disclosure" : null;
}

function keyFor(content: EpisodeContent, key: EpisodeKey, name: string): PreparedEpisodeKey {
  const { variants, ...original } = key;
  const variant = content.variants.find((entry) => entry.name === name);
  if (name !== "original" && !variant) throw new Error(`The episode ${content.slug} has no variant ${name}.`);
  if (variant?.kind !== "answer") return { judging: original, original: null };
  const judging = variants[name];
  if (!judging) throw new Error(`The variant ${name} of ${content.slug} changes the answer and has no key.`);
  return { judging, original };
}

function givenIds(condition: EpisodeCondition, ids: string[], key: AnswerKey, seed: number): string[] {
  if (condition.given === "none") return [];
  const inKey = ids.filter((id) => key.clues[id]);
  if (condition.given === "key-clues") return inKey;
  const others = ids.filter((id) => !key.clues[id]);
  // A second stream, so that the sham draw does not hang on the number of candidates.
  return shuffled(others, seededRng(seed ^ 0x5f3759df))
    .slice(0, inKey.length)
    .sort();
}

const range = (numbers: number[]) => {
  if (numbers.length === 0) return "0";
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return low === high ? `${low}` : `${low}–${high}`;
};

/** The points under `disclosure: full`: ranges only, so that they name no sentence and no person. */
function disclosedPoints(key: AnswerKey, language: Language): string {
  const weights = range(Object.values(key.clues).map((clue) => clue.weight));
  const points = range(Object.values(key.participants).map((participant) => participant.points));
  const penalty = range(Object.values(key.penalties));
  return language === "zh"
    ? `选对一条线索得 ${weights} 分；选对一位参与者得 ${points} 分；选错一个人扣 ${penalty} 分。`
    : `A right clue earns ${weights} points; a right participant earns ${points}; a wrong one costs ${penalty}.`;
}

/** The candidates in the order in which one subject gets them. */
export const drawnCandidates = (content: Pick<EpisodeContent, "candidates">, seed: number) =>
  shuffled(content.candidates, seededRng(seed));

/**
 * The episode as one subject gets it. Runs once, when an attempt starts; `given` and `disclosed` are the only
 * places where anything of the key enters. Ids are never changed: only the order of the candidates is drawn.
 * @throws Error when the condition names a variant that does not exist, or one without its key
 */
export function prepareEpisode(
  content: EpisodeContent,
  key: EpisodeKey,
  condition: EpisodeCondition,
  seed: number,
): { task: EpisodeTask; key: PreparedEpisodeKey } {
  const { language } = condition;
  const story = content.story[language];
  if (!story) throw new Error(`The episode ${content.slug} is not told in ${language}.`);
  const prepared = keyFor(content, key, condition.variant);
  const variant = content.variants.find((entry) => entry.name === condition.variant);
  const sentences = story.map((text, position) => {
    const id = sentenceId(position);
    return { id, text: variant?.replace[id]?.[language] ?? text };
  });
  const given = givenIds(
    condition,
    sentences.map((sentence) => sentence.id),
    prepared.judging,
    seed,
  );
  const task: EpisodeTask = {
    family: "episode",
    language,
    presentation: condition.presentation,
    step: condition.presentation === "full" ? sentences.length : (condition.step ?? 1),
    explanations: condition.explanations,
    disclosure: condition.disclosure,
    title: content.title[language],
    blurb: content.blurb[language],
    question: content.question[language],
    scope: content.scope[language],
    participantDefinition: content.participantDefinition[language],
    instructions: content.instructions[language],
    quota: content.quota,
    sentences,
    candidates: drawnCandidates(content, seed).map((candidate) => ({
      id: candidate.id,
      name: candidate.name[language],
      description: candidate.description[language],
    })),
    given,
    cued: condition.given !== "none",
    disclosed: condition.disclosure === "full" ? disclosedPoints(prepared.judging, language) : null,
    canary: content.canary,
  };
  return { task, key: prepared };
}
