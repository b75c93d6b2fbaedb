"use client";

import { useTranslations } from "next-intl";
import { Icon } from "./icon";

/** Takes back the last act, from inside a dialog. It keeps the focus even when nothing is left to take back. */
export function UndoButton({ possible, undo }: { possible: boolean; undo: () => void }) {
  const t = useTranslations("play");
  return (
    <button
      type="button"
      id="undo-in-dialog"
      className="btn"
      aria-disabled={!possible}
      onClick={() => possible && undo()}
    >
      <Icon name="undo" />
      <span className="ms-1">{t("undo")}</span>
    </button>
  );
}
