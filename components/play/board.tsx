"use client";

import { useTranslations } from "next-intl";
import { Modal } from "@/components/ui/modal";
import { suspicionLevels } from "@/lib/families/episode/play";
import { Portrait } from "./portrait";
import { langOf } from "./story-lang";
import { SuspicionShape } from "./suspicion";
import { UndoButton } from "./undo-button";
import type { OverStory } from "./use-undo";

/** The candidates with the player's present suspicion, in words and shape, and what "participant" means here. */
export function Board({ task, state, act, onClose, possible, undo }: OverStory) {
  const t = useTranslations("play");
  const lang = langOf(task.language);
  return (
    <Modal
      title={t("board")}
      close={t("done")}
      onClose={onClose}
      actions={<UndoButton possible={possible} undo={undo} />}
    >
      <p lang={lang}>{task.question}</p>
      <dl className="terms">
        <dt>{t("scopeTitle")}</dt>
        <dd lang={lang}>{task.scope}</dd>
        <dt>{t("definitionTitle")}</dt>
        <dd lang={lang}>{task.participantDefinition}</dd>
      </dl>
      <ul className="people">
        {task.candidates.map((person) => {
          const now = state.suspicions[person.id] ?? "unknown";
          const linked = state.marks.filter((id) => (state.links[id] ?? []).includes(person.id)).length;
          return (
            <li key={person.id}>
              <Portrait task={task} id={person.id} />
              <fieldset>
                <legend lang={lang} className="font-semibold">
                  {person.name}
                </legend>
                <p lang={lang}>{person.description}</p>
                {linked > 0 && <p className="text-sm text-muted">{t("linkedClues", { number: linked })}</p>}
                <div className="segments">
                  {suspicionLevels.map((level) => (
                    <label key={level}>
                      <input
                        type="radio"
                        className="visually-hidden"
                        name={`suspect-${person.id}`}
                        checked={now === level}
                        onChange={() => act({ type: "suspect", candidate: person.id, level })}
                      />
                      <span>
                        <SuspicionShape level={level} />
                        {t(`level.${level}`)}
                      </span>
                    </label>
                  ))}
                </div>
              </fieldset>
            </li>
          );
        })}
      </ul>
    </Modal>
  );
}
