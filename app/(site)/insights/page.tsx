import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { listTasks } from "@/lib/store/tasks";

export default async function InsightsPage() {
  const [t, locale, tasks] = await Promise.all([getTranslations("insights"), getLocale(), listTasks()]);
  const language = locale === "zh" ? "zh" : "en";
  return (
    <>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <h2 className="mt-8">{t("pick")}</h2>
      <ul className="case-list">
        {tasks.map((task) => (
          <li key={task.id}>
            <h3>
              <Link href={`/insights/${task.slug}`}>{task.title[language]}</Link>
            </h3>
            <p>{task.blurb[language]}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
