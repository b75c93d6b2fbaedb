import { useTranslations } from "next-intl";
import { Table } from "@/components/ui/table";
import type { ImportedEpisode } from "@/lib/contracts/import";

/** Whether the answer can be read off the story's surface, version by version. */
export function MeasuresTable({ measures }: Pick<ImportedEpisode, "measures">) {
  const t = useTranslations("import");
  const label = useTranslations("baselines");
  const all = Object.entries(measures).flatMap(([version, list]) => list.map((one) => ({ version, ...one })));
  const names = all[0]?.baselines.map((baseline) => baseline.name) ?? [];
  const called = (name: string) => (label.has(name) ? label(name) : name);
  const heads = [
    t("version"),
    t("keyClues"),
    t("chance"),
    ...names.map(called),
    called("random"),
    t("quarters"),
    t("auc"),
  ];
  const rows = all.map((one) => ({
    key: one.version + one.language,
    cells: [
      `${one.version === "original" ? t("original") : one.version} · ${t(one.language)}`,
      one.keyClues,
      one.chance.toFixed(1),
      ...one.baselines.map((baseline) => baseline.clues),
      one.random.mean.toFixed(1),
      one.quarters.join(" · "),
      one.lengthAuc === null ? "–" : one.lengthAuc.toFixed(2),
    ],
  }));
  return (
    <div className="flex flex-col gap-2">
      <h3>{t("measures")}</h3>
      <p className="text-sm text-muted">{t("measuresText")}</p>
      <Table label={t("measures")} heads={heads} rows={rows} />
    </div>
  );
}
