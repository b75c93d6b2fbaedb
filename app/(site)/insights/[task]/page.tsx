import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Responsive } from "@/components/charts/responsive";
import { CellsTable } from "@/components/insights/cells-table";
import { HitsFigure, hitsRows, SelectionFigure, selectionRows, validityRows } from "@/components/insights/figures";
import { FilterForm } from "@/components/insights/filter-form";
import { hitsFinding, selectionFinding, subtitle, validityFinding } from "@/components/insights/findings";
import { MatchedNote } from "@/components/insights/matched-note";
import { Panel } from "@/components/insights/panel";
import { AppError } from "@/lib/errors";
import { comparisonOf, namingOf } from "./comparison";

type Props = {
  params: Promise<{ task: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const load = async (props: Props) =>
  comparisonOf((await props.params).task, await props.searchParams).catch((error) =>
    error instanceof AppError && error.code === "not-found" ? notFound() : Promise.reject(error),
  );

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await namingOf()).insights("title") };
}

export default async function TaskInsightsPage(props: Props) {
  const [naming, view] = await Promise.all([namingOf(), load(props)]);
  const { task, language, groups, filters, shown, sentences, scale, secret } = view;
  const t = naming.insights;
  const address = `/insights/${task.slug}`;
  const panel = { naming, address, filters, subtitle: subtitle(naming, shown, task.version) };
  return (
    <div className="flex flex-col gap-6">
      <header>
        <h1>{t("title")}</h1>
        <p className="lead">{t("version", { title: task.title[language], version: task.version })}</p>
        <p className="text-muted">{t("caution")}</p>
        {!secret && <p className="text-muted">{t("selectionHidden")}</p>}
      </header>
      {groups.length === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <>
          <FilterForm address={address} filters={filters} groups={groups} naming={naming} />
          <MatchedNote naming={naming} address={address} filters={filters} all={groups} shown={shown} />
          {shown.length === 0 && <p>{t("noneShown")}</p>}
        </>
      )}
      {shown.length > 0 && (
        <>
          <Panel
            {...panel}
            id="hits"
            finding={hitsFinding(naming, shown)}
            chart={
              <Responsive
                draw={(layout) => <HitsFigure naming={naming} groups={shown} scale={scale} layout={layout} />}
              />
            }
            table={<CellsTable label={t("hitsAndPicks")} rows={hitsRows(naming, shown)} />}
          >
            <p className="text-sm text-muted">{t("hitsText")}</p>
          </Panel>
          {secret && (
            <Panel
              {...panel}
              id="selection"
              finding={selectionFinding(naming, shown, secret)}
              chart={
                <Responsive
                  draw={(layout) => (
                    <SelectionFigure
                      naming={naming}
                      groups={shown}
                      sentences={sentences}
                      clues={secret.clues}
                      layout={layout}
                    />
                  )}
                />
              }
              table={
                <CellsTable
                  label={t("selection")}
                  rows={selectionRows(naming, shown, sentences, secret.clues, secret.texts)}
                />
              }
            >
              <p className="text-sm text-muted">
                {t("selectionText")} {t("keyShown")}
              </p>
            </Panel>
          )}
          <Panel
            {...panel}
            id="validity"
            finding={validityFinding(naming, shown)}
            table={<CellsTable label={t("validity")} rows={validityRows(naming, shown)} />}
          >
            <p className="text-sm text-muted">{t("validityText")}</p>
          </Panel>
        </>
      )}
    </div>
  );
}
