import { ScrollArea } from "@/components/ui/scroll-area";
import { useTranslations } from "next-intl";
import { HeatStrip } from "@/components/charts/heat-strip";
import { conditionText } from "./condition-text";
import type { LabelledGroup } from "./hits-table";

/** Selection by sentence: heat strip and table. Tells the key clues: only for those who may see them. */
export function SelectionPanel(props: {
  sentences: string[];
  groups: LabelledGroup[];
  clues: string[];
  texts: string[] | null;
}) {
  const t = useTranslations("insights");
  const name = (group: LabelledGroup) =>
    `${t(group.kind)}${group.label ? ` · ${group.label}` : ""} (${conditionText(group.conditionKey)})`;
  const rows = props.groups.map((group) => ({
    label: name(group),
    tone: group.kind,
    values: props.sentences.map((id) => (group.scorable > 0 ? (group.clues[id] ?? 0) / group.scorable : null)),
    titles: props.sentences.map((id) =>
      t("cell", { group: name(group), sentence: id, hits: group.clues[id] ?? 0, n: group.scorable }),
    ),
  }));
  const keys = new Set(props.clues);
  return (
    <section aria-labelledby="selection" className="flex flex-col gap-4">
      <h2 id="selection">{t("selection")}</h2>
      <p className="text-muted">
        {t("selectionText")} {t("keyShown")}
      </p>
      <ol className="text-sm">
        {rows.map((row) => (
          <li key={row.label}>{row.label}</li>
        ))}
      </ol>
      <HeatStrip label={t("selection")} columns={props.sentences} rows={rows} dots={keys} />
      <details>
        <summary className="min-h-11 cursor-pointer">{t("table")}</summary>
        <ScrollArea label={t("table")}>
          <table className="text-sm">
            <thead>
              <tr>
                <th scope="col">{t("sentence")}</th>
                {rows.map((row) => (
                  <th key={row.label} scope="col" className="px-2 text-left">
                    {row.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {props.sentences.map((id, index) => (
                <tr key={id} className="border-b border-line">
                  <th scope="row" className="py-1 pr-2 text-left font-normal">
                    {id} {keys.has(id) && `(${t("key")})`} {props.texts?.[index]}
                  </th>
                  {props.groups.map((group) => (
                    <td key={group.group + group.conditionKey} className="px-2">
                      {group.scorable > 0 ? `${group.clues[id] ?? 0} / ${group.scorable}` : "–"}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      </details>
    </section>
  );
}
