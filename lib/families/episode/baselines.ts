import { type Baseline, type Rng, shuffled } from "../family";
import type { EpisodeMove, EpisodeView } from "./play";

/**
 * Selections that need no understanding. Each knows only its view: it ranks the sentences by one surface feature and
 * fills the quota. Its participants are the (at most two) candidates named most often in the picked sentences, by
 * full name or, in English, by a word of it of three letters or more; ties go to the lower id.
 * In an incremental view that is not all open, a baseline asks for the next sentences first: call it until it submits.
 */

type Pick = (view: EpisodeView, rng: Rng) => string[];

const suspicionWords = {
  zh: [
    "可疑",
    "秘密",
    "偷",
    "藏",
    "谎",
    "瞒",
    "血",
    "刀",
    "毒",
    "凶",
    "恨",
    "吵",
    "怒",
    "威胁",
    "害怕",
    "慌",
    "鬼鬼祟祟",
    "匆忙",
    "钥匙",
    "深夜",
  ],
  en: [
    "suspicious",
    "secret",
    "stole",
    "stolen",
    "hid",
    "hidden",
    "lie",
    "lied",
    "blood",
    "knife",
    "poison",
    "hate",
    "hated",
    "quarrel",
    "quarrelled",
    "angry",
    "threat",
    "threatened",
    "afraid",
    "nervous",
    "hurried",
    "key",
    "midnight",
    "alone",
  ],
};

/** Words in lower case; in Chinese every pair of neighbouring characters, which needs no dictionary. */
export function tokens(text: string, language: "zh" | "en"): string[] {
  if (language === "en") return text.toLowerCase().match(/[a-z0-9]+(?:['’-][a-z0-9]+)*/g) ?? [];
  const runs = text.match(/[\p{Script=Han}a-z0-9]+/giu) ?? [];
  return runs.flatMap((run) => {
    const characters = [...run];
    return characters.length === 1
      ? characters
      : characters.slice(1).map((one, before) => `${characters[before]}${one}`);
  });
}

/** The quota's best ids by a score of the sentence; ties in story order. */
function best(
  view: EpisodeView,
  score: (sentence: EpisodeView["sentences"][number], position: number) => number,
): string[] {
  return view.sentences
    .map((sentence, position) => ({ id: sentence.id, score: score(sentence, position), position }))
    .sort((one, other) => other.score - one.score || one.position - other.position)
    .slice(0, view.quota)
    .map((entry) => entry.id);
}

function documents(view: EpisodeView) {
  const words = view.sentences.map((sentence) => tokens(sentence.text, view.language));
  const holding = new Map<string, number>();
  for (const sentence of words) for (const word of new Set(sentence)) holding.set(word, (holding.get(word) ?? 0) + 1);
  /** Inverse document frequency, as in BM25 (Robertson & Zaragoza 2009, §3.2), never negative. */
  const rarity = (word: string) => {
    const count = holding.get(word) ?? 0;
    return Math.log(1 + (words.length - count + 0.5) / (count + 0.5));
  };
  return { words, rarity };
}

const rarest: Pick = (view) => {
  const { words, rarity } = documents(view);
  return best(view, (_sentence, position) => {
    const own = words[position] ?? [];
    return own.length === 0 ? 0 : own.reduce((total, word) => total + rarity(word), 0) / own.length;
  });
};

/** BM25 with k1 = 1.2, b = 0.75 (Robertson & Zaragoza 2009), the case question as the query. */
const bm25: Pick = (view) => {
  const { words, rarity } = documents(view);
  const query = new Set(tokens(view.question, view.language));
  const mean = words.reduce((total, own) => total + own.length, 0) / Math.max(1, words.length);
  return best(view, (_sentence, position) => {
    const own = words[position] ?? [];
    let score = 0;
    for (const word of query) {
      const count = own.filter((one) => one === word).length;
      score += (rarity(word) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * own.length) / Math.max(1, mean)));
    }
    return score;
  });
};

const suspicion: Pick = (view) => {
  const words = suspicionWords[view.language];
  return best(view, ({ text }) => {
    if (view.language === "zh") return words.filter((word) => text.includes(word)).length;
    const own = new Set(tokens(text, "en"));
    return words.filter((word) => own.has(word)).length;
  });
};

/** The candidates named in the sentences of `ids`, most named first, at most `most` of them. */
export function mostNamed(view: EpisodeView, ids: string[], most = 2): string[] {
  const texts = view.sentences.filter((sentence) => ids.includes(sentence.id)).map((sentence) => sentence.text);
  return view.candidates
    .map(({ id, name }) => {
      const parts = view.language === "en" ? tokens(name, "en").filter((part) => part.length >= 3) : [];
      const named = (text: string) => {
        const own = parts.length > 0 ? new Set(tokens(text.replace(/['’]s\b/g, ""), "en")) : null;
        return text.includes(name) || parts.some((part) => own?.has(part));
      };
      return { id, count: texts.filter(named).length };
    })
    .filter((entry) => entry.count > 0)
    .sort((one, other) => other.count - one.count || one.id.localeCompare(other.id))
    .slice(0, most)
    .map((entry) => entry.id);
}

function baseline(
  name: string,
  zh: string,
  en: string,
  pick: Pick,
  random = false,
): Baseline<EpisodeView, EpisodeMove> {
  return {
    name,
    label: { zh, en },
    random,
    play(view, rng) {
      if (view.sentences.length < view.total) return [{ type: "reveal" }];
      const clues = view.cued ? view.given : pick(view, rng);
      const participants = random
        ? shuffled(view.candidates, rng)
            .slice(0, 2)
            .map((candidate) => candidate.id)
        : mostNamed(view, clues);
      const response = {
        clues: view.cued ? [] : clues,
        interpretations: {},
        participants,
        participantReasons: {},
        reconstruction: "",
        ruledOut: {},
        confidence: null,
      };
      return [{ type: "submit", response }];
    },
  };
}

export const episodeBaselines: Baseline<EpisodeView, EpisodeMove>[] = [
  baseline(
    "random",
    "随机选满线索名额，随机选两位候选人",
    "Fills the quota at random and picks two candidates at random",
    (view, rng) =>
      shuffled(view.sentences, rng)
        .slice(0, view.quota)
        .map((sentence) => sentence.id),
    true,
  ),
  baseline(
    "first",
    "选故事开头的句子，以及其中提到最多的两个人",
    "Picks the first sentences, and the two people most named in them",
    (view) => best(view, () => 0),
  ),
  baseline(
    "longest",
    "选最长的句子，以及其中提到最多的两个人",
    "Picks the longest sentences, and the two people most named in them",
    (view) => best(view, (sentence) => [...sentence.text].length),
  ),
  baseline(
    "rarest",
    "选用词最少见的句子，以及其中提到最多的两个人",
    "Picks the sentences with the rarest words, and the two people most named in them",
    rarest,
  ),
  baseline(
    "suspicion",
    "选可疑字眼最多的句子，以及其中提到最多的两个人",
    "Picks the sentences with most suspicious words, and the two people most named in them",
    suspicion,
  ),
  baseline(
    "bm25",
    "选与问题用词最接近的句子（BM25），以及其中提到最多的两个人",
    "Picks the sentences closest in words to the question (BM25), and the two people most named in them",
    bm25,
  ),
];
