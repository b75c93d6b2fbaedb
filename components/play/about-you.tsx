"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { AboutPlayer } from "@/lib/contracts/player";
import { tellOfMe } from "./attempt-client";

type Answers<Name extends keyof AboutPlayer> = readonly NonNullable<AboutPlayer[Name]>[];
const nativeLanguage = ["zh", "en", "other"] as const satisfies Answers<"nativeLanguage">;
const priorReading = ["seldom", "sometimes", "often"] as const satisfies Answers<"priorReading">;
const questions = [
  ["nativeLanguage", nativeLanguage],
  ["priorReading", priorReading],
] as const;

/** Two questions about the reader, after the answer. Folded: nobody needs to answer them. */
export function AboutYou() {
  const t = useTranslations("play");
  const [said, setSaid] = useState<Record<string, string>>({});
  const [phase, setPhase] = useState<"ready" | "kept" | "failed">("ready");
  async function tell(name: string, value: string) {
    setSaid((before) => ({ ...before, [name]: value }));
    try {
      await tellOfMe({ [name]: value });
      setPhase("kept");
    } catch {
      setPhase("failed");
    }
  }
  return (
    <details>
      <summary className="summary">{t("aboutYou.title")}</summary>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t("aboutYou.text")}</p>
        {questions.map(([name, values]) => (
          <fieldset key={name}>
            <legend className="legend">{t(`aboutYou.${name}.question`)}</legend>
            <div className="flex flex-wrap gap-x-6">
              {values.map((value) => (
                <label key={value} className="choice">
                  <input
                    type="radio"
                    name={name}
                    checked={said[name] === value}
                    onChange={() => void tell(name, value)}
                  />
                  <span>{t(`aboutYou.${name}.${value}`)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <p role="status" className="min-h-[1lh] text-sm text-muted">
          {phase !== "ready" && t(`aboutYou.${phase}`)}
        </p>
      </div>
    </details>
  );
}
