"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { LaunchEstimate, RunBody } from "@/lib/contracts/runs";
import { EstimateView } from "./estimate-view";
import { LaunchChoices, type LaunchOptions } from "./launch-choices";
import { planOf } from "./plan-body";
import { useApi } from "./use-api";

type Shown = { plan: object; estimate: LaunchEstimate };

/**
 * The launch of a run in two steps: a preview of what it would do and cost, then the launch of exactly that plan. A
 * change of any field takes the preview away.
 */
export function LaunchForm({ options, language }: { options: LaunchOptions; language: string }) {
  const t = useTranslations("research.launch");
  const call = useApi();
  const router = useRouter();
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<"preview" | "launch" | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown) heading.current?.focus();
  }, [shown]);
  const labels = {
    "plan.name": t("name"),
    "plan.tasks": t("tasks"),
    "plan.models": t("actors"),
    "plan.baselines": t("baselines"),
    "plan.conditions": t("conditions"),
    "plan.epochs": t("epochs"),
    "plan.concurrency": t("concurrency"),
    "plan.budget": t("budget"),
  };

  async function preview(form: FormData) {
    setError(null);
    const plan = planOf(form);
    if ("missing" in plan) {
      if (plan.missing === "condition") return setError(t("pickCondition", { field: t(plan.field) }));
      return setError(plan.missing === "task" ? t("pickTask") : t("pickActor"));
    }
    setBusy("preview");
    const answer = await call("POST", "/api/v1/runs", { plan, dryRun: true }, labels);
    setBusy(null);
    if (answer.ok) setShown({ plan, estimate: (answer.body as { estimate: LaunchEstimate }).estimate });
    else setError(answer.words);
  }

  async function launch(plan: object) {
    setBusy("launch");
    setError(null);
    const answer = await call("POST", "/api/v1/runs", { plan }, labels);
    if (answer.ok) return router.push(`/research/runs/${(answer.body as { run: RunBody }).run.id}`);
    setBusy(null);
    setError(answer.words);
  }

  return (
    <form
      className="flex max-w-3xl flex-col gap-6"
      onChange={() => setShown(null)}
      onSubmit={(event) => {
        event.preventDefault();
        void preview(new FormData(event.currentTarget));
      }}
    >
      <LaunchChoices options={options} language={language} />
      <button type="submit" className={shown ? "btn self-start" : "btn btn-main self-start"} disabled={busy !== null}>
        {busy === "preview" ? t("previewing") : t("preview")}
      </button>
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      {shown && (
        <section aria-labelledby="estimate" className="flex flex-col gap-4 border border-edge bg-raised p-4">
          <h2 id="estimate" ref={heading} tabIndex={-1}>
            {t("estimate")}
          </h2>
          <EstimateView estimate={shown.estimate} />
          <button
            type="button"
            className="btn btn-main self-start"
            disabled={busy !== null}
            onClick={() => void launch(shown.plan)}
          >
            {busy === "launch" ? t("launching") : t("launch")}
          </button>
        </section>
      )}
    </form>
  );
}
