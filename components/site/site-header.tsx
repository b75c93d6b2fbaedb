import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { Theme } from "@/lib/i18n/locale";
import { chooseLocale } from "@/lib/i18n/preferences";
import { ThemeSwitch } from "./theme-switch";

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
        <ThemeSwitch drawn={theme} />
        <form action={chooseLocale}>
          <button type="submit" name="locale" value={other} lang={other === "zh" ? "zh-Hans" : "en"} className="quiet">
            {other === "zh" ? "中文" : "English"}
          </button>
        </form>
      </div>
    </header>
  );
}
