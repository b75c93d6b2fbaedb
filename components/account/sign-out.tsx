"use client";

import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";

export function SignOut() {
  const t = useTranslations("account");
  return (
    <button type="button" className="btn self-start" onClick={() => void signOut({ callbackUrl: "/" })}>
      {t("signOut")}
    </button>
  );
}
