import { splitDocument } from "../lib/families/episode/document";
import { madeUpDocument } from "../lib/families/episode/made-up-document";

/** A made-up case with so many sentences of about so many letters, ready to be published. No case that anybody solves. */
export function madeUpTask(slug: string, sentences: number, letters: number) {
  const document = madeUpDocument();
  const filler = "and the river ran on below the house as it had done on every other day of that long summer ";
  const line = (at: number) => `On morning ${at + 1} they met, ${filler.repeat(8)}`.slice(0, letters - 1).concat(".");
  document.episode.slug = slug;
  document.episode.languages = ["en"];
  document.episode.sentences = sentences;
  document.story = { en: Array.from({ length: sentences }, (_, at) => line(at)) };
  document.variants = [];
  const { canary, version } = document.episode;
  const { content, key } = splitDocument(document);
  return { benchmark: "bench", family: "episode", slug, version, canary, tunedOn: [], tutorial: false, content, key };
}
