"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { Language } from "@/lib/families/episode/play";
import type { Choice } from "./attempt-client";
import { AttemptView } from "./attempt-view";
import { Start } from "./start";
import { langOf } from "./story-lang";
import { useCase } from "./use-case";
import { Voice } from "./voice";

type Props = {
  slug: string;
  /** The attempt that this account is at, here or in another browser. */
  own: string | null;
  languages: Language[];
  presentations: Choice["presentation"][];
  variants: string[];
  interfaceLanguage: Language;
  /** The build that this page is of. */
  build: string;
  /** What the page tells of the case before it begins. */
  children: ReactNode;
};

/** Begins an attempt or finds the one this browser was at; then shows it. The address stays the same throughout. */
export function Player({ slug, own, languages, presentations, variants, interfaceLanguage, build, children }: Props) {
  const t = useTranslations("play");
  const { attempt, phase, look, begin, takeOver, leave } = useCase(slug, own, interfaceLanguage, build);
  const [choice, setChoice] = useState<Choice>({
    language: languages.includes(interfaceLanguage) ? interfaceLanguage : (languages[0] ?? "en"),
    presentation: "incremental",
    variant: "original",
  });

  return (
    <>
      <Voice lang={langOf(attempt?.task.language ?? choice.language)} />
      {attempt ? (
        <AttemptView key={attempt.id} attempt={attempt} slug={slug} leave={leave} takeOver={takeOver} />
      ) : (
        <div className="flex flex-col gap-5">
          {children}
          {phase === "failed" && <p role="alert">{t("startFailed")}</p>}
          {phase === "offline" && (
            <>
              <p role="alert">{t("offline")}</p>
              <button type="button" className="btn self-start" onClick={() => void look()}>
                {t("lookAgain")}
              </button>
            </>
          )}
          {phase !== "offline" && (
            <div style={{ visibility: phase === "looking" ? "hidden" : "visible" }}>
              <Start
                languages={languages}
                presentations={presentations}
                variants={variants}
                choice={choice}
                choose={(change) => setChoice((before) => ({ ...before, ...change }))}
                busy={phase === "starting"}
                begin={() => void begin(choice)}
              />
            </div>
          )}
        </div>
      )}
    </>
  );
}
