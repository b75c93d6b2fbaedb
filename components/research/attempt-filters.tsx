import Link from "next/link";
import { useTranslations } from "next-intl";
import type { AttemptFilter } from "@/lib/contracts/run-attempts";
import { type Option, SelectField, TextField } from "./field";

/** The list's filters as a plain form: they stand in the address and work without scripts. */
export function AttemptFilters(props: {
  filter: AttemptFilter;
  statuses: readonly string[];
  validities: readonly string[];
  runs: Option[];
  tasks: Option[];
  models: Option[];
  baselines: Option[];
}) {
  const t = useTranslations("research");
  const { filter } = props;
  const any = { value: "", label: t("attempts.any") };
  const choices = [
    ["run", props.runs],
    ["task", props.tasks],
    ["model", props.models],
    ["baseline", props.baselines],
    ["status", props.statuses.map((value) => ({ value, label: t(`attemptStatus.${value}`) }))],
    ["validity", props.validities.map((value) => ({ value, label: t(`validity.${value}`) }))],
  ] as const;
  return (
    <form method="get" action="/research/attempts" aria-label={t("attempts.filters")} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {choices.map(([name, options]) => (
          <SelectField
            key={name}
            name={name}
            label={t(`attempts.${name}`)}
            options={[any, ...options]}
            defaultValue={filter[name] ?? ""}
          />
        ))}
        <TextField
          name="failure"
          label={t("attempts.failure")}
          maxLength={60}
          defaultValue={filter.failure}
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField name="q" type="search" label={t("attempts.q")} maxLength={200} defaultValue={filter.q} />
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-main">
          {t("attempts.apply")}
        </button>
        <Link href="/research/attempts" className="btn" prefetch={false}>
          {t("attempts.clear")}
        </Link>
      </div>
    </form>
  );
}
