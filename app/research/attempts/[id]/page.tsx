import Link from "next/link";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { conditionWords } from "@/components/insights/condition-words";
import { Fold } from "@/components/research/fold";
import { AttemptActor } from "@/components/research/attempt-actor";
import { CallView } from "@/components/research/call-view";
import { Facts } from "@/components/research/facts";
import { FailureName } from "@/components/research/failure-name";
import { JudgementView } from "@/components/research/judgement-view";
import { RawText } from "@/components/research/prompt-view";
import { When } from "@/components/research/when";
import { Said } from "@/components/ui/said";
import { requireRole } from "@/lib/auth/session";
import { judgeOf } from "@/lib/families/judge-registry";
import { orNotFound } from "@/lib/http/not-found";
import { readRunAttempt } from "@/lib/store/run-attempts";
import { findTask } from "@/lib/store/tasks";

export default async function AttemptPage({ params }: { params: Promise<{ id: string }> }) {
  await requireRole("researcher");
  const { id } = await params;
  const [t, condition, format, locale, attempt] = await Promise.all([
    getTranslations("research"),
    getTranslations("condition"),
    getFormatter(),
    getLocale(),
    orNotFound(readRunAttempt(id)),
  ]);
  const language = locale === "zh" ? "zh" : "en";
  const { metrics } = judgeOf((await findTask(attempt.task.id)).family);
  const labels = Object.fromEntries(metrics.map((metric) => [metric.id, metric.label[language]]));
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-3">
        <h1>
          {attempt.task.title[language]} · <AttemptActor {...attempt} />
        </h1>
        {attempt.run && (
          <p>
            <Link href={`/research/runs/${attempt.run.id}`}>{attempt.run.name}</Link>
          </p>
        )}
        <p>{conditionWords(condition, attempt.condition)}</p>
        <p className="font-sans text-sm text-muted">{attempt.condition.replaceAll(";", " · ")}</p>
        {attempt.failure && (
          <div className="text-bad">
            <strong>
              <FailureName code={attempt.failure} />
            </strong>
            <p>{attempt.failureMessage && <Said>{attempt.failureMessage}</Said>}</p>
          </div>
        )}
      </header>
      <Facts
        facts={[
          [t("attempts.status"), t(`attemptStatus.${attempt.status}`)],
          [t("attempts.epoch"), attempt.epoch ?? t("none")],
          [t("attempt.calls"), format.number(attempt.calls)],
          [t("attempt.seconds"), format.number(attempt.ms / 1000, { maximumFractionDigits: 2 })],
          [
            t("attempts.cost"),
            attempt.cost === null ? t("none") : format.number(attempt.cost, { maximumSignificantDigits: 4 }),
          ],
          [t("attempt.created"), <When key="created" at={attempt.createdAt} />],
          [t("attempt.started"), <When key="started" at={attempt.startedAt} />],
          [t("attempt.submitted"), <When key="submitted" at={attempt.submittedAt} />],
          [t("attempt.source"), attempt.source],
          [t("attempt.seed"), attempt.seed],
          [t("attempt.id"), <code key="id">{attempt.id}</code>],
        ]}
      />
      <JudgementView judgement={attempt.judgement} labels={labels} />
      <section aria-labelledby="calls" className="flex flex-col gap-5">
        <h2 id="calls">{t("attempt.calls")}</h2>
        {attempt.callRows.length === 0 && <p className="text-muted">{t("attempt.noCalls")}</p>}
        {attempt.callRows.map((call, at) => (
          <CallView key={call.seq} call={call} number={at + 1} />
        ))}
      </section>
      <Fold title={`${t("attempt.moves")} (${attempt.moves.length})`}>
        <RawText
          text={attempt.moves.map(({ seq, at, move }) => `${seq} ${at} ${JSON.stringify(move)}`).join("\n")}
          label={t("attempt.moves")}
          code
        />
      </Fold>
      {attempt.snapshot !== null && (
        <Fold title={t("attempt.configuration")}>
          <RawText text={JSON.stringify(attempt.snapshot, null, 2)} label={t("attempt.configuration")} code />
        </Fold>
      )}
    </div>
  );
}
