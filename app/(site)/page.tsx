import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { listTasks } from "@/lib/store/tasks";

export default async function HomePage() {
  const [t, locale, tasks] = await Promise.all([getTranslations("site"), getLocale(), listTasks()]);
  const language = locale === "zh" ? "zh" : "en";
  return (
    <>
      <h1 className="display">{t("headline")}</h1>
      <p className="lead">{t("lead")}</p>
      <section aria-labelledby="cases" className="mt-10">
        <h2 id="cases">{t("cases")}</h2>
        {tasks.length === 0 && <p>{t("noCases")}</p>}
        <ul className="case-list">
          {tasks.map((task) => (
            <li key={task.id}>
              <h3>
                <Link href={`/play/${task.slug}`}>{task.title[language]}</Link>
                {task.tutorial && <span className="tag">{t("tutorial")}</span>}
              </h3>
              <p>{task.blurb[language]}</p>
              <p className="text-muted text-sm">
                {t("caseSize", { sentences: task.sentences, candidates: task.candidates, quota: task.quota })}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="how" className="mt-10">
        <h2 id="how">{t("how")}</h2>
        <ol className="how">
          <li>{t("how1")}</li>
          <li>{t("how2")}</li>
          <li>{t("how3")}</li>
        </ol>
      </section>
    </>
  );
}
