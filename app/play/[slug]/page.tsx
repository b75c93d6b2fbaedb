import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Player } from "@/components/play/player";
import { AppError } from "@/lib/errors";
import type { Language } from "@/lib/families/episode/play";
import { findTask } from "@/lib/store/tasks";

type Told = {
  title: Record<Language, string>;
  blurb: Record<Language, string>;
  scope: Record<Language, string>;
  languages: Language[];
};

export default async function PlayPage({ params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const row = await findTask(slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  });
  const told = row.content as unknown as Told;
  const language: Language = (await getLocale()) === "zh" ? "zh" : "en";
  const t = await getTranslations("play");
  return (
    <div className="page">
      <h1>{told.title[language]}</h1>
      <p className="mt-2">{told.blurb[language]}</p>
      <details className="my-4">
        <summary className="min-h-11 py-2">{t("scope")}</summary>
        <p>{told.scope[language]}</p>
      </details>
      <Player slug={row.slug} languages={told.languages} interfaceLanguage={language} />
    </div>
  );
}
