import Link from "next/link";
import { getFormatter, getTranslations } from "next-intl/server";
import { Pager } from "@/components/research/pager";
import { Table } from "@/components/ui/table";
import { When } from "@/components/research/when";
import { requireRole } from "@/lib/auth/session";
import { keepValid, type SearchParams } from "@/lib/contracts/query";
import { pageSchema } from "@/lib/contracts/run-attempts";
import { listRuns } from "@/lib/store/runs";

const heads = ["name", "status", "progress", "failed", "invalid", "cost", "created"] as const;

export default async function RunsPage({ searchParams }: { searchParams: SearchParams }) {
  await requireRole("researcher");
  const page = keepValid(pageSchema, await searchParams);
  const [t, format, { runs, next }] = await Promise.all([getTranslations("research"), getFormatter(), listRuns(page)]);
  const rows = runs.map((run) => ({
    key: run.id,
    cells: [
      <Link key="name" href={`/research/runs/${run.id}`} className="inline-block py-1">
        {run.name}
      </Link>,
      t(`status.${run.status}`),
      `${format.number(run.counts.done)} / ${format.number(run.counts.total)}`,
      format.number(run.counts.failed),
      format.number(run.validity.invalid),
      run.cost === null ? t("none") : format.number(run.cost, { maximumFractionDigits: 4 }),
      <When key="when" at={run.createdAt} />,
    ],
  }));
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-4">
        <div>
          <h1>{t("runs.title")}</h1>
          <p className="lead">{t("runs.lead")}</p>
        </div>
        <Link href="/research/launch" className="btn btn-main self-start">
          {t("runs.new")}
        </Link>
      </header>
      {rows.length === 0 ? (
        <p>{t("runs.empty")}</p>
      ) : (
        <Table label={t("runs.title")} heads={heads.map((head) => t(`runs.${head}`))} rows={rows} />
      )}
      <Pager path="/research" after={page.after} next={next} />
    </div>
  );
}
