import type { AttemptRow } from "@/lib/contracts/run-attempts";
import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { conditionWords } from "@/components/insights/condition-words";
import { AttemptActor } from "./attempt-actor";
import { Table } from "@/components/ui/table";
import { FailureName } from "./failure-name";
import { When } from "./when";

const heads = [
  "task",
  "actor",
  "condition",
  "epoch",
  "status",
  "validity",
  "hits",
  "participants",
  "wrong",
  "total",
  "seconds",
  "cost",
  "created",
] as const;

/** One row an attempt. The first cell opens it. */
export function AttemptsTable({ attempts }: { attempts: AttemptRow[] }) {
  const t = useTranslations("research");
  const condition = useTranslations("condition");
  const format = useFormatter();
  const language = useLocale() === "zh" ? "zh" : "en";
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? t("none") : format.number(value, { maximumSignificantDigits: 4 });
  const rows = attempts.map((attempt) => {
    const { scores } = attempt;
    const validity = attempt.validity ? t(`validity.${attempt.validity}`) : t("none");
    return {
      key: attempt.id,
      cells: [
        <Link key="open" href={`/research/attempts/${attempt.id}`} prefetch={false} className="inline-block py-1">
          {attempt.task.title[language]}
        </Link>,
        <AttemptActor key="actor" {...attempt} />,
        <span key="condition" title={attempt.condition}>
          {conditionWords(condition, attempt.condition)}
        </span>,
        number(attempt.epoch),
        <span key="status">
          {t(`attemptStatus.${attempt.status}`)} {attempt.failure && <FailureName code={attempt.failure} />}
        </span>,
        [validity, attempt.reason].filter(Boolean).join(": "),
        scores ? `${number(scores.clueHits)} / ${number(scores.keyClues)}` : t("none"),
        scores ? `${number(scores.participantHits)} / ${number(scores.participantsTotal)}` : t("none"),
        number(scores?.wrongParticipants),
        number(scores?.total),
        attempt.ms > 0 ? format.number(attempt.ms / 1000, { maximumSignificantDigits: 2 }) : t("none"),
        number(attempt.cost),
        <When key="when" at={attempt.createdAt} />,
      ],
    };
  });
  return <Table label={t("attempts.title")} heads={heads.map((head) => t(`attempts.${head}`))} rows={rows} />;
}
