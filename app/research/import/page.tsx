import { getLocale, getTranslations } from "next-intl/server";
import { ImportForm } from "@/components/import/import-form";
import { requireRole } from "@/lib/auth/session";
import { importBytes } from "@/lib/contracts/import";

export default async function ImportPage() {
  await requireRole("researcher");
  const [t, locale] = await Promise.all([getTranslations("import"), getLocale()]);
  return (
    <div className="flex flex-col gap-6">
      <header>
        <h1>{t("title")}</h1>
        <p className="lead">{t("lead")}</p>
        <p className="mt-2 text-muted">{t("versions")}</p>
        <p className="mt-2">
          <a href="/schema/worth-episode-1.json">{t("schema")}</a>
        </p>
      </header>
      <ImportForm most={importBytes} language={locale === "zh" ? "zh" : "en"} />
    </div>
  );
}
