import type { EpisodeTask, Language } from "@/lib/families/episode/play";

/** The `lang` of a story's text, which need not be the page's. */
export const langOf = (language: Language) => (language === "zh" ? "zh-Hans" : "en");

/** The text of a sentence of the story. */
export const textOf = (task: Pick<EpisodeTask, "sentences">, id: string) =>
  task.sentences.find((sentence) => sentence.id === id)?.text ?? "";

/** A sentence's place in the story, from 1. */
export const numberOf = (task: Pick<EpisodeTask, "sentences">, id: string) =>
  task.sentences.findIndex((sentence) => sentence.id === id) + 1;

/** Names as one text, in the language's manner. */
export const namesOf = (task: Pick<EpisodeTask, "candidates" | "language">, ids: readonly string[]) =>
  task.candidates
    .filter((person) => ids.includes(person.id))
    .map((person) => person.name)
    .join(task.language === "zh" ? "、" : ", ");
