"use client";

import { useTranslations } from "next-intl";

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  const t = useTranslations("site");
  return (
    <div className="page flex flex-col gap-4">
      <h1>{t("broken")}</h1>
      <p>{t("brokenText")}</p>
      <button type="button" className="btn self-start" onClick={reset}>
        {t("again")}
      </button>
    </div>
  );
}
