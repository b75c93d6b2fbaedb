import { useTranslations } from "next-intl";
import { ScrollArea } from "@/components/ui/scroll-area";

type Measures = {
  language: "zh" | "en";
  keyClues: number;
  chance: number;
  baselines: { name: string; clues: number; exact: boolean }[];
  random: { mean: number };
  quarters: number[];
  lengthAuc: number | null;
};

export type MeasuresByVersion = Record<string, Measures[]>;

/** Whether the answer can be read off the story's surface, version by version. */
export function MeasuresTable({ measures }: { measures: MeasuresByVersion }) {
  const t = useTranslations("import");
  const label = useTranslations("baselines");
  const rows = Object.entries(measures).flatMap(([version, list]) => list.map((one) => ({ version, ...one })));
  const names = rows[0]?.baselines.map((baseline) => baseline.name) ?? [];
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
  return (
    <div className="flex flex-col gap-2">
      <h3>{t("measures")}</h3>
      <p className="text-sm text-muted">{t("measuresText")}</p>
      <ScrollArea label={t("measures")}>
        <table className="w-full font-sans text-sm tabular-nums">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="border-b border-edge px-2 py-1 text-left align-bottom">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.version + row.language} className="border-b border-line">
                <th scope="row" className="px-2 py-1 text-left font-normal">
                  {row.version === "original" ? t("original") : row.version} · {t(row.language)}
                </th>
                <td className="px-2 py-1">{row.keyClues}</td>
                <td className="px-2 py-1">{row.chance.toFixed(1)}</td>
                {row.baselines.map((baseline) => (
                  <td key={baseline.name} className="px-2 py-1">
                    {baseline.clues}
                  </td>
                ))}
                <td className="px-2 py-1">{row.random.mean.toFixed(1)}</td>
                <td className="px-2 py-1">{row.quarters.join(" · ")}</td>
                <td className="px-2 py-1">{row.lengthAuc === null ? "–" : row.lengthAuc.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );
}
