/** What a comparison shows of one group under one condition: pure functions of tallies. */

export type TallyLike = {
  conditionKey: string;
  group: string;
  dimension: string;
  value: string;
  count: number;
  sum: number;
};

export type GroupSummary = {
  group: string;
  kind: "people" | "model" | "baseline";
  /** The model's id or the baseline's name; empty for people. */
  member: string;
  conditionKey: string;
  /** Attempts that were sent in; scorable ones among them; invalid ones by reason. */
  returned: number;
  scorable: number;
  recovered: number;
  invalid: { reason: string; n: number }[];
  /** Mean of each score over the scorable attempts; null when there are none. */
  means: Record<string, number | null>;
  /** How many scorable attempts marked each sentence, and named each candidate. */
  clues: Record<string, number>;
  participants: Record<string, number>;
};

/** Whether a group's sentences were its own choice: where clues were given, nobody marked any. */
export function choseClues(group: GroupSummary): boolean {
  return group.scorable > 0 && (group.means.marks ?? null) !== null;
}

/** Splits a tally group into who it stands for: runs of one model are summed, studies count with people. */
export function memberOf(group: string): { kind: GroupSummary["kind"]; member: string } {
  if (group.startsWith("baseline:")) return { kind: "baseline", member: group.slice("baseline:".length) };
  const model = group.split("/model:")[1];
  return model === undefined ? { kind: "people", member: "" } : { kind: "model", member: model };
}

function empty(group: string, kind: GroupSummary["kind"], member: string, conditionKey: string): GroupSummary {
  const none = { returned: 0, scorable: 0, recovered: 0, invalid: [], means: {}, clues: {}, participants: {} };
  return { group, kind, member, conditionKey, ...none };
}

/**
 * Sums tallies into one summary per (member, condition), people first, then models and baselines by name.
 * Invalid attempts are counted and enter no mean.
 */
export function summariseGroups(tallies: TallyLike[]): GroupSummary[] {
  const found = new Map<string, GroupSummary>();
  const sums = new Map<string, Record<string, number>>();
  for (const row of tallies) {
    const { kind, member } = memberOf(row.group);
    const name = `${kind}:${member}`;
    const id = `${name}\u0001${row.conditionKey}`;
    const summary = found.get(id) ?? empty(name, kind, member, row.conditionKey);
    found.set(id, summary);
    if (row.dimension === "validity") addValidity(summary, row);
    else if (row.dimension === "clue") summary.clues[row.value] = (summary.clues[row.value] ?? 0) + row.count;
    else if (row.dimension === "participant") {
      summary.participants[row.value] = (summary.participants[row.value] ?? 0) + row.count;
    } else if (row.dimension === "score") {
      const own = sums.get(id) ?? {};
      own[row.value] = (own[row.value] ?? 0) + row.sum;
      own[`n:${row.value}`] = (own[`n:${row.value}`] ?? 0) + row.count;
      sums.set(id, own);
    }
  }
  for (const [id, summary] of found) {
    const own = sums.get(id) ?? {};
    // A score may be null in some attempts: its mean is over those that have it.
    for (const score of Object.keys(own).filter((name) => !name.startsWith("n:"))) {
      const n = own[`n:${score}`] ?? 0;
      summary.means[score] = n > 0 ? (own[score] ?? 0) / n : null;
    }
  }
  const order = { people: 0, model: 1, baseline: 2 };
  return [...found.values()].sort(
    (a, b) =>
      order[a.kind] - order[b.kind] || a.member.localeCompare(b.member) || a.conditionKey.localeCompare(b.conditionKey),
  );
}

function addValidity(summary: GroupSummary, row: TallyLike): void {
  summary.returned += row.count;
  if (row.value.startsWith("invalid")) {
    const reason = row.value.split(":")[1] ?? "unknown";
    const held = summary.invalid.find((entry) => entry.reason === reason);
    if (held) held.n += row.count;
    else summary.invalid.push({ reason, n: row.count });
    return;
  }
  summary.scorable += row.count;
  if (row.value.startsWith("recovered")) summary.recovered += row.count;
}
