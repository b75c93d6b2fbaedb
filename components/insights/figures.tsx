import { choseClues } from "@/lib/stats/groups";
import { type DotColumn, DotRows } from "@/components/charts/dot-rows";
import { HeatStrip } from "@/components/charts/heat-strip";
import type { Layout } from "@/components/charts/tones";
import { wilson } from "@/lib/stats/intervals";
import { conditionWords } from "./condition-words";
import { groupName, type Naming, shortName, whoIs } from "./group-name";
import { groupId, type LabelledGroup } from "./labelled-group";

/** The figures of the comparison page as data and as drawings: the page and the files show the same. */

const measures = [
  ["clueHits", "clueHits"],
  ["participantHits", "participantHits"],
  ["wrongParticipants", "wrong"],
] as const;

// The shapes of the dots, for rows that have no dots.
const sign = { people: "●", model: "■", baseline: "▲" };

/** The largest values that the tracks go to. */
export type Scale = { quota: number; candidates: number };

const fixed = (value: number | null | undefined) => (value === null || value === undefined ? null : value);

/** Mean hits and picks of each group. */
export function HitsFigure(props: { naming: Naming; groups: LabelledGroup[]; scale: Scale; layout: Layout }) {
  const { naming, groups, scale, layout } = props;
  const t = naming.insights;
  const columns: DotColumn[] = measures.map(([score, head]) => ({
    head: t(`${head}Short`),
    max: score === "clueHits" ? scale.quota : scale.candidates,
  }));
  const rows = groups.map((group) => ({
    id: groupId(group),
    label: whoIs(naming, group),
    note: `${conditionWords(naming.condition, group.conditionKey)} · ${t("nOf", { n: group.scorable })}`,
    tone: group.kind,
    values: measures.map(([score]) => (group.scorable > 0 ? fixed(group.means[score]) : null)),
    texts: measures.map(([score, head]) => `${t(head)} ${fixed(group.means[score])?.toFixed(2) ?? "–"}`),
  }));
  return <DotRows label={t("hitsAndPicks")} columns={columns} rows={rows} layout={layout} />;
}

/** How many of each group picked each sentence; `clues` are outlined. */
export function SelectionFigure(props: {
  naming: Naming;
  groups: LabelledGroup[];
  sentences: string[];
  clues: string[];
  layout: Layout;
}) {
  const { naming, groups, sentences, clues, layout } = props;
  const rows = groups.map((group) => ({
    id: groupId(group),
    label: `${sign[group.kind]} ${shortName(naming, group)}`,
    tone: group.kind,
    values: sentences.map((id) => (choseClues(group) ? (group.clues[id] ?? 0) / group.scorable : null)),
    titles: sentences.map((id) =>
      naming.insights("cell", {
        group: groupName(naming, group),
        sentence: id,
        hits: group.clues[id] ?? 0,
        n: group.scorable,
      }),
    ),
  }));
  return (
    <HeatStrip
      label={naming.insights("selection")}
      columns={sentences}
      rows={rows}
      dots={new Set(clues)}
      layout={layout}
    />
  );
}

type Cells = (string | number | null)[];

/** The figures' numbers as rows of a table, the heads first. A file has exact numbers and the whole condition key. */
export function hitsRows(naming: Naming, groups: LabelledGroup[], file = false): Cells[] {
  const t = naming.insights;
  const scores = ["clueHits", "participantHits", "wrongParticipants", "total", "exact"];
  const words = [t("clueHits"), t("participantHits"), t("wrong"), t("total"), t("exact")];
  const head = [
    ...[t("group"), t("condition"), ...(file ? [t("conditionKey")] : [])],
    ...[t("returned"), t("scorable"), ...(file ? scores : words)],
  ];
  const rows = groups.map((group) => [
    whoIs(naming, group),
    conditionWords(naming.condition, group.conditionKey),
    ...(file ? [group.conditionKey] : []),
    group.returned,
    group.scorable,
    ...scores.map((score) => {
      const mean = fixed(group.means[score]);
      return score === "exact" && !file ? exactShare(group, mean) : mean;
    }),
  ]);
  return [head, ...rows];
}

/** How many named exactly the participants, with Wilson's interval; baselines are not a sample of anything. */
function exactShare(group: LabelledGroup, mean: number | null): string | null {
  if (mean === null) return null;
  const hits = Math.round(mean * group.scorable);
  const interval = group.kind === "baseline" ? null : wilson(hits, group.scorable);
  const range = interval ? ` (${interval.map((end) => `${Math.round(end * 100)}%`).join("–")})` : "";
  return `${hits} / ${group.scorable}${range}`;
}

export function selectionRows(
  naming: Naming,
  groups: LabelledGroup[],
  sentences: string[],
  clues: string[],
  texts: string[] | null,
): Cells[] {
  const t = naming.insights;
  const keys = new Set(clues);
  const head = [t("sentence"), t("key"), ...groups.map((group) => `${groupName(naming, group)} n=${group.scorable}`)];
  const rows = sentences.map((id, at) => [
    id,
    keys.has(id) ? 1 : 0,
    ...groups.map((group) => (choseClues(group) ? (group.clues[id] ?? 0) : null)),
    texts?.[at] ?? "",
  ]);
  return [[...head, t("text")], ...rows];
}

/** Reasons in the reader's words where there are any. */
function reasonWords(naming: Naming, reason: string): string {
  const known = naming.insights as Naming["condition"];
  return known.has(`reason.${reason}`) ? known(`reason.${reason}`) : reason;
}

export function validityRows(naming: Naming, groups: LabelledGroup[]): Cells[] {
  const t = naming.insights;
  const head = [t("group"), t("returned"), t("scorable"), t("recovered"), t("excludedHead"), t("reasons")];
  const rows = groups.map((group) => [
    groupName(naming, group),
    group.returned,
    group.scorable,
    group.recovered,
    group.invalid.reduce((sum, entry) => sum + entry.n, 0),
    group.invalid.map(({ reason, n }) => `${reasonWords(naming, reason)} ${n}`).join("; "),
  ]);
  return [head, ...rows];
}
