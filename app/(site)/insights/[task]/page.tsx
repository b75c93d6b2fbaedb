import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { HitsTable } from "@/components/insights/hits-table";
import { SelectionPanel } from "@/components/insights/selection-panel";
import { ValidityTable } from "@/components/insights/validity-table";
import { currentPlayer } from "@/lib/auth/player";
import { currentUser, hasRole } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { answersOf, hasRevealed, insightsOf } from "@/lib/store/insights";
import { findTask, taskSummary } from "@/lib/store/tasks";

async function maySpoil(taskId: string): Promise<boolean> {
  const [user, player] = await Promise.all([currentUser(), currentPlayer()]);
  return hasRole(user, "researcher") || hasRevealed(taskId, player);
}

export default async function TaskInsightsPage({ params }: { params: Promise<{ task: string }> }) {
  const { task: slug } = await params;
  const row = await findTask(slug).catch((error) => (error instanceof AppError ? notFound() : Promise.reject(error)));
  const [t, locale, task, { groups }, spoil] = await Promise.all([
    getTranslations("insights"),
    getLocale(),
    taskSummary(row.id),
    insightsOf(row.id),
    maySpoil(row.id),
  ]);
  const language = locale === "zh" ? "zh" : "en";
  const answers = spoil ? await answersOf(row.id) : null;
  const sentences = Array.from({ length: task.sentences }, (_, index) => `S${String(index + 1).padStart(3, "0")}`);
  const texts = spoil ? ((row.content as { story: Record<string, string[]> }).story[language] ?? null) : null;
  const keys = new Set(groups.filter((group) => group.kind !== "baseline").map((group) => group.conditionKey));
  return (
    <div className="flex flex-col gap-8">
      <header>
        <h1>{t("title")}</h1>
        <p className="lead">{t("version", { title: task.title[language], version: task.version })}</p>
        <p className="text-muted">{t("caution")}</p>
        {keys.size > 1 && <p>{t("different")}</p>}
      </header>
      {groups.length === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <>
          <section aria-labelledby="hits" className="flex flex-col gap-4">
            <h2 id="hits">{t("hitsAndPicks")}</h2>
            <HitsTable groups={groups} />
          </section>
          {answers ? (
            <SelectionPanel sentences={sentences} groups={groups} clues={answers.clues} texts={texts} />
          ) : (
            <section aria-labelledby="selection" className="flex flex-col gap-4">
              <h2 id="selection">{t("selection")}</h2>
              <p className="text-muted">{t("selectionHidden")}</p>
            </section>
          )}
          <section aria-labelledby="validity" className="flex flex-col gap-4">
            <h2 id="validity">{t("validity")}</h2>
            <p className="text-muted">{t("validityText")}</p>
            <ValidityTable groups={groups} />
          </section>
        </>
      )}
    </div>
  );
}
