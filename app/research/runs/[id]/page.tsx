import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Fold } from "@/components/research/fold";
import { RawText } from "@/components/research/prompt-view";
import { RunMonitor } from "@/components/research/run-monitor";
import { When } from "@/components/research/when";
import { requireRole } from "@/lib/auth/session";
import { orNotFound } from "@/lib/http/not-found";
import { readRun } from "@/lib/store/runs";

export default async function RunPage({ params }: { params: Promise<{ id: string }> }) {
  await requireRole("researcher");
  const { id } = await params;
  const [t, run] = await Promise.all([getTranslations("research"), orNotFound(readRun(id))]);
  return (
    <div className="flex flex-col gap-8">
      <header>
        <h1 className="break-words">{run.name}</h1>
        <p className="font-sans text-sm text-muted">
          {t("runs.created")} <When at={run.createdAt} />
        </p>
      </header>
      <RunMonitor first={run} />
      <div className="flex flex-wrap gap-3">
        <Link href={`/research/attempts?run=${run.id}`} className="btn" prefetch={false}>
          {t("run.attempts")}
        </Link>
        {(["csv", "jsonl"] as const).map((format) => (
          <a key={format} href={`/api/v1/runs/${run.id}/export?format=${format}`} download className="btn">
            {t("run.download")} {format.toUpperCase()}
          </a>
        ))}
      </div>
      <ul className="flex flex-col">
        {run.plan.tasks.slice(0, 20).map((task) => (
          <li key={task}>
            <Link href={`/insights/${encodeURIComponent(task)}`} className="inline-flex min-h-11 items-center">
              {t("run.compare", { task })}
            </Link>
          </li>
        ))}
      </ul>
      <Fold title={t("run.plan")}>
        <RawText text={JSON.stringify(run.plan, null, 2)} label={t("run.plan")} code />
      </Fold>
    </div>
  );
}
