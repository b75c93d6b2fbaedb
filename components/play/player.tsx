"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Language } from "@/lib/families/episode/play";
import { type AttemptBody, loadAttempt, Refused, startAttempt } from "./attempt-client";
import { AttemptView } from "./attempt-view";

type Props = { slug: string; languages: Language[]; interfaceLanguage: Language };

/** Begins an attempt or finds the one this browser was at; then shows it. The address stays the same throughout. */
export function Player({ slug, languages, interfaceLanguage }: Props) {
  const t = useTranslations("play");
  const [attempt, setAttempt] = useState<AttemptBody | null>(null);
  const [phase, setPhase] = useState<"looking" | "ready" | "starting" | "failed" | "offline">("looking");
  const [language, setLanguage] = useState<Language>(
    languages.includes(interfaceLanguage) ? interfaceLanguage : (languages[0] ?? "en"),
  );
  const place = `worth-attempt:${slug}`;
  const asked = useRef(false);

  const look = useCallback(async () => {
    const id = localStorage.getItem(place);
    if (!id) return setPhase("ready");
    try {
      setAttempt(await loadAttempt(id));
    } catch (error) {
      if (!(error instanceof Refused)) return setPhase("offline");
      localStorage.removeItem(place);
      setPhase("ready");
    }
  }, [place]);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void look();
  }, [look]);

  const begin = useCallback(async () => {
    setPhase("starting");
    try {
      const body = await startAttempt(slug, language, interfaceLanguage);
      localStorage.setItem(place, body.id);
      setAttempt(body);
    } catch {
      setPhase("failed");
    }
  }, [slug, language, interfaceLanguage, place]);
  const forget = useCallback(() => {
    localStorage.removeItem(place);
    setAttempt(null);
    setPhase("ready");
  }, [place]);

  if (attempt) return <AttemptView key={attempt.id} attempt={attempt} forget={forget} />;
  return (
    <div className="flex flex-col gap-4" style={{ visibility: phase === "looking" ? "hidden" : "visible" }}>
      {languages.length > 1 && (
        <fieldset>
          <legend>{t("storyLanguage")}</legend>
          <div className="flex gap-6">
            {languages.map((one) => (
              <label key={one} className="choice">
                <input type="radio" name="language" checked={language === one} onChange={() => setLanguage(one)} />
                <span lang={one === "zh" ? "zh-Hans" : "en"}>{one === "zh" ? "中文" : "English"}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {phase === "failed" && <p role="alert">{t("startFailed")}</p>}
      {phase === "offline" ? (
        <>
          <p role="alert">{t("offline")}</p>
          <button type="button" className="btn self-start" onClick={() => void look()}>
            {t("lookAgain")}
          </button>
        </>
      ) : (
        <button
          type="button"
          className="btn btn-main self-start"
          disabled={phase === "starting"}
          onClick={() => void begin()}
        >
          {t("begin")}
        </button>
      )}
    </div>
  );
}
