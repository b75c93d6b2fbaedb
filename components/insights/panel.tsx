import Link from "next/link";
import type { ReactNode } from "react";
import { filterQuery, type Filters } from "./filters";
import type { Naming } from "./group-name";
import { PngLink } from "./png-link";

type Props = {
  id: string;
  naming: Naming;
  /** The page's address without its query. */
  address: string;
  filters: Filters;
  finding: string;
  subtitle: string;
  /** Left out for a panel that is a table alone. */
  chart?: ReactNode;
  table: ReactNode;
  children?: ReactNode;
};

const tab =
  "inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-ink no-underline aria-[current=true]:border-accent";

/** One analysis: the finding as its title, what it rests on, and chart, table or files of the same numbers. */
export function Panel(props: Props) {
  const { id, naming, address, filters } = props;
  const t = naming.insights;
  const asTable = !props.chart || filters.tables.includes(id);
  const others = filters.tables.filter((name) => name !== id);
  const view = (tables: string[]) => `${address}${filterQuery(filters, { tables })}#${id}`;
  const file = (format: string) => {
    const query = filterQuery(filters, { tables: [] });
    return `${address}/download${query}${query ? "&" : "?"}panel=${id}&format=${format}`;
  };
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 border-t border-line pt-5">
      <h2 id={id} className="scroll-mt-4 text-balance">
        {props.finding}
      </h2>
      <p className="text-sm text-muted">{props.subtitle}</p>
      {props.children}
      <nav aria-label={t("viewOf", { panel: props.finding })} className="flex flex-wrap gap-x-5 font-sans text-sm">
        {props.chart && (
          <>
            <Link href={view(others)} prefetch={false} scroll={false} aria-current={!asTable} className={tab}>
              {t("chart")}
            </Link>
            <Link href={view([...others, id])} prefetch={false} scroll={false} aria-current={asTable} className={tab}>
              {t("asTable")}
            </Link>
          </>
        )}
        <span className="inline-flex items-center gap-3 text-muted">
          {t("download")}
          {props.chart && (
            <>
              <a href={file("svg")} className="inline-flex min-h-11 items-center">
                SVG
              </a>
              <PngLink svg={file("svg")} failed={t("pngFailed")} />
            </>
          )}
          <a href={file("csv")} className="inline-flex min-h-11 items-center">
            CSV
          </a>
        </span>
      </nav>
      {asTable ? props.table : props.chart}
    </section>
  );
}
