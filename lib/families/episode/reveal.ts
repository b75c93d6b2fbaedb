import type { EpisodeReveal, EpisodeState, EpisodeTask } from "./play";
import type { AnswerKey, PreparedEpisodeKey } from "./schema";
import { scoreEpisode } from "./score";

function person(task: EpisodeTask, key: AnswerKey, chosen: string[], id: string, name: string) {
  const right = key.participants[id];
  const elimination = key.eliminations[id];
  return {
    id,
    name,
    correct: right !== undefined,
    chosen: chosen.includes(id),
    points: right ? right.points : 0 - (key.penalties[id] ?? 0),
    ...(right?.role && { role: right.role }),
    ...(right?.note && { note: right.note[task.language] }),
    ...(!right &&
      elimination && { elimination: { text: elimination.text[task.language], sentence: elimination.sentence } }),
  };
}

/** Builds the reveal of an attempt; clues come in story order. */
export function revealEpisode(task: EpisodeTask, key: PreparedEpisodeKey, state: EpisodeState): EpisodeReveal {
  const { judging } = key;
  const picked = task.cued ? task.given : (state.response?.clues ?? []);
  const chosen = state.response?.participants ?? [];
  return {
    clues: Object.keys(judging.clues)
      .sort()
      .flatMap((id) => {
        const clue = judging.clues[id];
        if (!clue) return [];
        const { weight, obfuscation } = clue;
        return [
          { id, weight, hit: picked.includes(id), note: clue.note[task.language], obfuscation: [...obfuscation] },
        ];
      }),
    marked: picked.map((id) => ({ id, key: judging.clues[id] !== undefined })),
    participants: task.candidates.map(({ id, name }) => person(task, judging, chosen, id, name)),
    solution: judging.solution.map(({ id, title, text, rests, rulesOut }) => ({
      id,
      title: title[task.language],
      text: text[task.language],
      rests,
      rulesOut,
    })),
    misled: judging.misled.map(({ text, sentences }) => ({ text: text[task.language], sentences })),
    attractor: { set: judging.attractor.set, note: judging.attractor.note[task.language] },
    premise: Object.keys(judging.roles)
      .filter((id) => judging.roles[id]?.includes("premise"))
      .sort(),
    scores: scoreEpisode(task, key, state),
  };
}
