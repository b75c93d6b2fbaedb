import { getTranslations } from "next-intl/server";
import { CredentialsForm } from "@/components/account/credentials-form";

export default async function SignInPage() {
  const t = await getTranslations("account");
  return (
    <div className="flex flex-col gap-8">
      <h1>{t("signIn")}</h1>
      <p className="text-muted">{t("why")}</p>
      <CredentialsForm mode="sign-in" />
      <h2>{t("signUp")}</h2>
      <CredentialsForm mode="sign-up" />
    </div>
  );
}
