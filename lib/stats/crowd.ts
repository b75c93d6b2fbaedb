import { memberOf, type TallyLike } from "./groups";

/** What the others marked and named at one version of a case: counts of people and of model runs. */
export type Crowd = {
  people: number;
  models: number;
  /** How many marked each sentence; sentences that nobody marked are left out. */
  clues: Record<string, { people: number; models: number }>;
  /** How many named everybody of the set that the author declared as the trap; null when none is declared. */
  trap: { people: number; models: number } | null;
};

type Own = { clues: readonly string[]; participants: readonly string[] };

const conditionOf = (key: string) =>
  Object.fromEntries(key.split(";").map((part) => part.split("=", 2) as [string, string]));

/**
 * Sums tallies over languages and presentations. Baselines and attempts that were told key clues are left out.
 * @param own the asker's answer when it is among the tallies: it is taken out, so that the rest are others
 */
export function crowdOf(tallies: TallyLike[], variant: string, trap: readonly string[], own: Own | null): Crowd {
  const crowd: Crowd = { people: 0, models: 0, clues: {}, trap: trap.length > 0 ? { people: 0, models: 0 } : null };
  const holdsTrap = (chosen: readonly string[]) => trap.every((id) => chosen.includes(id));
  function add(kind: "people" | "models", dimension: string, value: string, count: number) {
    if (dimension === "validity" && !value.startsWith("invalid")) crowd[kind] += count;
    if (dimension === "clue") {
      const clue = crowd.clues[value] ?? { people: 0, models: 0 };
      clue[kind] += count;
      crowd.clues[value] = clue;
    }
    if (dimension === "set" && crowd.trap && holdsTrap(value.split("+"))) crowd.trap[kind] += count;
  }
  for (const row of tallies) {
    const { kind } = memberOf(row.group);
    const condition = conditionOf(row.conditionKey);
    if (kind === "baseline" || condition.given !== "none" || condition.variant !== variant) continue;
    add(kind === "people" ? "people" : "models", row.dimension, row.value, row.count);
  }
  if (own) {
    add("people", "validity", "scorable", -1);
    for (const id of own.clues) add("people", "clue", id, -1);
    add("people", "set", own.participants.join("+"), -1);
  }
  return crowd;
}
