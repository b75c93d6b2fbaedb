import type { Metric, Scores, TallyEntry } from "../family";
import type { EpisodeResponse, EpisodeState, EpisodeTask } from "./play";
import type { AnswerKey, PreparedEpisodeKey } from "./schema";

/** Scores and counts of an episode (WORTH §4.5). Points are integers; `penalty` is positive and subtracted. */

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

function clueScores(response: EpisodeResponse, key: AnswerKey) {
  const hits = [...new Set(response.clues)].filter((id) => key.clues[id]);
  return {
    clueHits: hits.length,
    keyClues: Object.keys(key.clues).length,
    cluePoints: sum(hits.map((id) => key.clues[id]?.weight ?? 0)),
    maxCluePoints: sum(Object.values(key.clues).map((clue) => clue.weight)),
  };
}

function participantScores(response: EpisodeResponse, key: AnswerKey) {
  const chosen = [...new Set(response.participants)];
  const right = chosen.filter((id) => key.participants[id]);
  const wrong = chosen.filter((id) => !key.participants[id]);
  const all = Object.keys(key.participants).length;
  return {
    participantHits: right.length,
    participantsTotal: all,
    wrongParticipants: wrong.length,
    participantPoints: sum(right.map((id) => key.participants[id]?.points ?? 0)),
    penalty: sum(wrong.map((id) => key.penalties[id] ?? 0)),
    exact: right.length === all && wrong.length === 0 ? 1 : 0,
  };
}

/**
 * The scores of a submitted answer; empty when nothing was submitted (excluded, not zero).
 * When the clues were given, nobody chose them: what they would earn, and the total, are null.
 * `…UnderOriginal` is the same answer under the story's own key, for a variant that changes the answer.
 */
export function scoreEpisode(task: EpisodeTask, key: PreparedEpisodeKey, state: EpisodeState): Scores {
  const response = state.response;
  if (!response) return {};
  const clues = clueScores(response, key.judging);
  const people = participantScores(response, key.judging);
  const originalPeople = key.original && participantScores(response, key.original);
  const originalClues = key.original && clueScores(response, key.original);
  return {
    ...clues,
    clueHits: task.cued ? null : clues.clueHits,
    cluePoints: task.cued ? null : clues.cluePoints,
    ...people,
    total: task.cued ? null : clues.cluePoints + people.participantPoints - people.penalty,
    marks: task.cued ? null : new Set(response.clues).size,
    confidence: response.confidence,
    exactUnderOriginal: originalPeople ? originalPeople.exact : null,
    totalUnderOriginal:
      originalPeople && originalClues && !task.cued
        ? originalClues.cluePoints + originalPeople.participantPoints - originalPeople.penalty
        : null,
  };
}

const metric = (
  id: string,
  zh: string,
  en: string,
  unit: Metric["unit"],
  direction: Metric["direction"],
  range: Metric["range"] = null,
  averageable = true,
): Metric => ({ id, label: { zh, en }, unit, range, direction, averageable });

export const episodeMetrics: Metric[] = [
  metric("clueHits", "找到的关键线索", "Key clues found", "count", "higher"),
  metric("keyClues", "关键线索总数", "Key clues in the story", "count", "none", null, false),
  metric("cluePoints", "线索得分", "Clue points", "points", "higher"),
  metric("maxCluePoints", "线索满分", "Clue points possible", "points", "none", null, false),
  metric("participantHits", "选对的参与者", "Right participants", "count", "higher"),
  metric("participantsTotal", "参与者总数", "Participants in all", "count", "none", null, false),
  metric("wrongParticipants", "选错的人", "Wrong participants", "count", "lower"),
  metric("participantPoints", "参与者得分", "Participant points", "points", "higher"),
  metric("penalty", "选错扣分", "Points lost on wrong participants", "points", "lower"),
  metric("total", "总分", "Total", "points", "higher"),
  metric("exact", "参与者全部选对", "Participants exactly right", "share", "higher", [0, 1]),
  metric("marks", "选出的句子", "Sentences picked", "count", "none"),
  metric("confidence", "把握", "Confidence", "percent", "none", [0, 100]),
  metric("exactUnderOriginal", "按原文答案全部选对", "Exactly right under the original key", "share", "none", [0, 1]),
  metric("totalUnderOriginal", "按原文答案的总分", "Total under the original key", "points", "none"),
];

/** Candidate ids as one value: sorted and joined by `+`; `none` when nobody was chosen. */
function setValue(participants: readonly string[]): string {
  return participants.length === 0 ? "none" : [...new Set(participants)].sort().join("+");
}

function pairCell(response: EpisodeResponse, suspicion: string, exoneration: string): string {
  const suspected = response.clues.includes(suspicion);
  const cleared = response.clues.includes(exoneration);
  if (suspected && cleared) return "both";
  if (suspected) return "suspicion";
  return cleared ? "exoneration" : "neither";
}

/**
 * What an answer counts towards:
 * - `clue` = each id marked; `participant` = each id chosen; `set` = the exact set (see `setValue`)
 * - `joint` = `<clue hits>/<participant hits>/<wrong>`; `confidence` = `<0..100 or none>/<exact 0|1>`; `total` = the total
 * - `pair:<id>` = both | suspicion | exoneration | neither
 * - `score` and `square` = each score's name, with its amount and its square, rounded to integers; a null score is left out,
 *   so the mean of a score is its sum over its own count
 * Where clues were given, `clue`, `pair:` and `total` are left out and the clue hits of `joint` are `-`.
 */
export function tallyEpisode(
  task: EpisodeTask,
  key: PreparedEpisodeKey,
  state: EpisodeState,
  scores: Scores,
): TallyEntry[] {
  const response = state.response;
  if (!response) return [];
  const one = (dimension: string, value: string): TallyEntry => ({ dimension, value, amount: 1 });
  const entries: TallyEntry[] = [
    ...[...new Set(response.participants)].map((id) => one("participant", id)),
    one("set", setValue(response.participants)),
    one("joint", `${scores.clueHits ?? "-"}/${scores.participantHits}/${scores.wrongParticipants}`),
    one("confidence", `${response.confidence === null ? "none" : Math.round(response.confidence)}/${scores.exact}`),
  ];
  if (!task.cued) {
    entries.push(...[...new Set(response.clues)].map((id) => one("clue", id)));
    entries.push(
      ...key.judging.pairs.map((pair) => one(`pair:${pair.id}`, pairCell(response, pair.suspicion, pair.exoneration))),
    );
    entries.push(one("total", String(scores.total)));
  }
  for (const [name, score] of Object.entries(scores)) {
    if (score === null) continue;
    const amount = Math.round(score);
    entries.push({ dimension: "score", value: name, amount });
    entries.push({ dimension: "square", value: name, amount: amount * amount });
  }
  return entries;
}
