"use client";

import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { PostForm } from "./post-form";

/** Email and password. Signs in, or makes an account (`setup`: the first administrator) and then signs in. */
export function CredentialsForm({ mode, token }: { mode: "sign-in" | "sign-up" | "setup"; token?: string }) {
  const t = useTranslations("account");
  const problems = useTranslations("problem");
  const action = mode === "setup" ? "/api/v1/setup" : mode === "sign-up" ? "/api/v1/accounts" : undefined;
  const id = (name: string) => `${mode}-${name}`;
  return (
    <PostForm
      action={action}
      fixed={token ? { token } : {}}
      submit={mode === "sign-in" ? t("signIn") : mode === "setup" ? t("create") : t("signUp")}
      failed={t("failed")}
      refusals={{
        conflict: t("emailUsed"),
        forbidden: t("linkUsed"),
        "invalid:email": t("badEmail"),
        "invalid:password": t("passwordHint"),
      }}
      done={async (_answer, fields) => {
        const result = await signIn("credentials", { email: fields.email, password: fields.password, redirect: false });
        if (!result?.ok) return result?.error?.startsWith("Too many") ? problems("rate-limited") : t("wrong");
        // Back to the case that asked to sign in; an address of any other form could lead anywhere.
        const from = new URLSearchParams(window.location.search).get("next") ?? "";
        window.location.assign(/^\/play\/[a-z0-9-]+$/.test(from) ? from : "/account");
        return null;
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id("email")}>{t("email")}</label>
        <input id={id("email")} name="email" type="email" autoComplete="email" required className="input" />
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor={id("password")}>{t("password")}</label>
        <input
          id={id("password")}
          name="password"
          type="password"
          minLength={mode === "sign-in" ? 1 : 10}
          autoComplete={mode === "sign-in" ? "current-password" : "new-password"}
          aria-describedby={mode === "sign-in" ? undefined : id("hint")}
          required
          className="input"
        />
        {mode !== "sign-in" && (
          <p id={id("hint")} className="text-sm text-muted">
            {t("passwordHint")}
          </p>
        )}
      </div>
    </PostForm>
  );
}
