import { type ConditionTranslator, conditionWords } from "./condition-words";
import type { LabelledGroup } from "./labelled-group";

/** Translators of the namespaces by which groups are named. */
export type Naming = {
  insights: (key: string, values?: Record<string, string | number>) => string;
  condition: ConditionTranslator;
  baselines: ConditionTranslator;
};

/** Who a group is, in the reader's words: people, a model's name, or what a baseline does. */
export function whoIs(naming: Naming, group: LabelledGroup): string {
  if (group.kind === "people") return naming.insights("people");
  if (group.kind === "model") return group.label;
  const does = naming.baselines.has(group.member) ? naming.baselines(group.member) : group.member;
  return naming.insights("baselineNamed", { name: does });
}

/** Who and under which condition where a sign tells the kind: a baseline by what it does alone. */
export function shortName(naming: Naming, group: LabelledGroup): string {
  const does = group.kind === "baseline" && naming.baselines.has(group.member);
  const who = does ? naming.baselines(group.member) : whoIs(naming, group);
  return `${who}${naming.condition("and")}${conditionWords(naming.condition, group.conditionKey)}`;
}

/** Who, and under which condition. */
export function groupName(naming: Naming, group: LabelledGroup): string {
  const condition = conditionWords(naming.condition, group.conditionKey);
  return naming.insights("groupNamed", { who: whoIs(naming, group), condition });
}
