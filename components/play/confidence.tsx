"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";

type Props = { value: number | null; error?: string; onSave: (value: number | null) => void };

/** The question put to people and models in the same words. A number, with no slider whose start would suggest one. */
export function Confidence({ value, error, onSave }: Props) {
  const t = useTranslations("play");
  const [text, setText] = useState(value === null ? "" : String(value));
  function changed(typed: string) {
    const digits = typed.replace(/\D/g, "").slice(0, 3);
    const next = digits === "" ? null : Math.min(100, Number(digits));
    setText(next === null ? "" : String(next));
    onSave(next);
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor="confidence">{t("confidence")}</label>
      <div className="flex items-center gap-2">
        <input
          id="confidence"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className="input w-28!"
          value={text}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "confidence-error" : undefined}
          onChange={(event) => changed(event.target.value)}
        />
        <span aria-hidden="true">%</span>
      </div>
      {error !== undefined && (
        <p id="confidence-error" className="min-h-[1lh] text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
