import type { TaskSummary } from "@/lib/contracts/tasks";
import { getLocale, getTranslations } from "next-intl/server";
import { LaunchForm } from "@/components/research/launch-form";
import { requireRole } from "@/lib/auth/session";
import { judges } from "@/lib/families/judge-registry";
import { listModels } from "@/lib/store/models";
import { listTasks } from "@/lib/store/tasks";

/** Variants of all tasks by name, with the tasks that have them. */
function variantsOf(tasks: TaskSummary[], original: string) {
  const holders = new Map<string, string[]>();
  for (const task of tasks)
    for (const name of task.variants) holders.set(name, [...(holders.get(name) ?? []), task.slug]);
  const named = [...holders].map(([value, slugs]) => ({ value, label: `${value} (${slugs.join(", ")})` }));
  return [{ value: "original", label: original }, ...named];
}

export default async function LaunchPage() {
  await requireRole("researcher");
  const [t, locale, tasks, { models }] = await Promise.all([
    getTranslations("research.launch"),
    getLocale(),
    listTasks(),
    listModels({ limit: 200 }),
  ]);
  const language = locale === "zh" ? "zh" : "en";
  const baselines = Object.values(judges).flatMap((judge) => judge.baselines);
  const options = {
    tasks: tasks.map((task) => ({ value: task.slug, label: `${task.title[language]} (${task.slug})` })),
    models: models
      .filter((model) => model.connection)
      .map((model) => ({ value: model.id, label: `${model.name} · ${model.connection?.name} · ${model.method}` })),
    baselines: baselines.map(({ name, label }) => ({ value: name, label: `${name}: ${label[language]}` })),
    languages: [...new Set(tasks.flatMap((task) => task.languages))].sort(),
    variants: variantsOf(tasks, t("original")),
  };
  return (
    <div className="flex flex-col gap-8">
      <header>
        <h1>{t("title")}</h1>
        <p className="lead">{t("lead")}</p>
      </header>
      <LaunchForm options={options} language={language} />
    </div>
  );
}
