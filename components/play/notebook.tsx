"use client";

import { useTranslations } from "next-intl";
import { Modal } from "@/components/ui/modal";
import type { EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { type Act, textOf } from "./dialogs";

/** The marked sentences with their notes: order them, and link each to candidates. */
export function Notebook(props: { task: EpisodeTask; state: EpisodeState; act: Act; onClose: () => void }) {
  const { task, state, act } = props;
  const t = useTranslations("play");
  function up(index: number) {
    const sentences = [...state.marks];
    const [one] = sentences.splice(index, 1);
    if (one === undefined) return;
    sentences.splice(index - 1, 0, one);
    act({ type: "order", sentences }, { type: "order", sentences: state.marks });
  }
  function link(sentence: string, candidate: string) {
    const before = state.links[sentence] ?? [];
    const candidates = before.includes(candidate) ? before.filter((id) => id !== candidate) : [...before, candidate];
    act({ type: "link", sentence, candidates }, { type: "link", sentence, candidates: before });
  }
  return (
    <Modal title={t("notebook")} close={t("done")} onClose={props.onClose}>
      {state.marks.length === 0 && <p>{t("noMarks")}</p>}
      <ol className="flex flex-col gap-4">
        {state.marks.map((id, index) => (
          <li key={id} className="flex flex-col gap-1">
            <p lang={task.language === "zh" ? "zh-Hans" : "en"}>{textOf(task, id)}</p>
            {state.notes[id] && <p className="text-muted">{state.notes[id]}</p>}
            <div className="flex flex-wrap gap-2">
              <button
                type="button"
                className="btn"
                disabled={index === 0}
                aria-label={t("moveUp", { number: index + 1 })}
                onClick={() => up(index)}
              >
                ↑
              </button>
              <button
                type="button"
                className="btn"
                onClick={() => act({ type: "unmark", sentence: id }, { type: "mark", sentence: id })}
              >
                {t("unmark")}
              </button>
              {task.candidates.map((person) => {
                const linked = (state.links[id] ?? []).includes(person.id);
                return (
                  <button
                    key={person.id}
                    type="button"
                    className="btn"
                    aria-pressed={linked}
                    onClick={() => link(id, person.id)}
                  >
                    {linked && <span aria-hidden="true">✓ </span>}
                    {person.name}
                  </button>
                );
              })}
            </div>
          </li>
        ))}
      </ol>
    </Modal>
  );
}
