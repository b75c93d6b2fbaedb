import Link from "next/link";
import { matchedConditions } from "@/lib/stats/matched";
import { conditionWords } from "./condition-words";
import { filterQuery, type Filters } from "./filters";
import type { Naming } from "./group-name";
import type { LabelledGroup } from "./labelled-group";

/** Says when the shown groups were under different conditions, and offers those that can be laid side by side. */
export function MatchedNote(props: {
  naming: Naming;
  address: string;
  filters: Filters;
  /** Every group of the task, filtered or not. */
  all: LabelledGroup[];
  shown: LabelledGroup[];
}) {
  const { naming, address, filters, all, shown } = props;
  const { insights: t, condition } = naming;
  const keys = new Set(shown.filter((group) => group.kind !== "baseline").map((group) => group.conditionKey));
  if (filters.condition) {
    return (
      <p>
        {t("oneCondition", { condition: conditionWords(condition, filters.condition) })}{" "}
        <Link
          href={`${address}${filterQuery(filters, { condition: null, parts: { variant: "original", ...filters.parts } })}`}
          prefetch={false}
        >
          {t("allConditions")}
        </Link>
      </p>
    );
  }
  if (keys.size < 2) return null;
  const matched = matchedConditions(all);
  return (
    <div className="flex flex-col gap-1">
      <p>{t("different")}</p>
      {matched.length === 0 ? (
        <p>{t("noMatch")}</p>
      ) : (
        <ul className="flex flex-col">
          {matched.map(({ conditionKey, people, models }) => (
            <li key={conditionKey}>
              <Link
                href={`${address}${filterQuery(filters, { condition: conditionKey, parts: {} })}`}
                prefetch={false}
                className="inline-flex min-h-11 items-center"
              >
                {t("match", {
                  condition: conditionWords(condition, conditionKey),
                  people: people.scorable,
                  models: models.length,
                })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
