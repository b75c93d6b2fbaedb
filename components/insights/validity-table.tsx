import { useTranslations } from "next-intl";
import { conditionText } from "./condition-text";
import type { LabelledGroup } from "./hits-table";

/** How many answers of each group came back, could be scored, and were excluded for which reason. */
export function ValidityTable({ groups }: { groups: LabelledGroup[] }) {
  const t = useTranslations("insights");
  return (
    <ul className="flex flex-col gap-2">
      {groups.map((group) => (
        <li key={group.group + group.conditionKey}>
          {t(group.kind)}
          {group.label && ` · ${group.label}`}{" "}
          <span className="text-muted text-sm">({conditionText(group.conditionKey)})</span>: {group.scorable} /{" "}
          {group.returned}; {t("excluded", { n: group.invalid.reduce((sum, entry) => sum + entry.n, 0) })}
          {group.invalid.length > 0 && ` (${group.invalid.map((entry) => `${entry.reason} ${entry.n}`).join(", ")})`}
        </li>
      ))}
    </ul>
  );
}
