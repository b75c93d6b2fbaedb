"use client";

import { useTranslations } from "next-intl";
import { type Theme, themes } from "@/lib/i18n/locale";
import { chooseTheme } from "@/lib/i18n/preferences";
import { paint, useTheme } from "./theme";

/** Says the theme and goes on to the next one. A plain form, so that it works without scripts; with them, at once. */
export function ThemeSwitch({ drawn }: { drawn: Theme }) {
  const t = useTranslations("site");
  const theme = useTheme(drawn);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <form
      action={chooseTheme}
      onSubmit={(event) => {
        event.preventDefault();
        paint(next);
      }}
    >
      <button
        type="submit"
        name="theme"
        value={next}
        className="quiet"
        title={t("nextTheme", { theme: t(`theme.${next}`) })}
      >
        <span className="visually-hidden">{t("themeNow")} </span>
        {t(`theme.${theme}`)}
      </button>
    </form>
  );
}
