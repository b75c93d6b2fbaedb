import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { chooseLocale, chooseTheme } from "@/lib/i18n/preferences";
import { type Theme, themes } from "@/lib/i18n/locale";

const links = [
  ["cases", "/"],
  ["compare", "/insights"],
  ["research", "/research"],
  ["account", "/account"],
] as const;

/** The name, the places (research for researchers), and the language and theme switches (plain forms: they work without scripts). */
export async function SiteHeader(props: { theme: Theme; locale: string; researcher: boolean }) {
  const { theme, locale } = props;
  const t = await getTranslations("site");
  const shown = links.filter(([name]) => name !== "research" || props.researcher);
  const other = locale === "zh" ? "en" : "zh";
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  return (
    <header className="site-header">
      <Link href="/" className="site-name">
        WORTH
      </Link>
      <nav aria-label={t("nav")}>
        <ul>
          {shown.map(([name, href]) => (
            <li key={name}>
              <Link href={href} prefetch={false}>
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="site-switches">
        <form action={chooseTheme}>
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
        <form action={chooseLocale}>
          <button type="submit" name="locale" value={other} lang={other === "zh" ? "zh-Hans" : "en"} className="quiet">
            {other === "zh" ? "中文" : "English"}
          </button>
        </form>
      </div>
    </header>
  );
}
