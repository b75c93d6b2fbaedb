"use client";

import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { RunBody } from "@/lib/contracts/runs";
import { Facts } from "./facts";
import { FailureName } from "./failure-name";
import { ProgressBar } from "./progress-bar";
import { RunActions } from "./run-actions";
import { Said } from "@/components/ui/said";
import { Table } from "@/components/ui/table";
import { usePolled } from "./use-polled";

const validities = ["scorable", "recovered", "invalid"] as const;
const states = ["done", "running", "waiting", "failed", "cancelled"] as const;

/** A run as it goes on: asked for every two seconds while it runs. Without scripts it shows the state of the request. */
export function RunMonitor({ first }: { first: RunBody }) {
  const t = useTranslations("research.run");
  const common = useTranslations("research");
  const format = useFormatter();
  const [run, setRun] = useState(first);
  const moving = run.status === "running" || run.counts.running > 0;
  const lost = usePolled<RunBody>(`/api/v1/runs/${run.id}`, moving, setRun);
  const reason = run.pauseReason ?? "asked";
  const failed = /^[a-z-]+: (.+)$/s.exec(reason)?.[1];
  const { usage } = run;
  const count = (value: number | null) => (value === null ? common("none") : format.number(value));
  const known = run.cost === null ? null : format.number(run.cost, { maximumFractionDigits: 4 });
  const unknown = run.callsWithoutCost;
  const money =
    unknown === 0
      ? (known ?? common("none"))
      : known === null
        ? t("unknownCost", { count: unknown })
        : t("partCost", { cost: known, count: unknown });
  return (
    <div className="flex flex-col gap-8">
      <section aria-label={t("progress")} className="flex flex-col gap-4">
        <p role="status" className="text-lg">
          {run.status === "paused" ? (
            <strong>
              {failed === undefined ? (
                t("pausedBecause", { reason: t.has(`reasons.${reason}`) ? t(`reasons.${reason}`) : reason })
              ) : (
                <>
                  {t("pausedBecause", { reason: "" })}
                  <Said>{failed}</Said>
                </>
              )}
            </strong>
          ) : (
            common(`status.${run.status}`)
          )}
        </p>
        <ProgressBar counts={run.counts} />
        <Facts facts={states.map((state) => [t(state), format.number(run.counts[state])])} />
        {lost && <p className="text-bad">{t("lost")}</p>}
        <RunActions run={run} changed={setRun} />
      </section>
      {run.failures.length > 0 && (
        <div className="flex flex-col gap-3">
          <h2>{t("failures")}</h2>
          <Table
            label={t("failures")}
            heads={[t("failure"), t("count"), t("said")]}
            rows={run.failures.map((failure) => ({
              key: failure.code,
              cells: [
                <Link
                  key="code"
                  href={`/research/attempts?${new URLSearchParams({ run: run.id, failure: failure.code })}`}
                >
                  <FailureName code={failure.code} />
                </Link>,
                format.number(failure.count),
                <div key="said" className="min-w-56">
                  <Said>{failure.message}</Said>
                </div>,
              ],
            }))}
          />
        </div>
      )}
      <Facts
        facts={[
          [t("calls"), format.number(run.calls)],
          [t("input"), count(usage.input)],
          [t("cached"), count(usage.cached)],
          [t("output"), count(usage.output)],
          [t("reasoning"), count(usage.reasoning)],
          [t("cost"), money],
          [
            t("timeLeft"),
            run.status === "running" ? <TimeLeft key="left" seconds={run.secondsLeft} /> : common("none"),
          ],
        ]}
      />
      <section aria-labelledby="validity" className="flex flex-col gap-3">
        <h2 id="validity">{t("validity")}</h2>
        <Facts facts={validities.map((name) => [common(`validity.${name}`), format.number(run.validity[name])])} />
      </section>
    </div>
  );
}

function TimeLeft({ seconds }: { seconds: number | null }) {
  const t = useTranslations("research.run");
  const format = useFormatter();
  if (seconds === null) return t("unknown");
  const [value, unit] =
    seconds < 90 ? [seconds, "second"] : seconds < 5400 ? [seconds / 60, "minute"] : [seconds / 3600, "hour"];
  const time = format.number(Math.ceil(value as number), {
    style: "unit",
    unit: unit as string,
    unitDisplay: "long",
  });
  return t("left", { time });
}
