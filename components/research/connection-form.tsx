"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ConnectionBody } from "@/lib/contracts/runs";
import { CheckField, Group, NumberField, SelectField, TextField } from "./field";
import { filled, numberOf, textOf } from "./form-values";
import { JsonForm } from "./json-form";

const limitFields = ["concurrency", "retries", "idleSeconds", "totalSeconds"] as const;
const openLimits = ["requestsPerMinute", "tokensPerMinute"] as const;
const usual = { concurrency: 8, retries: 4, idleSeconds: 120, totalSeconds: 900 };
const kinds = ["openai-compatible", "anthropic", "google"] as const;

function bodyOf(form: FormData, connection: ConnectionBody | undefined) {
  const limits = filled(
    Object.fromEntries([...limitFields, ...openLimits].map((field) => [field, numberOf(form, field)])),
  );
  const key = form.get("removeKey") ? null : textOf(form, "key");
  const shared = filled({ name: textOf(form, "name"), baseUrl: textOf(form, "baseUrl"), key, limits });
  return connection ? shared : { ...shared, kind: form.get("kind") };
}

/** Adds a connection, or changes one. A stored key is never here: it is kept, replaced or removed. */
export function ConnectionForm({ connection }: { connection?: ConnectionBody }) {
  const t = useTranslations("research.connections");
  const common = useTranslations("research");
  const router = useRouter();
  const labels = Object.fromEntries(["name", "kind", "baseUrl", "key"].map((field) => [field, t(field)]));
  for (const field of [...limitFields, ...openLimits]) labels[`limits.${field}`] = t(field);
  return (
    <JsonForm
      action={connection ? `/api/v1/connections/${connection.id}` : "/api/v1/connections"}
      method={connection ? "PATCH" : "POST"}
      submit={connection ? common("save") : t("add")}
      labels={labels}
      body={(form) => bodyOf(form, connection)}
      done={(answer) => {
        if (connection) router.refresh();
        else router.push(`/research/connections/${(answer as ConnectionBody).id}`);
        return connection ? common("saved") : null;
      }}
    >
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        required
        maxLength={120}
        defaultValue={connection?.name}
      />
      {!connection && (
        <SelectField
          name="kind"
          label={t("kind")}
          options={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        />
      )}
      <TextField
        name="baseUrl"
        label={t("baseUrl")}
        hint={t("baseUrlHint")}
        maxLength={500}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        defaultValue={connection?.baseUrl}
      />
      <TextField
        name="key"
        label={t("key")}
        hint={connection?.keySet ? t("keyKeep") : t("keyHint")}
        type="password"
        autoComplete="off"
        maxLength={2000}
      />
      {connection?.keySet && <CheckField name="removeKey" label={t("removeKey")} />}
      <Group title={t("limits")}>
        <div className="grid gap-4 sm:grid-cols-2">
          {limitFields.map((field) => (
            <NumberField
              key={field}
              name={field}
              label={t(field)}
              min={field === "retries" ? 0 : 1}
              required
              defaultValue={connection?.limits[field] ?? usual[field]}
            />
          ))}
          {openLimits.map((field) => (
            <NumberField
              key={field}
              name={field}
              label={t(field)}
              hint={t("noLimit")}
              min={1}
              defaultValue={connection?.limits[field]}
            />
          ))}
        </div>
      </Group>
    </JsonForm>
  );
}
