import { getLocale, getTranslations } from "next-intl/server";
import type { Naming } from "@/components/insights/group-name";
import { filterGroups, readFilters } from "@/components/insights/filters";
import type { LabelledGroup } from "@/components/insights/labelled-group";
import { currentPlayer } from "@/lib/auth/player";
import { currentUser, hasRole } from "@/lib/auth/session";
import { answersOf, hasRevealed, insightsOf } from "@/lib/store/insights";
import { findTask, taskSummary } from "@/lib/store/tasks";

/** Translators of the namespaces by which groups and conditions are named. */
export async function namingOf(): Promise<Naming> {
  const [insights, condition, baselines] = await Promise.all([
    getTranslations("insights"),
    getTranslations("condition"),
    getTranslations("baselines"),
  ]);
  return { insights, condition, baselines } as unknown as Naming;
}

// A baseline that always picks the same sentences tells by its hits which of them are key clues.
const tellsNothing = (group: LabelledGroup) => group.kind !== "baseline" || group.member === "random";

/** Everything that the comparison page and its files show of one task to whoever asks. @throws AppError not-found */
export async function comparisonOf(slug: string, query: Record<string, string | string[] | undefined>) {
  const row = await findTask(slug);
  const [locale, task, insights, user, player] = await Promise.all([
    getLocale(),
    taskSummary(row.id),
    insightsOf(row.id),
    currentUser(),
    currentPlayer(),
  ]);
  const spoil = hasRole(user, "researcher") || (await hasRevealed(row.id, player));
  const language: "zh" | "en" = locale === "zh" ? "zh" : "en";
  const groups = spoil ? insights.groups : insights.groups.filter(tellsNothing);
  const filters = readFilters(query);
  const { story } = row.content as unknown as { story: Record<string, string[] | undefined> };
  return {
    task,
    language,
    groups,
    filters,
    shown: filterGroups(groups, filters),
    sentences: Array.from({ length: task.sentences }, (_, index) => `S${String(index + 1).padStart(3, "0")}`),
    scale: { quota: task.quota, candidates: task.candidates },
    /** Null for those who may not see spoilers yet. */
    secret: spoil
      ? { ...(await answersOf(row.id, filters.parts.variant)), texts: story[language] ?? story.zh ?? story.en ?? null }
      : null,
  };
}
