"use client";

import { useTranslations } from "next-intl";
import type { Language } from "@/lib/families/episode/play";
import type { Choice } from "./attempt-client";
import { langOf } from "./story-lang";

type Props = {
  languages: Language[];
  presentations: Choice["presentation"][];
  variants: string[];
  choice: Choice;
  choose: (change: Partial<Choice>) => void;
  busy: boolean;
  begin: () => void;
};

/** What a player may choose before a case begins: language, presentation and, out of the way, a variant. */
export function Start({ languages, presentations, variants, choice, choose, busy, begin }: Props) {
  const t = useTranslations("play");
  return (
    <div className="flex flex-col gap-5">
      {languages.length > 1 && (
        <fieldset>
          <legend className="legend">{t("storyLanguage")}</legend>
          <div className="flex flex-wrap gap-x-6">
            {languages.map((one) => (
              <label key={one} className="choice">
                <input
                  type="radio"
                  name="language"
                  checked={choice.language === one}
                  onChange={() => choose({ language: one })}
                />
                <span lang={langOf(one)}>{one === "zh" ? "中文" : "English"}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {presentations.length > 1 && (
        <fieldset>
          <legend className="legend">{t("presentation")}</legend>
          {presentations.map((one) => (
            <label key={one} className="choice">
              <input
                type="radio"
                name="presentation"
                checked={choice.presentation === one}
                onChange={() => choose({ presentation: one })}
              />
              <span>
                {t(`presentations.${one}`)}
                <span className="block text-sm text-muted">{t(`presentationText.${one}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <button type="button" className="btn btn-main btn-wide" disabled={busy} onClick={begin}>
        {t("begin")}
      </button>
      {variants.length > 0 && (
        <details>
          <summary className="summary">{t("otherVersions")}</summary>
          <fieldset>
            <legend className="text-sm text-muted">{t("otherVersionsText")}</legend>
            {["original", ...variants].map((one, index) => (
              <label key={one} className="choice">
                <input
                  type="radio"
                  name="variant"
                  checked={choice.variant === one}
                  onChange={() => choose({ variant: one })}
                />
                <span>{index === 0 ? t("original") : t("variant", { number: index + 1 })}</span>
              </label>
            ))}
          </fieldset>
        </details>
      )}
    </div>
  );
}
