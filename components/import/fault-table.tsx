"use client";

import { useTranslations } from "next-intl";
import { Said } from "@/components/ui/said";
import { Table } from "@/components/ui/table";

export type ImportFault = { field: string; message: string; line?: number };

/** Every fault with its line, which can be gone to. */
export function FaultTable({ faults, goTo }: { faults: ImportFault[]; goTo: (line: number) => void }) {
  const t = useTranslations("import");
  const rows = faults.map(({ line, field, message }) => ({
    key: `${field} ${line} ${message}`,
    cells: [
      line === undefined ? (
        "–"
      ) : (
        <button
          key="line"
          type="button"
          className="min-h-6 min-w-6 underline"
          aria-label={t("goTo", { line })}
          onClick={() => goTo(line)}
        >
          {line}
        </button>
      ),
      <code key="field" className="break-all">
        {field}
      </code>,
      <p key="message" className="min-w-48">
        <Said>{message}</Said>
      </p>,
    ],
  }));
  return (
    <section aria-labelledby="faults" className="flex flex-col gap-3">
      <h2 id="faults" className="text-bad">
        {t("faults", { n: faults.length })}
      </h2>
      <p>{t("nothing")}</p>
      <Table narrow label={t("faultList")} heads={[t("line"), t("field"), t("wrong")]} rows={rows} />
    </section>
  );
}
