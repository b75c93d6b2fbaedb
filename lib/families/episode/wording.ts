import type { Language } from "./play";

/** What can be said of a sentence without reading it: its length, and words that give a clue away. */

/** Length limits of a sentence: English words, Chinese characters (spaces not counted). */
export const lengthLimits = {
  en: { least: 8, most: 45, unit: "words" },
  zh: { least: 12, most: 80, unit: "characters" },
} as const;

/** Words of an English sentence, or characters of a Chinese one with its punctuation and without spaces. */
export function sentenceLength(text: string, language: Language): number {
  if (language === "zh") return [...text.replace(/\s+/gu, "")].length;
  return text.split(/[\s—–]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Words by which a narrator points at the evidence. A key clue with one of them gives itself away. */
const givingAway: Record<Language, string[]> = {
  en: [
    "strangely",
    "strange",
    "oddly",
    "curiously",
    "suspiciously",
    "suspicious",
    "mysteriously",
    "peculiarly",
    "inexplicably",
    "weirdly",
  ],
  zh: ["奇怪", "蹊跷", "可疑", "古怪", "诡异", "反常", "不对劲", "莫名其妙", "耐人寻味"],
};

/** The words of `givingAway` that a sentence holds. */
export function giveaways(text: string, language: Language): string[] {
  if (language === "zh") return givingAway.zh.filter((word) => text.includes(word));
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);
  return givingAway.en.filter((word) => words.has(word));
}
