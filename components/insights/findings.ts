import { choseClues, type GroupSummary } from "@/lib/stats/groups";
import { matchedConditions, meanOfModels } from "@/lib/stats/matched";
import { conditionParts, conditionWords } from "./condition-words";
import type { Naming } from "./group-name";
import type { LabelledGroup } from "./labelled-group";

/** What a panel's title says: the finding, in words, with no more claimed than the shown groups carry. */

const one = (value: number | null) => (value === null ? "–" : value.toFixed(1));

/** Means of people and models under the matched condition with most people; else what there is. */
export function hitsFinding(naming: Naming, groups: LabelledGroup[]): string {
  const t = naming.insights;
  const [matched] = matchedConditions(groups);
  if (matched) {
    return t("findingHits", {
      condition: conditionWords(naming.condition, matched.conditionKey),
      people: one(matched.people.means.clueHits ?? null),
      models: one(meanOfModels(matched.models, "clueHits")),
      peopleWrong: one(matched.people.means.wrongParticipants ?? null),
      modelsWrong: one(meanOfModels(matched.models, "wrongParticipants")),
    });
  }
  const answered = (kind: GroupSummary["kind"]) => groups.some((group) => group.kind === kind && group.scorable > 0);
  if (answered("people") && answered("model")) return t("findingUnmatched");
  if (answered("people")) return t("findingPeople");
  if (answered("model")) return t("findingModels");
  return t("findingBaselines");
}

/**
 * The key clues that no person and no model of the shown groups picked. Groups whose variant has another key are left
 * out, and so are those to whom clues were given.
 */
export function selectionFinding(
  naming: Naming,
  groups: LabelledGroup[],
  { clues, otherKeys }: { clues: string[]; otherKeys: string[] },
): string {
  const t = naming.insights;
  const others = groups.filter((group) => group.kind !== "baseline" && group.scorable > 0);
  if (others.length === 0) return t("findingNoPicks");
  const answered = others.filter(
    (group) => choseClues(group) && !otherKeys.includes(conditionParts(group.conditionKey).variant ?? "original"),
  );
  if (answered.length === 0) return t("findingNoChoice");
  const missed = clues.filter((id) => answered.every((group) => !group.clues[id]));
  return missed.length === 0
    ? t("findingNoneMissed", { n: clues.length })
    : t("findingMissed", { n: missed.length, of: clues.length, list: missed.join(", ") });
}

/** How many answers were excluded, of how many. */
export function validityFinding(naming: Naming, groups: LabelledGroup[]): string {
  const returned = groups.reduce((sum, group) => sum + group.returned, 0);
  const scorable = groups.reduce((sum, group) => sum + group.scorable, 0);
  return naming.insights("findingValidity", { returned, excluded: returned - scorable });
}

/** Numbers under a title: how many of whom, and what was left out. */
export function subtitle(naming: Naming, groups: LabelledGroup[], version: number): string {
  const sum = (kind: GroupSummary["kind"], of: "scorable" | "returned") =>
    groups.filter((group) => group.kind === kind).reduce((total, group) => total + group[of], 0);
  const models = new Set(groups.filter((group) => group.kind === "model").map((group) => group.member)).size;
  const conditions = new Set(groups.map((group) => group.conditionKey)).size;
  const excluded = groups.reduce((total, group) => total + group.returned - group.scorable, 0);
  return naming.insights("subtitle", {
    people: sum("people", "scorable"),
    answers: sum("model", "scorable"),
    models,
    baselines: sum("baseline", "scorable"),
    version,
    conditions,
    excluded,
  });
}
