import type { GroupSummary } from "./groups";

/** What can be laid side by side: groups under the same condition. */

/** A condition under which both people and at least one model gave scorable answers. */
export type Matched = { conditionKey: string; people: GroupSummary; models: GroupSummary[] };

/** Every matched condition, the one with most people first, ties by key. */
export function matchedConditions(groups: GroupSummary[]): Matched[] {
  const answered = groups.filter((group) => group.scorable > 0);
  return answered
    .filter((group) => group.kind === "people")
    .map((people) => ({
      conditionKey: people.conditionKey,
      people,
      models: answered.filter((group) => group.kind === "model" && group.conditionKey === people.conditionKey),
    }))
    .filter((entry) => entry.models.length > 0)
    .sort((a, b) => b.people.scorable - a.people.scorable || (a.conditionKey < b.conditionKey ? -1 : 1));
}

/**
 * The mean over models of each model's own mean: runs of one model are not independent observations of "models", so
 * a model counts once however often it ran. Null when no model has the score.
 */
export function meanOfModels(models: GroupSummary[], score: string): number | null {
  const means = models.map((model) => model.means[score]).filter((mean) => mean !== null && mean !== undefined);
  return means.length === 0 ? null : means.reduce((sum, mean) => sum + mean, 0) / means.length;
}
