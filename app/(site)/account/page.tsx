import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ApiKeys } from "@/components/account/api-keys";
import { SignOut } from "@/components/account/sign-out";
import { hasRole, requireRole } from "@/lib/auth/session";
import { listApiKeys } from "@/lib/store/users";

export default async function AccountPage() {
  const user = await requireRole("player");
  const [t, keys] = await Promise.all([getTranslations("account"), listApiKeys(user.id)]);
  const rows = keys.map((key) => ({
    id: key.id,
    name: key.name,
    createdAt: key.createdAt.toISOString().slice(0, 10),
    revoked: key.revokedAt !== null,
  }));
  return (
    <div className="flex flex-col gap-6">
      <h1>{t("title")}</h1>
      <p>{t("signedInAs", { email: user.email })}</p>
      <p className="text-muted">{t("role", { role: user.role })}</p>
      {hasRole(user, "admin") && (
        <p>
          <Link href="/admin/people">{t("people")}</Link>
        </p>
      )}
      <SignOut />
      <ApiKeys keys={rows} />
    </div>
  );
}
