"use client";

import { useTranslations } from "next-intl";
import { Modal } from "@/components/ui/modal";
import { type EpisodeState, type EpisodeTask, suspicionLevels } from "@/lib/families/episode/play";
import type { Act } from "./dialogs";

const shapes = { unknown: "·", unlikely: "○", possible: "◐", likely: "●" } as const;

/** The candidates with the player's present suspicion, in words and shape, and what "participant" means here. */
export function Board(props: { task: EpisodeTask; state: EpisodeState; act: Act; onClose: () => void }) {
  const { task, state, act } = props;
  const t = useTranslations("play");
  return (
    <Modal title={t("board")} close={t("done")} onClose={props.onClose}>
      <p>{task.scope}</p>
      <p>{task.participantDefinition}</p>
      <ul className="flex flex-col gap-4">
        {task.candidates.map((person) => {
          const now = state.suspicions[person.id] ?? "unknown";
          return (
            <li key={person.id}>
              <fieldset>
                <legend>
                  <strong>{person.name}</strong>
                </legend>
                <p>{person.description}</p>
                <div className="flex flex-wrap gap-x-4">
                  {suspicionLevels.map((level) => (
                    <label key={level} className="choice">
                      <input
                        type="radio"
                        name={`suspect-${person.id}`}
                        checked={now === level}
                        onChange={() =>
                          act(
                            { type: "suspect", candidate: person.id, level },
                            { type: "suspect", candidate: person.id, level: now },
                          )
                        }
                      />
                      <span>
                        <span aria-hidden="true">{shapes[level]} </span>
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
