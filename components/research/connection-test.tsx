"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Fold } from "./fold";
import { TextField } from "./field";
import { Said } from "@/components/ui/said";
import { useApi } from "./use-api";

type Result = { ok: boolean; message: string; models: string[] | null };

/** Tries a connection and says in words what came of it; lists the models that the server names. */
export function ConnectionTest({ id }: { id: string }) {
  const t = useTranslations("research.connections");
  const call = useApi();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  async function run(form: HTMLFormElement) {
    setBusy(true);
    setResult(null);
    const modelId = String(new FormData(form).get("modelId") ?? "").trim();
    const answer = await call("POST", `/api/v1/connections/${id}/test`, modelId ? { modelId } : {});
    setBusy(false);
    setResult(answer.ok ? (answer.body as Result) : { ok: false, message: answer.words, models: null });
  }
  return (
    <section aria-labelledby="test" className="flex max-w-2xl flex-col gap-4">
      <h2 id="test">{t("testTitle")}</h2>
      <p className="text-muted">{t("testText")}</p>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(event.currentTarget);
        }}
      >
        <div className="min-w-48 flex-1">
          <TextField name="modelId" label={t("testModel")} maxLength={200} autoCapitalize="none" spellCheck={false} />
        </div>
        <button type="submit" className="btn" disabled={busy}>
          {t("test")}
        </button>
      </form>
      <div role="status" className="flex flex-col gap-2">
        {busy && <p className="text-muted">{t("testing")}</p>}
        {result && (
          <p>
            <strong className={result.ok ? "text-good" : "text-bad"}>{result.ok ? t("works") : t("fails")}</strong>{" "}
            <Said>{result.message}</Said>
          </p>
        )}
      </div>
      {result?.models && (
        <Fold title={t("offers", { n: result.models.length })} open={result.models.length <= 12}>
          <ul className="flex max-h-80 flex-col overflow-y-auto">
            {result.models.map((model) => (
              <li key={model} className="flex flex-wrap items-center gap-x-4 border-t border-line">
                <code className="break-all py-2 text-sm">{model}</code>
                <Link
                  className="inline-flex min-h-11 items-center text-sm"
                  href={`/research/models?${new URLSearchParams({ connection: id, modelId: model })}#add`}
                  aria-label={`${t("addModel")}: ${model}`}
                >
                  {t("addModel")}
                </Link>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </section>
  );
}
