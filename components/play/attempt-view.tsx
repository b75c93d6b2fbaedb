"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { AttemptBody } from "./attempt-client";
import { FinalStep } from "./final-step";
import { Outcome } from "./outcome";
import { Reading } from "./reading";
import { Review } from "./review";
import { useAttempt } from "./use-attempt";

/** An attempt from its first sentence to its solution: reading, answer, review, outcome. */
export function AttemptView({ attempt, forget }: { attempt: AttemptBody; forget: () => void }) {
  const t = useTranslations("play");
  const { task, state, move, sync, result, elsewhere } = useAttempt(attempt, forget);
  const [stage, setStage] = useState<"reading" | "final" | "review">("reading");
  const top = useRef<HTMLDivElement>(null);
  const shown = state?.response ? "outcome" : stage;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (shown !== "reading") window.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [shown]);
  if (!state) return null;
  const status = t(`sync.${sync}`);
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      {elsewhere && (
        <p role="alert" className="border border-edge p-3">
          {t("elsewhere")}
        </p>
      )}
      {shown === "reading" && (
        <Reading task={task} state={state} move={move} status={status} toFinal={() => setStage("final")} />
      )}
      {shown === "final" && (
        <FinalStep
          task={task}
          state={state}
          move={move}
          back={() => setStage("reading")}
          review={() => setStage("review")}
        />
      )}
      {shown === "review" && <Review task={task} state={state} move={move} back={() => setStage("final")} />}
      {shown === "outcome" && (
        <Outcome id={attempt.id} task={task} state={state} result={result} revealed={attempt.reveal} again={forget} />
      )}
      {shown !== "reading" && <p className="font-sans text-sm text-muted">{status}</p>}
    </div>
  );
}
