import { conditionParts } from "./condition-words";
import type { LabelledGroup } from "./labelled-group";

/** What the comparison page shows, kept in its address: a plain form sets it, with or without scripts. */

/** In an address: no filter, where leaving the field out would mean the usual value. */
export const any = "any";

export const conditionFields = ["language", "presentation", "variant", "given"] as const;
export type ConditionField = (typeof conditionFields)[number];
export const kinds = ["people", "model", "baseline"] as const;
export type Kind = (typeof kinds)[number];

export type Filters = {
  /** A part of the condition and the value it must have; left out for any. */
  parts: Partial<Record<ConditionField, string>>;
  /** The whole condition, when one was picked by a link. */
  condition: string | null;
  kinds: Kind[];
  /** Which panels show their table. */
  tables: string[];
};

type Given = Record<string, string | string[] | undefined>;

const all = (value: string | string[] | undefined): string[] =>
  (Array.isArray(value) ? value : [value ?? ""]).filter((entry) => entry !== "");

/** Reads the address. What it does not know is no filter. */
export function readFilters(given: Given): Filters {
  const parts: Filters["parts"] = {};
  for (const field of conditionFields) {
    const [value] = all(given[field]);
    if (value && value !== any && value.length <= 60) parts[field] = value;
  }
  const condition = all(given.condition)[0]?.slice(0, 500) ?? null;
  // A variant may have another answer: unless it is asked for, the story as it was written is shown.
  if (all(given.variant).length === 0 && !condition) parts.variant = "original";
  const shown = kinds.filter((kind) => all(given.show).includes(kind));
  return {
    parts,
    condition,
    kinds: shown.length > 0 ? shown : [...kinds],
    tables: all(given.table).slice(0, 10),
  };
}

/** The address of a view: filters with a change. Empty when nothing is filtered. */
export function filterQuery(filters: Filters, change: Partial<Filters> = {}): string {
  const { parts, condition, kinds: shown, tables } = { ...filters, ...change };
  const query = new URLSearchParams();
  for (const field of conditionFields) {
    if (field === "variant" && !condition) {
      if (parts.variant !== "original") query.set("variant", parts.variant ?? any);
    } else if (parts[field]) query.set(field, parts[field]);
  }
  if (condition) query.set("condition", condition);
  if (shown.length < kinds.length) for (const kind of shown) query.append("show", kind);
  for (const table of tables) query.append("table", table);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** The groups that a view shows. */
export function filterGroups(groups: LabelledGroup[], filters: Filters): LabelledGroup[] {
  return groups.filter((group) => {
    if (!filters.kinds.includes(group.kind)) return false;
    if (filters.condition && group.conditionKey !== filters.condition) return false;
    const parts: Record<string, string> = { variant: "original", ...conditionParts(group.conditionKey) };
    return conditionFields.every((field) => !filters.parts[field] || parts[field] === filters.parts[field]);
  });
}

/** The values of each part of a condition that occur, in order. */
export function valuesOf(groups: LabelledGroup[]): Record<ConditionField, string[]> {
  const found = { language: new Set(), presentation: new Set(), variant: new Set(), given: new Set() } as Record<
    ConditionField,
    Set<string>
  >;
  for (const group of groups) {
    const parts = conditionParts(group.conditionKey);
    for (const field of conditionFields) if (parts[field]) found[field].add(parts[field]);
  }
  const sorted = (set: Set<string>) => [...set].sort();
  return {
    language: sorted(found.language),
    presentation: sorted(found.presentation),
    variant: sorted(found.variant),
    given: sorted(found.given),
  };
}
