import { expect, test } from "vitest";
import { splitDocument } from "@/lib/families/episode/document";
import { episodePlay } from "@/lib/families/episode/play";
import { episodeCondition, prepareEpisode } from "@/lib/families/episode/prepare";
import { answerPrompt, fullPrompt, groupPrompt, methods } from "@/lib/families/episode/prompts";
import { loadEpisodes } from "./load-episodes";

const notes = { notebook: "", marks: [] };
const documents = await loadEpisodes();
const cells = documents.flatMap((document) => document.episode.languages.map((language) => ({ document, language })));

/** Every prompt of a bundled case, the sentences of its story left out: they may speak of costs and points as they like. */
function prompts({ document, language }: (typeof cells)[number], disclosure: string): string {
  const { content, key } = splitDocument(document);
  const prepared = (rest: object) => {
    const checked = episodeCondition(content, { language, disclosure, ...rest });
    if ("faults" in checked) throw new Error(checked.faults[0]?.message);
    const { task } = prepareEpisode(content, key, checked.condition, 1);
    return { ...task, sentences: task.sentences.map((sentence) => ({ ...sentence, text: "…" })) };
  };
  const full = prepared({ presentation: "full" });
  const parted = prepared({ presentation: "incremental", step: 5 });
  const view = episodePlay.view(parted, { ...episodePlay.start(parted), frontier: 5 });
  return [
    groupPrompt(parted, view, 5, notes),
    ...methods.flatMap((method) => [fullPrompt(full, method), answerPrompt(parted, method, notes)]),
  ].join("\n");
}

const scoring = /扣分|得分|加分|不扣|points|costs|earns/;

test.each(cells)(
  "$document.episode.slug ($language) tells nothing of the scoring where nothing is to be disclosed",
  (cell) => {
    expect(prompts(cell, "none")).not.toMatch(scoring);
    expect(prompts(cell, "directions")).toMatch(scoring);
  },
);
