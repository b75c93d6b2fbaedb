import { getLocale, getTranslations } from "next-intl/server";
import { AttemptFilters } from "@/components/research/attempt-filters";
import { AttemptsTable } from "@/components/research/attempts-table";
import type { Option } from "@/components/research/field";
import { Pager } from "@/components/research/pager";
import { requireRole } from "@/lib/auth/session";
import { keepValid, type SearchParams } from "@/lib/contracts/query";
import { attemptFilterSchema, attemptStatuses, validities } from "@/lib/contracts/run-attempts";
import { judges } from "@/lib/families/judge-registry";
import { orNotFound } from "@/lib/http/not-found";
import { listModels } from "@/lib/store/models";
import { listRunAttempts } from "@/lib/store/run-attempts";
import { listRunNames } from "@/lib/store/runs";
import { listTasks } from "@/lib/store/tasks";

/** The options of a filter, with the one that is chosen even when the list does not reach it. */
function withChosen(options: Option[], chosen: string | undefined): Option[] {
  if (!chosen || options.some((option) => option.value === chosen)) return options;
  return [...options, { value: chosen, label: chosen }];
}

export default async function AttemptsPage({ searchParams }: { searchParams: SearchParams }) {
  await requireRole("researcher");
  const filter = keepValid(attemptFilterSchema, await searchParams);
  const [t, locale, { attempts, next, searched }, runs, { models }, tasks] = await Promise.all([
    getTranslations("research"),
    getLocale(),
    orNotFound(listRunAttempts(filter)),
    listRunNames(200),
    listModels({ limit: 200 }),
    listTasks(),
  ]);
  const language = locale === "zh" ? "zh" : "en";
  const baselines = Object.values(judges).flatMap((judge) => judge.baselines.map((baseline) => baseline.name));
  const named = (list: { id: string; name: string }[]) => list.map(({ id, name }) => ({ value: id, label: name }));
  const { after, limit, ...rest } = filter;
  const query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value)) as Record<string, string>;
  const paged = limit === 50 ? query : { ...query, limit: String(limit) };
  return (
    <div className="flex flex-col gap-8">
      <h1>{t("attempts.title")}</h1>
      <AttemptFilters
        key={JSON.stringify(query)}
        filter={filter}
        statuses={attemptStatuses}
        validities={validities}
        runs={withChosen(named(runs), filter.run)}
        tasks={withChosen(
          tasks.map((task) => ({ value: task.slug, label: task.title[language] })),
          filter.task,
        )}
        models={withChosen(named(models), filter.model)}
        baselines={withChosen(
          baselines.map((name) => ({ value: name, label: name })),
          filter.baseline,
        )}
      />
      {searched ? (
        <p role="status">
          {t(after ? "attempts.searchedMore" : "attempts.searched", { n: searched, fits: attempts.length })}
        </p>
      ) : (
        attempts.length === 0 && <p role="status">{t("attempts.empty")}</p>
      )}
      {attempts.length > 0 && <AttemptsTable attempts={attempts} />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Pager
          path="/research/attempts"
          query={paged}
          after={after}
          next={next}
          further={searched === null ? undefined : t("attempts.searchOn")}
        />
        <p className="flex gap-4">
          <span>{t("attempts.download")}</span>
          {["csv", "jsonl"].map((format) => (
            <a key={format} href={`/api/v1/export?${new URLSearchParams({ ...query, format })}`} download>
              {format.toUpperCase()}
            </a>
          ))}
        </p>
      </div>
    </div>
  );
}
