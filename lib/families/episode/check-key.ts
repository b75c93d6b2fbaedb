import type { Fault } from "@/lib/errors";
import type { EpisodeShape, KeyShape } from "./check-shape";
import type { Language } from "./play";
import { sentenceId } from "./prepare";
import { giveaways } from "./wording";

/** What a key is checked against: the story it judges, as one version of it reads. */
export type Ground = { episode: EpisodeShape; sentences: number; story: Record<Language, string[]> };

/** 0 for S001; -1 for what is no sentence of a story of that length. */
export function sentenceIndex(id: string, sentences: number): number {
  if (!/^S\d{3,4}$/.test(id)) return -1;
  const index = Number(id.slice(1)) - 1;
  return index >= 0 && index < sentences && sentenceId(index) === id ? index : -1;
}

/** Everything wrong with one answer key. @param at the field path of the key, "key" or "variants.0.key" */
export function checkKey(key: KeyShape, ground: Ground, at: string): Fault[] {
  const faults: Fault[] = [];
  const say = (field: string, message: string) => faults.push({ field: `${at}.${field}`, message });
  const { episode, sentences } = ground;
  const people = episode.candidates.map((candidate) => candidate.id);
  const participants = Object.keys(key.participants);
  const others = people.filter((id) => !participants.includes(id));

  const needSentence = (id: string, field: string) => {
    if (sentenceIndex(id, sentences) >= 0) return;
    say(field, `"${id}" is no sentence of this story: use ${sentenceId(0)} to ${sentenceId(sentences - 1)}.`);
  };
  const needCandidate = (id: string, field: string) => {
    if (!people.includes(id)) say(field, `"${id}" is no candidate: use one of ${people.join(", ")}.`);
  };
  const repeated = (ids: string[], field: string) => {
    for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) {
      say(field, `"${id}" is there twice: give every one once.`);
    }
  };

  checkCounts();
  checkScores();
  checkRoles();
  checkPairs();
  checkSolution();
  checkEliminations();
  checkReadings();
  return faults;

  function checkCounts() {
    const clues = Object.keys(key.clues).length;
    if (clues === 0) say("clues", "There is no key clue: name at least one.");
    if (episode.quota !== null && clues > episode.quota) {
      say("clues", `There are ${clues} key clues for a quota of ${episode.quota}: a reader could not choose them all.`);
    }
    if (participants.length === 0) say("participants", "There is no participant: name at least one.");
    if (people.length > 0 && others.length === 0) {
      say("participants", "Every candidate is a participant: at least one must be cleared.");
    }
    if (key.canary !== "" && key.canary.toLowerCase() === episode.canary.toLowerCase()) {
      say("canary", "The key has the story's canary: give it one of its own.");
    }
  }

  function checkScores() {
    for (const [id, clue] of Object.entries(key.clues)) {
      needSentence(id, `clues.${id}`);
      if (clue.weight !== null && clue.weight <= 0) say(`clues.${id}.weight`, "A weight is a positive number.");
      const index = sentenceIndex(id, sentences);
      for (const language of episode.languages) {
        for (const word of giveaways(ground.story[language][index] ?? "", language)) {
          say(`clues.${id}`, `The key clue gives itself away by "${word}" (${language}): tell it without the word.`);
        }
      }
    }
    for (const [id, participant] of Object.entries(key.participants)) {
      needCandidate(id, `participants.${id}`);
      if (participant.points !== null && participant.points <= 0) {
        say(`participants.${id}.points`, "A participant is worth a positive number of points.");
      }
    }
    for (const [id, penalty] of Object.entries(key.penalties)) {
      needCandidate(id, `penalties.${id}`);
      if (participants.includes(id)) say(`penalties.${id}`, "A participant has no penalty: take the line out.");
      if (penalty !== null && penalty <= 0) {
        say(`penalties.${id}`, "A penalty is a positive number, taken off the score.");
      }
    }
    for (const id of others) {
      if (!(id in key.penalties)) say("penalties", `${id} is no participant and has no penalty: add one.`);
    }
  }

  function checkRoles() {
    for (const [id, roles] of Object.entries(key.roles)) {
      needSentence(id, `roles.${id}`);
      repeated(roles, `roles.${id}`);
      if (roles.includes("premise") && id in key.clues) {
        say(`roles.${id}`, "A premise states the puzzle and is no key clue: take it out of one of the two.");
      }
    }
  }

  function checkPairs() {
    const { pairs } = key;
    repeated(
      pairs.map((pair) => pair.id),
      "pairs",
    );
    if (pairs.length < 2) say("pairs", `There are ${pairs.length} contrast pairs: at least two are needed.`);
    pairs.forEach((pair, index) => {
      const field = `pairs.${index}`;
      needCandidate(pair.about, `${field}.about`);
      needSentence(pair.suspicion, `${field}.suspicion`);
      needSentence(pair.exoneration, `${field}.exoneration`);
      const from = sentenceIndex(pair.suspicion, sentences);
      const to = sentenceIndex(pair.exoneration, sentences);
      if (from < 0 || to < 0) return;
      if (from === to) say(field, "Suspicion and exoneration are the same sentence: a pair has two.");
      else if (pair.adjacent && Math.abs(from - to) !== 1) {
        say(
          `${field}.adjacent`,
          `${pair.suspicion} and ${pair.exoneration} are not neighbours: tag it adjacent: false.`,
        );
      }
    });
    const exonerationFirst = pairs.filter(
      (pair) => sentenceIndex(pair.exoneration, sentences) < sentenceIndex(pair.suspicion, sentences),
    ).length;
    const needed = Math.floor(pairs.length / 2);
    if (exonerationFirst < needed) {
      say("pairs", `The exoneration comes first in ${exonerationFirst} of ${pairs.length} pairs: at least ${needed}.`);
    }
  }

  function checkSolution() {
    const steps = key.solution.map((step) => step.id);
    if (steps.length === 0) say("solution", "There is no solution: give its steps in order.");
    repeated(steps, "solution");
    key.solution.forEach((step, index) => {
      const field = `solution.${index}`;
      for (const id of step.rests) needSentence(id, `${field}.rests`);
      repeated(step.rests, `${field}.rests`);
      for (const id of step.from) {
        if (!steps.slice(0, index).includes(id)) say(`${field}.from`, `"${id}" is no earlier step.`);
      }
      for (const id of step.rulesOut) {
        needCandidate(id, `${field}.rulesOut`);
        if (participants.includes(id)) say(`${field}.rulesOut`, `${id} is a participant and cannot be ruled out.`);
      }
    });
    const rested = new Set(key.solution.flatMap((step) => step.rests));
    for (const id of Object.keys(key.clues)) {
      if (!rested.has(id)) say(`clues.${id}`, "No step of the solution rests on this key clue: use it in one.");
    }
    const cleared = new Set(key.solution.flatMap((step) => step.rulesOut));
    for (const id of others) {
      if (!cleared.has(id))
        say("solution", `No step rules out ${id}, who is no participant: name ${id} in one's rulesOut.`);
    }
  }

  function checkEliminations() {
    for (const [id, elimination] of Object.entries(key.eliminations)) {
      const field = `eliminations.${id}`;
      needCandidate(id, field);
      if (participants.includes(id)) say(field, `${id} is a participant and is not eliminated: take it out.`);
      needSentence(elimination.sentence, `${field}.sentence`);
      const step = key.solution.find((one) => one.id === elimination.step);
      if (!step) say(`${field}.step`, `"${elimination.step}" is no step of the solution.`);
      else if (!step.rulesOut.includes(id)) {
        say(`${field}.step`, `Step ${step.id} does not rule out ${id}: name the step that does.`);
      }
    }
    for (const id of others) {
      if (!(id in key.eliminations)) say("eliminations", `${id} is no participant and has no elimination: add one.`);
    }
  }

  function checkReadings() {
    const { set } = key.attractor;
    if (set.length === 0) say("attractor.set", "The attractor is empty: name the wrong set a careless reader ends at.");
    for (const id of set) needCandidate(id, "attractor.set");
    repeated(set, "attractor.set");
    if (set.length === participants.length && set.every((id) => participants.includes(id))) {
      say("attractor.set", "The attractor is the right answer: it must be a wrong set.");
    }
    key.rivals.forEach((rival, index) => {
      needSentence(rival.brokenBy, `rivals.${index}.brokenBy`);
    });
    key.misled.forEach((misled, index) => {
      for (const id of misled.sentences) needSentence(id, `misled.${index}.sentences`);
    });
  }
}
