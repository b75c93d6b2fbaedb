import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { SiteHeader } from "@/components/site/site-header";
import { currentUser, hasRole } from "@/lib/auth/session";
import { pickTheme } from "@/lib/i18n/locale";

// Every page is rendered per request: the content policy's nonce is a new one each time.
export const dynamic = "force-dynamic";

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("site");
  return { title: { default: "WORTH", template: "%s · WORTH" }, description: t("lead") };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, t, jar, user, { research: _, ...messages }] = await Promise.all([
    getLocale(),
    getTranslations("site"),
    cookies(),
    currentUser(),
    getMessages(),
  ]);
  const theme = pickTheme(jar.get("worth-theme")?.value);
  return (
    <html lang={locale === "zh" ? "zh-Hans" : "en"} data-theme={theme}>
      <body>
        <a href="#main" className="skip-link">
          {t("skip")}
        </a>
        {/* The researchers' many words are sent on their own pages only. */}
        <NextIntlClientProvider messages={messages}>
          <SiteHeader theme={theme} locale={locale} researcher={hasRole(user, "researcher")} />
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
