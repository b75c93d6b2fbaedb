"use client";

import { useTranslations } from "next-intl";
import { Modal } from "@/components/ui/modal";
import { SavedText } from "@/components/ui/saved-text";
import { Icon } from "./icon";
import { langOf, numberOf, textOf } from "./story-lang";
import { UndoButton } from "./undo-button";
import type { OverStory } from "./use-undo";
import { sayStatus } from "./voice";

/** Moving an element takes the focus from it: give it back, or to the other button at an end. */
function refocus(...ids: string[]) {
  requestAnimationFrame(() => {
    for (const id of ids) {
      const button = document.getElementById(id);
      if (button instanceof HTMLButtonElement && !button.disabled) return button.focus();
    }
  });
}

function Clue({
  id,
  index,
  task,
  state,
  act,
}: Omit<OverStory, "onClose" | "possible" | "undo"> & { id: string; index: number }) {
  const t = useTranslations("play");
  const lang = langOf(task.language);
  const note = state.notes[id] ?? "";
  const links = state.links[id] ?? [];
  function shift(by: number) {
    const sentences = state.marks.filter((one) => one !== id);
    sentences.splice(index + by, 0, id);
    act({ type: "order", sentences });
    sayStatus(t("saidMoved", { number: index + by + 1 }));
    refocus(...(by < 0 ? [`up-${id}`, `down-${id}`] : [`down-${id}`, `up-${id}`]));
  }
  function link(candidate: string) {
    const candidates = links.includes(candidate) ? links.filter((one) => one !== candidate) : [...links, candidate];
    act({ type: "link", sentence: id, candidates });
  }
  return (
    <li className="clue">
      <p lang={lang}>
        <span className="text-sm text-muted">{t("sentence", { number: numberOf(task, id) })}</span> {textOf(task, id)}
      </p>
      <SavedText
        id={`note-${id}`}
        label={t("note")}
        rows={1}
        value={note}
        onSave={(text) => act({ type: "note", sentence: id, text })}
      />
      <fieldset>
        <legend className="text-sm text-muted">{t("about")}</legend>
        <div className="segments" lang={lang}>
          {task.candidates.map((person) => (
            <label key={person.id}>
              <input
                type="checkbox"
                className="visually-hidden"
                checked={links.includes(person.id)}
                onChange={() => link(person.id)}
              />
              <span>
                {links.includes(person.id) && <Icon name="check" />}
                {person.name}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          id={`up-${id}`}
          className="btn"
          disabled={index === 0}
          aria-label={t("moveUp", { number: index + 1 })}
          onClick={() => shift(-1)}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          id={`down-${id}`}
          className="btn"
          disabled={index === state.marks.length - 1}
          aria-label={t("moveDown", { number: index + 1 })}
          onClick={() => shift(1)}
        >
          <Icon name="down" />
        </button>
        {!task.cued && (
          <button
            type="button"
            className="btn"
            aria-label={t("unmarkNumber", { number: index + 1 })}
            onClick={() => {
              act({ type: "unmark", sentence: id });
              refocus("undo-in-dialog");
            }}
          >
            {t("unmark")}
          </button>
        )}
      </div>
    </li>
  );
}

/** The marked sentences with their notes: order them, and link each to candidates. Then notes on other sentences and a free page. */
export function Notebook({ task, state, act, onClose, possible, undo }: OverStory) {
  const t = useTranslations("play");
  const others = Object.keys(state.notes).filter((id) => state.notes[id] && !state.marks.includes(id));
  return (
    <Modal
      title={t("notebook")}
      close={t("done")}
      onClose={onClose}
      actions={<UndoButton possible={possible} undo={undo} />}
    >
      <p className="text-sm text-muted">{t("quota", { marked: state.marks.length, quota: task.quota })}</p>
      {state.marks.length === 0 && <p>{t("noMarks")}</p>}
      <ol className="flex flex-col gap-4">
        {state.marks.map((id, index) => (
          <Clue key={id} id={id} index={index} task={task} state={state} act={act} />
        ))}
      </ol>
      {others.length > 0 && (
        <section aria-labelledby="other-notes" className="flex flex-col gap-2">
          <h3 id="other-notes">{t("otherNotes")}</h3>
          <ul className="flex flex-col gap-3">
            {others.map((id) => (
              <li key={id}>
                <p lang={langOf(task.language)}>{textOf(task, id)}</p>
                <p className="text-muted">{state.notes[id]}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SavedText
        id="free-notes"
        label={t("freeNotes")}
        rows={3}
        value={state.notebook}
        onSave={(text) => act({ type: "notebook", text })}
      />
    </Modal>
  );
}
