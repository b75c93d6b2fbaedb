"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { TextArea } from "./field";
import { JsonForm } from "./json-form";

/** The private hosts at which models may be called: for administrators. */
export function AllowedHosts({ hosts }: { hosts: string[] }) {
  const t = useTranslations("research.connections");
  const common = useTranslations("research");
  const router = useRouter();
  return (
    <section aria-labelledby="private" className="flex flex-col gap-4">
      <h2 id="private">{t("private")}</h2>
      <p className="max-w-2xl text-muted">{t("privateText")}</p>
      <JsonForm
        action="/api/v1/settings/allowed-hosts"
        method="PUT"
        submit={common("save")}
        labels={{ hosts: t("hosts") }}
        body={(form) => ({ hosts: String(form.get("hosts")).split(/\s+/).filter(Boolean) })}
        done={() => {
          router.refresh();
          return common("saved");
        }}
      >
        <TextArea
          name="hosts"
          label={t("hosts")}
          defaultValue={hosts.join("\n")}
          placeholder="localhost:11434"
          autoCapitalize="none"
          spellCheck={false}
        />
      </JsonForm>
    </section>
  );
}
