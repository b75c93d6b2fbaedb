import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { CredentialsForm } from "@/components/account/credentials-form";
import { isSetupToken } from "@/lib/store/settings";

export default async function SetupPage({ searchParams }: { searchParams: Promise<{ token?: string }> }) {
  const { token } = await searchParams;
  if (!token || !(await isSetupToken(token))) notFound();
  const t = await getTranslations("account");
  return (
    <div className="flex flex-col gap-6">
      <h1>{t("setupTitle")}</h1>
      <p className="text-muted">{t("setupText")}</p>
      <CredentialsForm mode="setup" token={token} />
    </div>
  );
}
