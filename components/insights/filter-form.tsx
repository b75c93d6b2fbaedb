import Link from "next/link";
import { any, conditionFields, type Filters, kinds, valuesOf } from "./filters";
import type { Naming } from "./group-name";
import type { LabelledGroup } from "./labelled-group";

/** The filters as a plain form that changes the address: it works without scripts. */
export function FilterForm(props: { address: string; filters: Filters; groups: LabelledGroup[]; naming: Naming }) {
  const { address, filters, groups, naming } = props;
  const { insights: t, condition } = naming;
  const values = valuesOf(groups);
  const words = (field: string, value: string) =>
    condition.has(`${field}.${value}`) ? condition(`${field}.${value}`) : value;
  return (
    <form action={address} className="flex flex-col gap-4 border border-line p-4 font-sans text-sm">
      <fieldset>
        <legend className="font-semibold">{t("filterKinds")}</legend>
        <div className="flex flex-wrap gap-x-6">
          {kinds.map((kind) => (
            <label key={kind} className="choice">
              <input type="checkbox" name="show" value={kind} defaultChecked={filters.kinds.includes(kind)} />
              <span className="pt-0.5">{t(kind)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {conditionFields.map((field) => (
          <div key={field} className="flex min-w-0 flex-col gap-1">
            <label htmlFor={`filter-${field}`}>{t(`filter.${field}`)}</label>
            <select id={`filter-${field}`} name={field} className="input" defaultValue={filters.parts[field] ?? any}>
              <option value={any}>{t("any")}</option>
              {values[field].map((value) => (
                <option key={value} value={value}>
                  {words(field, value)}
                </option>
              ))}
            </select>
          </div>
        ))}
      </div>
      {filters.tables.map((table) => (
        <input key={table} type="hidden" name="table" value={table} />
      ))}
      <div className="flex flex-wrap items-center gap-4">
        <button type="submit" className="btn">
          {t("apply")}
        </button>
        <Link href={address} prefetch={false} className="inline-flex min-h-11 items-center">
          {t("clear")}
        </Link>
      </div>
    </form>
  );
}
