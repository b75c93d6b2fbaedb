import Link from "next/link";
import { getTranslations } from "next-intl/server";

export default async function NotFound() {
  const t = await getTranslations("site");
  return (
    <div className="page flex flex-col gap-4">
      <h1>{t("notFound")}</h1>
      <p>{t("notFoundText")}</p>
      <p>
        <Link href="/">{t("toCases")}</Link>
      </p>
    </div>
  );
}
