import { ScrollArea } from "@/components/ui/scroll-area";
import { useTranslations } from "next-intl";
import { conditionText } from "./condition-text";
import { wilson } from "@/lib/stats/intervals";
import type { GroupSummary } from "@/lib/stats/groups";

export type LabelledGroup = GroupSummary & { label: string };

const number = (value: number | null | undefined) => (value === null || value === undefined ? "–" : value.toFixed(2));

/** Hits and picks of every group under every condition. People, models and baselines stand apart. */
export function HitsTable({ groups }: { groups: LabelledGroup[] }) {
  const t = useTranslations("insights");
  const columns = ["clueHits", "participantHits", "wrongParticipants", "total"] as const;
  return (
    <ScrollArea label={t("hitsAndPicks")}>
      <table className="w-full text-sm">
        <thead>
          <tr>
            {[
              t("group"),
              t("condition"),
              t("n"),
              t("clueHits"),
              t("participantHits"),
              t("wrong"),
              t("total"),
              t("exact"),
            ].map((head) => (
              <th key={head} scope="col" className="border-b border-edge px-2 py-2 text-left align-bottom">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.group + group.conditionKey} className="border-b border-line">
              <th scope="row" className="px-2 py-2 text-left font-normal">
                {t(group.kind)}
                {group.label ? ` · ${group.label}` : ` · ${t("peopleNote")}`}
              </th>
              <td className="px-2 py-2 text-muted" title={group.conditionKey}>
                {conditionText(group.conditionKey)}
              </td>
              <td className="px-2 py-2">
                {group.scorable} / {group.returned}
              </td>
              {columns.map((column) => (
                <td key={column} className="px-2 py-2">
                  {number(group.means[column])}
                </td>
              ))}
              <td className="px-2 py-2">{share(group)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function share(group: LabelledGroup): string {
  const mean = group.means.exact;
  if (mean === null || mean === undefined) return "–";
  const hits = Math.round(mean * group.scorable);
  const interval = group.kind === "baseline" ? null : wilson(hits, group.scorable);
  const range = interval ? ` (${interval.map((end) => `${Math.round(end * 100)}%`).join("–")})` : "";
  return `${hits} / ${group.scorable}${range}`;
}
