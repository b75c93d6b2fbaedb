"use client";

import { signOut } from "next-auth/react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { forgetAll, sendAll } from "@/components/play/resume";

/**
 * Signs out, and leaves nothing for the next person at this browser. What was not sent yet is sent first; where that
 * fails the reader is asked, for it would be lost.
 */
export function SignOut() {
  const t = useTranslations("account");
  const format = useFormatter();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<{ text: string; unsent: boolean } | null>(null);
  async function leave() {
    setBusy(true);
    try {
      await signOut({ redirect: false });
      await forgetAll();
      window.location.assign("/");
    } catch {
      setTrouble({ text: t("signOutFailed"), unsent: false });
      setBusy(false);
    }
  }
  async function sendAndLeave() {
    setBusy(true);
    const left = await sendAll();
    if (left.length === 0) return leave();
    const cases = format.list(left.map(({ task }) => t("unsentCase", { title: task.title })));
    setTrouble({ text: t("unsent", { cases }), unsent: true });
    setBusy(false);
  }
  return (
    <div className="flex flex-col gap-3">
      {trouble && (
        <p role="alert" className="notice">
          {trouble.text}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn" disabled={busy} onClick={() => void sendAndLeave()}>
          {t(trouble ? "sendAgain" : "signOut")}
        </button>
        {trouble?.unsent && (
          <button type="button" className="btn" disabled={busy} onClick={() => void leave()}>
            {t("signOutUnsent")}
          </button>
        )}
      </div>
    </div>
  );
}
