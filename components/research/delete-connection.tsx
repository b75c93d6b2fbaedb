"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Modal } from "@/components/ui/modal";
import { useApi } from "./use-api";

/** Deletes a connection after asking. */
export function DeleteConnection({ id }: { id: string }) {
  const t = useTranslations("research");
  const router = useRouter();
  const call = useApi();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function remove() {
    const answer = await call("DELETE", `/api/v1/connections/${id}`);
    if (!answer.ok) return setError(answer.words);
    router.push("/research/connections");
    router.refresh();
  }
  return (
    <>
      <button type="button" className="btn self-start text-bad" onClick={() => setAsking(true)}>
        {t("delete")}
      </button>
      {asking && (
        <Modal title={t("connections.deleteTitle")} close={t("keep")} onClose={() => setAsking(false)}>
          <p>{t("connections.deleteText")}</p>
          {error && (
            <p role="alert" className="text-bad">
              {error}
            </p>
          )}
          <button type="button" className="btn self-start text-bad" onClick={() => void remove()}>
            {t("delete")}
          </button>
        </Modal>
      )}
    </>
  );
}
