"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { askApi } from "@/components/ui/ask-api";
import { type ImportFault, FaultTable } from "./fault-table";
import type { ImportedEpisode } from "@/lib/contracts/import";
import { ImportResult } from "./import-result";

type Shown = { faults: ImportFault[] } | { imported: ImportedEpisode } | { failed: string };

/** Sends the text as it is, so that lines in the answer are lines of the text. */
async function post(text: string, check: boolean): Promise<Shown> {
  const answer = await askApi("POST", `/api/v1/tasks${check ? "?dryRun=true" : ""}`, text);
  if (answer.ok) return { imported: answer.body as ImportedEpisode };
  const { code, faults = [] } = answer.problem ?? { code: "unavailable" };
  return faults.length > 0 ? { faults } : { failed: code };
}

/** Pasting or choosing one document, checking it, and importing it. */
export function ImportForm({ most, language }: { most: number; language: "zh" | "en" }) {
  const t = useTranslations("import");
  const problems = useTranslations("problem");
  const [shown, setShown] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const tooLarge = problems("too-large");

  async function run(check: boolean) {
    const text = area.current?.value ?? "";
    setBusy(true);
    if (new Blob([text]).size > most) setShown({ failed: "too-large" });
    else setShown(await post(text, check));
    setBusy(false);
    requestAnimationFrame(() => result.current?.focus());
  }

  async function take(file: File | undefined) {
    if (!file || !area.current) return;
    setShown(null);
    if (file.size > most) return setShown({ failed: "too-large" });
    area.current.value = await file.text();
  }

  function goTo(line: number) {
    const held = area.current;
    if (!held) return;
    const before = held.value.split("\n").slice(0, line - 1);
    const start = before.join("\n").length + (line > 1 ? 1 : 0);
    const end = held.value.indexOf("\n", start);
    held.focus();
    held.setSelectionRange(start, end < 0 ? held.value.length : end);
    held.scrollTop = (held.scrollHeight / Math.max(1, held.value.split("\n").length)) * Math.max(0, line - 4);
  }

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void run(true);
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor="document-file">{t("file")}</label>
        <input
          id="document-file"
          type="file"
          accept=".json,application/json"
          className="input"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </div>
      <div className="flex flex-col gap-1">
        <label htmlFor="document">{t("text")}</label>
        <textarea
          id="document"
          ref={area}
          rows={16}
          spellCheck={false}
          wrap="off"
          aria-describedby="document-hint"
          className="input font-mono text-sm"
          onChange={() => setShown(null)}
        />
        <p id="document-hint" className="text-sm text-muted">
          {t("size", { kilobytes: Math.floor(most / 1024) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-main" disabled={busy}>
          {t("check")}
        </button>
        <button type="button" className="btn" disabled={busy} onClick={() => void run(false)}>
          {t("import")}
        </button>
      </div>
      <div ref={result} tabIndex={-1} role="status" className="outline-none">
        {shown && "failed" in shown && (
          <p className="text-bad">
            {shown.failed === "too-large"
              ? tooLarge
              : problems.has(shown.failed)
                ? problems(shown.failed)
                : t("failed")}
          </p>
        )}
        {shown && "faults" in shown && <FaultTable faults={shown.faults} goTo={goTo} />}
        {shown && "imported" in shown && <ImportResult imported={shown.imported} language={language} />}
      </div>
    </form>
  );
}
