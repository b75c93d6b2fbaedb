import type { z } from "zod";
import type { Fault } from "@/lib/errors";
import { checkKey, type Ground, sentenceIndex } from "./check-key";
import { type DocumentShape, documentShape, type KeyShape } from "./check-shape";
import { episodeDocumentSchema } from "./document";
import { type Measures, measureStory, unfairness } from "./measures";
import type { Language } from "./play";
import { sentenceId } from "./prepare";
import { lengthLimits, sentenceLength } from "./wording";

/** Measures by version of the story ("original" or an answer variant's name), one entry a language. */
export type EpisodeMeasures = Record<string, Measures[]>;

/**
 * Everything that is wrong with an episode document, in one run. `field` is the dotted path in the document
 * (story.en.3 is the fourth sentence), `line` the 1-based line of a story; `message` says what would be right.
 * A document without faults satisfies `episodeDocumentSchema`. Parts too broken to check further are left out.
 */
export function checkEpisode(input: unknown): { faults: Fault[]; measures: EpisodeMeasures } {
  const strict = episodeDocumentSchema.safeParse(input);
  const faults = strict.success ? [] : strict.error.issues.map(schemaFault);
  const document = documentShape.parse(input);
  const misshapen = new Set(faults.map((fault) => fault.field));

  const measures: EpisodeMeasures = {};
  const found = [...checkContent(document), ...checkVariants(document)];
  for (const { name, at, key, story } of versions(document)) {
    if (misshapen.has(at)) continue;
    found.push(...checkKey(key, { ...ground(document), story }, at));
    const measured = measureVersion(document, key, story);
    measures[name] = measured;
    for (const message of new Set(measured.flatMap(unfairness))) found.push({ field: at, message });
  }
  // The schema already said what is wrong with these; a second word on a missing value is noise.
  for (const fault of found) if (!misshapen.has(fault.field)) faults.push(fault);
  return { faults: faults.map(withLine), measures };
}

function schemaFault(issue: z.core.$ZodIssue): Fault {
  // A wrong key of a record says why inside.
  const inner = issue.code === "invalid_key" ? issue.issues[0]?.message : undefined;
  return { field: issue.path.map(String).join(".") || "document", message: inner ?? issue.message };
}

function withLine(fault: Fault): Fault {
  const line = /^story\.(?:zh|en)\.(\d+)$/.exec(fault.field)?.[1];
  return line === undefined ? fault : { ...fault, line: Number(line) + 1 };
}

function ground(document: DocumentShape): Ground {
  const { episode, story } = document;
  const lengths = episode.languages.map((language) => story[language].length);
  return { episode, sentences: episode.sentences ?? Math.max(0, ...lengths), story };
}

type Version = { name: string; at: string; key: KeyShape; story: Record<Language, string[]> };

function versions(document: DocumentShape): Version[] {
  const { story, key, variants } = document;
  const all: Version[] = [{ name: "original", at: "key", key, story }];
  variants.forEach((variant, index) => {
    if (variant.kind !== "answer" || !variant.key) return;
    const replaced = (language: Language) =>
      story[language].map((text, position) => variant.replace[sentenceId(position)]?.[language] || text);
    const at = `variants.${index}.key`;
    all.push({ name: variant.name, at, key: variant.key, story: { zh: replaced("zh"), en: replaced("en") } });
  });
  return all;
}

function checkContent(document: DocumentShape): Fault[] {
  const { episode, story } = document;
  const faults: Fault[] = [];
  const say = (field: string, message: string) => faults.push({ field, message });
  const { sentences, languages, candidates } = episode;

  if (new Set(languages).size !== languages.length) say("episode.languages", "A language is there twice.");
  for (const language of ["zh", "en"] as const) {
    const lines = story[language];
    if (languages.includes(language)) {
      if (sentences !== null && lines.length !== sentences) {
        say(`story.${language}`, `The story has ${lines.length} sentences; episode.sentences says ${sentences}.`);
      }
    } else if (lines.length > 0) {
      say(`story.${language}`, `There is a story in ${language}, which episode.languages does not name.`);
    }
    lines.forEach((text, position) => {
      const wrong = sentenceFault(text, language);
      if (wrong) say(`story.${language}.${position}`, wrong);
    });
    if (episode.canary !== "" && lines.some((text) => text.includes(episode.canary))) {
      say(`story.${language}`, "The canary stands in the story: it belongs in episode.canary alone.");
    }
  }
  if (episode.quota !== null && sentences !== null && episode.quota > sentences) {
    say("episode.quota", `The quota of ${episode.quota} is more than the ${sentences} sentences.`);
  }
  candidates.forEach((candidate, index) => {
    const field = `episode.candidates.${index}`;
    const right = `C${String(index + 1).padStart(2, "0")}`;
    if (candidate.id !== right) say(`${field}.id`, `Candidates are numbered in order: this one is ${right}.`);
    for (const language of languages) {
      const forms = [candidate.name[language], ...candidate.aliases[language]].filter((form) => form !== "");
      if (forms.length > 0 && !story[language].some((text) => forms.some((form) => text.includes(form)))) {
        say(
          `${field}.name.${language}`,
          `The story never names ${forms.join(", ")}: name the candidate or give the alias.`,
        );
      }
      const other = candidates.findIndex((one) => one.name[language] === candidate.name[language]);
      if (other < index && candidate.name[language] !== "") {
        say(`${field}.name.${language}`, `${candidates[other]?.id} has the same name.`);
      }
      if (candidate.description[language].includes("\n")) {
        say(`${field}.description.${language}`, "A description is one line.");
      }
    }
  });
  return faults;
}

function sentenceFault(text: string, language: Language): string | null {
  if (/[\r\n\u2028\u2029]/u.test(text)) return "A sentence has no line break: join the lines.";
  if (text !== text.trim()) return "A sentence has no space at its ends: take it off.";
  const { least, most, unit } = lengthLimits[language];
  const length = sentenceLength(text, language);
  if (length >= least && length <= most) return null;
  return `The sentence has ${length} ${unit}: ${least} to ${most} are right.`;
}

function checkVariants(document: DocumentShape): Fault[] {
  const faults: Fault[] = [];
  const say = (field: string, message: string) => faults.push({ field, message });
  const { episode, key, variants, story } = document;
  const { sentences } = ground(document);
  const canaries = [episode.canary, key.canary];
  const answer = (one: KeyShape) =>
    JSON.stringify([Object.keys(one.participants).sort(), Object.keys(one.clues).sort()]);
  variants.forEach((variant, index) => {
    const at = `variants.${index}`;
    if (variants.findIndex((one) => one.name === variant.name) < index) {
      say(`${at}.name`, `Another variant is called "${variant.name}".`);
    }
    const replaced = Object.entries(variant.replace);
    if (replaced.length === 0) say(`${at}.replace`, "The variant replaces no sentence.");
    for (const [id, texts] of replaced) {
      const position = sentenceIndex(id, sentences);
      if (position < 0) say(`${at}.replace.${id}`, `"${id}" is no sentence of this story.`);
      for (const language of episode.languages) {
        const wrong = sentenceFault(texts[language], language);
        if (wrong) say(`${at}.replace.${id}.${language}`, wrong);
        else if (texts[language] === story[language][position]) {
          say(`${at}.replace.${id}.${language}`, "This is the sentence of the story: leave out what does not change.");
        }
      }
    }
    const hasKey = variant.key !== undefined;
    if (variant.kind === "answer" && !hasKey) say(`${at}.key`, "A variant that changes the answer needs its own key.");
    if (variant.kind === "wording" && hasKey) say(`${at}.key`, "A change of wording has the story's key: take it out.");
    if (!variant.key) return;
    if (canaries.includes(variant.key.canary))
      say(`${at}.key.canary`, "This canary is used already: give the key its own.");
    canaries.push(variant.key.canary);
    if (answer(variant.key) === answer(key)) say(`${at}.key`, "The answer is the story's own: the kind is `wording`.");
  });
  return faults;
}

function measureVersion(document: DocumentShape, key: KeyShape, story: Record<Language, string[]>): Measures[] {
  const { episode } = document;
  if (episode.quota === null || Object.keys(key.clues).length === 0) return [];
  const { quota } = episode;
  return [...new Set(episode.languages)]
    .filter((language) => story[language].length > 0)
    .map((language) =>
      measureStory({
        language,
        quota,
        sentences: story[language].map((text, position) => ({ id: sentenceId(position), text })),
        candidates: episode.candidates.map(({ id, name, description }) => ({
          id,
          name: name[language],
          description: description[language],
        })),
        question: episode.question[language],
        clues: Object.keys(key.clues),
        participants: Object.keys(key.participants),
      }),
    );
}
