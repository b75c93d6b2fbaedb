import type { EpisodeResponse } from "./play";
import { type AnswerKey, type EpisodeContent, type EpisodeKey, episodeContentSchema, episodeKeySchema } from "./schema";

/** A small episode for tests. Its words are placeholders: no case that anybody solves. */

const both = (text: string) => ({ zh: `${text}（中）`, en: text });
const people = ["Ann Reed", "Bo Stone", "Cy Marsh", "Di Frost"];

export const madeUpContent: EpisodeContent = episodeContentSchema.parse({
  slug: "made-up",
  version: 1,
  title: both("Made up"),
  blurb: both("A case for tests"),
  languages: ["zh", "en"],
  canary: "11111111-1111-4111-8111-111111111111",
  sentences: 12,
  quota: 4,
  candidates: people.map((name, at) => ({ id: `C0${at + 1}`, name: both(name), description: both("A neighbour") })),
  question: both("Who moved the clock"),
  scope: both("The night only"),
  participantDefinition: both("Whoever moved it or helped"),
  instructions: both("Read and pick"),
  author: "WORTH",
  story: {
    zh: Array.from({ length: 12 }, (_, at) => `中文第${at + 1}句。`),
    en: Array.from({ length: 12 }, (_, at) => `Line number ${at + 1} is about ${people[at % 4]}.`),
  },
  variants: [
    { name: "other-hand", kind: "answer", note: both("Another hand"), replace: { S003: both("Line three replaced.") } },
    { name: "reworded", kind: "wording", note: both("Other words"), replace: { S004: both("Line four reworded.") } },
  ],
});

/** A key whose every secret text holds `secret`, and whose numbers differ from those of another `spread`. */
export function madeUpKey(clueIds: string[], right: string[], secret: string, spread = 0): AnswerKey {
  const text = { zh: `${secret}中`, en: secret };
  const wrong = ["C01", "C02", "C03", "C04"].filter((id) => !right.includes(id));
  const { variants: _variants, ...key } = episodeKeySchema.parse({
    version: 1,
    canary: `99999999-9999-4999-8999-99999999999${spread}`,
    clues: Object.fromEntries(
      clueIds.map((id, at) => [id, { weight: at + 1 + spread, obfuscation: ["list"], note: text }]),
    ),
    participants: Object.fromEntries(
      right.map((id, at) => [id, { points: 5 + at + spread, role: "planner", note: text }]),
    ),
    penalties: Object.fromEntries(wrong.map((id, at) => [id, 3 + at + spread])),
    roles: { S001: ["premise"], S005: ["suspicion"], S006: ["exoneration"] },
    pairs: [{ id: "P1", about: "C03", suspicion: "S005", exoneration: "S006", adjacent: true }],
    attractor: { set: ["C03"], note: text },
    solution: [{ id: "A1", title: text, text, rests: clueIds, from: [], rulesOut: wrong }],
    eliminations: Object.fromEntries(wrong.map((id) => [id, { step: "A1", sentence: "S006", text }])),
    misled: [{ text, sentences: ["S005"] }],
  });
  return key;
}

export const madeUpEpisodeKey: EpisodeKey = {
  ...madeUpKey(["S002", "S004", "S006", "S010"], ["C01", "C02"], "SECRET-A"),
  variants: { "other-hand": madeUpKey(["S002", "S003", "S006", "S010"], ["C04"], "SECRET-V", 2) },
};

/** An answer; it fits the made-up episode and the made-up document. */
export const madeUpResponse = (changes: Partial<EpisodeResponse> = {}): EpisodeResponse => ({
  clues: ["S001", "S002"],
  interpretations: {},
  participants: ["C01"],
  participantReasons: {},
  reconstruction: "It rained.",
  ruledOut: {},
  confidence: 40,
  ...changes,
});

/** A condition with all defaults filled. */
export const madeUpCondition = {
  language: "en",
  presentation: "full",
  given: "none",
  variant: "original",
  disclosure: "directions",
  explanations: "optional",
} as const;
