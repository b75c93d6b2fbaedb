"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ImportedEpisode } from "@/lib/contracts/import";
import { MeasuresTable } from "./measures-table";

/** What an import did or would do: the version, warnings, a preview and the fairness measures. */
export function ImportResult({ imported, language }: { imported: ImportedEpisode; language: "zh" | "en" }) {
  const t = useTranslations("import");
  const { id, slug, version, created, warnings, measures, preview } = imported;
  const outcome = !created ? "same" : id ? "imported" : "would";
  const opening = preview.opening[language] ?? preview.opening.zh ?? preview.opening.en ?? [];
  return (
    <section aria-labelledby="result" className="flex flex-col gap-5">
      <div>
        <h2 id="result" className="text-good">
          {t(outcome, { slug, version })}
        </h2>
        {id && (
          <p className="mt-2">
            <Link href={`/play/${slug}`}>{t("play")}</Link>
          </p>
        )}
      </div>
      {warnings.length > 0 && (
        <div>
          <h3>{t("warnings")}</h3>
          <ul className="list-disc ps-6">
            {warnings.map((warning) => (
              <li key={warning}>{t(`warning.${warning}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="border-s-2 border-edge ps-4">
        <h3>{t("preview")}</h3>
        <p className="text-lg font-semibold">{preview.title[language]}</p>
        <p>{preview.blurb[language]}</p>
        <p className="text-sm text-muted">
          {t("size2", { sentences: preview.sentences, candidates: preview.candidates.length, quota: preview.quota })}
        </p>
        <p className="text-sm text-muted">
          {preview.candidates.map((candidate) => candidate.name[language]).join(language === "zh" ? "、" : ", ")}
        </p>
        {preview.variants.length > 0 && (
          <p className="text-sm text-muted">
            {t("variants")} {preview.variants.join(", ")}
          </p>
        )}
        <ol className="mt-2 list-decimal ps-6">
          {opening.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </div>
      <MeasuresTable measures={measures} />
    </section>
  );
}
