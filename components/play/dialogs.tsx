"use client";

import { useTranslations } from "next-intl";
import { Modal } from "@/components/ui/modal";
import { SavedText } from "@/components/ui/saved-text";
import type { EpisodeMove, EpisodeState, EpisodeTask } from "@/lib/families/episode/play";

export type Act = (wanted: EpisodeMove, back: EpisodeMove) => void;
type Common = { task: EpisodeTask; state: EpisodeState; act: Act; onClose: () => void };

export const textOf = (task: EpisodeTask, id: string) =>
  task.sentences.find((sentence) => sentence.id === id)?.text ?? "";

/** A note on one sentence. */
export function NoteDialog({ task, state, sentence, act, onClose }: Common & { sentence: string }) {
  const t = useTranslations("play");
  const before = state.notes[sentence] ?? "";
  return (
    <Modal title={t("noteTitle")} close={t("done")} onClose={onClose}>
      <blockquote lang={task.language === "zh" ? "zh-Hans" : "en"}>{textOf(task, sentence)}</blockquote>
      <SavedText
        id="note"
        label={t("note")}
        value={before}
        onSave={(text) => act({ type: "note", sentence, text }, { type: "note", sentence, text: before })}
      />
    </Modal>
  );
}

/** The quota is used up: says so, and offers to give up one mark for the new one. Nothing is replaced by itself. */
export function QuotaDialog({ task, state, sentence, act, onClose }: Common & { sentence: string }) {
  const t = useTranslations("play");
  function swap(old: string) {
    act({ type: "unmark", sentence: old }, { type: "mark", sentence: old });
    act({ type: "mark", sentence }, { type: "unmark", sentence });
    onClose();
  }
  return (
    <Modal title={t("quotaFull", { quota: task.quota })} close={t("keepMarks")} onClose={onClose}>
      <p>{t("quotaText")}</p>
      <blockquote lang={task.language === "zh" ? "zh-Hans" : "en"}>{textOf(task, sentence)}</blockquote>
      <ul className="flex flex-col gap-2">
        {state.marks.map((id) => (
          <li key={id}>
            <button type="button" className="btn w-full justify-start text-start" onClick={() => swap(id)}>
              <span>
                {t("swapFor")} <span lang={task.language === "zh" ? "zh-Hans" : "en"}>{textOf(task, id)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

type HelpProps = {
  keys: boolean;
  setKeys: (on: boolean) => void;
  spoken: boolean;
  setSpoken: (on: boolean) => void;
  onClose: () => void;
};

/** How it works, the keys, and the two switches. */
export function Help({ keys, setKeys, spoken, setSpoken, onClose }: HelpProps) {
  const t = useTranslations("play");
  return (
    <Modal title={t("help")} close={t("done")} onClose={onClose}>
      <p>{t("helpText")}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {(["next", "back", "mark", "note", "board", "help"] as const).map((name) => (
          <div key={name} className="contents">
            <dt className="font-sans">{t(`key.${name}`)}</dt>
            <dd>{t(`does.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <label className="choice">
        <input type="checkbox" checked={keys} onChange={(event) => setKeys(event.target.checked)} />
        {t("useKeys")}
      </label>
      <label className="choice">
        <input type="checkbox" checked={spoken} onChange={(event) => setSpoken(event.target.checked)} />
        {t("speak")}
      </label>
    </Modal>
  );
}
