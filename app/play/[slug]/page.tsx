import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Player } from "@/components/play/player";
import { currentUser } from "@/lib/auth/session";
import { build } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { presentationsFor } from "@/lib/families/episode/choice";
import type { Language } from "@/lib/families/episode/play";
import { openAttemptOf } from "@/lib/store/own-attempts";
import { findTask } from "@/lib/store/tasks";

type Told = {
  title: Record<Language, string>;
  blurb: Record<Language, string>;
  scope: Record<Language, string>;
  languages: Language[];
  sentences: number;
  quota: number;
  candidates: unknown[];
  variants?: { name: string }[];
  delivery?: "story" | "window";
};
type Props = { params: Promise<{ slug: string }> };

async function toldOf({ params }: Props): Promise<{ slug: string; told: Told; language: Language }> {
  const { slug } = await params;
  const row = await findTask(slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  });
  const language: Language = (await getLocale()) === "zh" ? "zh" : "en";
  return { slug: row.slug, told: row.content as unknown as Told, language };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { told, language } = await toldOf(props);
  return { title: told.title[language], description: told.blurb[language] };
}

export default async function PlayPage(props: Props) {
  const [{ slug, told, language }, t, site, user] = await Promise.all([
    toldOf(props),
    getTranslations("play"),
    getTranslations("site"),
    currentUser(),
  ]);
  const size = { sentences: told.sentences, candidates: told.candidates.length, quota: told.quota };
  return (
    <div className="page">
      <Player
        slug={slug}
        own={user && (await openAttemptOf(user.id, slug))}
        languages={told.languages}
        presentations={presentationsFor(told)}
        variants={(told.variants ?? []).map((variant) => variant.name)}
        interfaceLanguage={language}
        build={build}
      >
        <div>
          <h1>{told.title[language]}</h1>
          <p className="mt-3">{told.blurb[language]}</p>
          <p className="mt-2 text-sm text-muted">{site("caseSize", size)}</p>
        </div>
        <details>
          <summary className="summary">{t("scope")}</summary>
          <p>{told.scope[language]}</p>
        </details>
      </Player>
    </div>
  );
}
