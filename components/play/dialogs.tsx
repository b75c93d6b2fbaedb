"use client";

import { useTranslations } from "next-intl";
import { Modal } from "@/components/ui/modal";
import { SavedText } from "@/components/ui/saved-text";
import type { EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { langOf, numberOf, textOf } from "./story-lang";
import type { Act } from "./use-undo";
import { sayStatus } from "./voice";

type Common = { task: EpisodeTask; state: EpisodeState; act: Act; onClose: () => void };

/** A note on one sentence. */
export function NoteDialog({ task, state, sentence, act, onClose }: Common & { sentence: string }) {
  const t = useTranslations("play");
  return (
    <Modal title={t("noteTitle", { number: numberOf(task, sentence) })} close={t("done")} onClose={onClose}>
      <blockquote className="quoted" lang={langOf(task.language)}>
        {textOf(task, sentence)}
      </blockquote>
      <SavedText
        id="note"
        label={t("note")}
        value={state.notes[sentence] ?? ""}
        first
        onSave={(text) => act({ type: "note", sentence, text })}
      />
    </Modal>
  );
}

/** The quota is used up: says so, and offers to give up one mark for the new one. Nothing is replaced by itself. */
export function QuotaDialog({ task, state, sentence, act, onClose }: Common & { sentence: string }) {
  const t = useTranslations("play");
  const lang = langOf(task.language);
  function swap(old: string) {
    act([
      { type: "unmark", sentence: old },
      { type: "mark", sentence },
    ]);
    sayStatus(t("saidSwapped", { left: t("quota", { marked: state.marks.length, quota: task.quota }) }));
    onClose();
  }
  return (
    <Modal title={t("quotaFull", { quota: task.quota })} close={t("keepMarks")} onClose={onClose}>
      <p>{t("quotaText")}</p>
      <blockquote className="quoted" lang={lang}>
        {textOf(task, sentence)}
      </blockquote>
      <ul className="flex flex-col gap-2" aria-label={t("swapList")}>
        {state.marks.map((id) => (
          <li key={id}>
            <button type="button" className="btn w-full justify-start text-start" onClick={() => swap(id)}>
              <span>
                <span className="text-muted">{t("swapFor")}</span> <span lang={lang}>{textOf(task, id)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
