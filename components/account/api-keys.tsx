"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { PostForm } from "./post-form";

export type KeyRow = { id: string; name: string; createdAt: string; revoked: boolean };

/** The account's API keys: list, make (shown once), revoke. */
export function ApiKeys({ keys }: { keys: KeyRow[] }) {
  const t = useTranslations("account");
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  async function revoke(id: string) {
    await fetch(`/api/v1/keys/${id}`, { method: "DELETE" });
    router.refresh();
  }
  return (
    <section aria-labelledby="api-keys" className="flex flex-col gap-4">
      <h2 id="api-keys">{t("keys")}</h2>
      <p className="text-muted">{t("keysText")}</p>
      {keys.length === 0 && <p>{t("noKeys")}</p>}
      <ul className="flex flex-col gap-2">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-wrap items-center gap-3">
            <span>{key.name}</span>
            <span className="text-sm text-muted">{key.createdAt}</span>
            {key.revoked ? (
              <span className="text-sm text-muted">{t("revoked")}</span>
            ) : (
              <button
                type="button"
                className="btn"
                onClick={() => void revoke(key.id)}
                aria-label={`${t("revoke")}: ${key.name}`}
              >
                {t("revoke")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {secret && (
        <p role="status">
          {t("newKey")} <code className="break-all">{secret}</code>
        </p>
      )}
      <PostForm
        action="/api/v1/keys"
        submit={t("makeKey")}
        failed={t("failed")}
        done={(answer) => {
          setSecret((answer as { secret: string }).secret);
          router.refresh();
          return null;
        }}
      >
        <div className="flex flex-col gap-1">
          <label htmlFor="key-name">{t("keyName")}</label>
          <input id="key-name" name="name" required maxLength={80} className="input" />
        </div>
      </PostForm>
    </section>
  );
}
