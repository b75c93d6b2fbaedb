"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Modal } from "@/components/ui/modal";
import type { RunBody } from "@/lib/contracts/runs";
import { useApi } from "./use-api";

type Action = "pause" | "resume" | "retry" | "cancel";

/** Which actions make sense for a run as it stands. */
function actionsOf(run: RunBody): Action[] {
  const list: Action[] = [];
  if (run.status === "running") list.push("pause");
  if (run.status === "paused") list.push("resume");
  if (run.status !== "cancelled" && run.counts.failed > 0) list.push("retry");
  if (run.status === "running" || run.status === "paused") list.push("cancel");
  return list;
}

/** Pause, resume, retry failed, cancel. `changed` gets the run as it stands after. */
export function RunActions({ run, changed }: { run: RunBody; changed: (run: RunBody) => void }) {
  const t = useTranslations("research.run");
  const common = useTranslations("research");
  const call = useApi();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function act(action: Action) {
    setBusy(true);
    setAsking(false);
    const answer = await call("POST", `/api/v1/runs/${run.id}/${action}`);
    setBusy(false);
    setError(answer.ok ? null : answer.words);
    if (answer.ok) changed(answer.body as RunBody);
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {actionsOf(run).map((action) => (
          <button
            key={action}
            type="button"
            className="btn"
            disabled={busy}
            onClick={() => (action === "cancel" ? setAsking(true) : void act(action))}
          >
            {t(action)}
          </button>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      {asking && (
        <Modal title={t("cancelTitle")} close={common("keep")} onClose={() => setAsking(false)}>
          <p>{t("cancelText")}</p>
          <button type="button" className="btn self-start text-bad" onClick={() => void act("cancel")}>
            {t("cancelDo")}
          </button>
        </Modal>
      )}
    </>
  );
}
