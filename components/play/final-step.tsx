"use client";

import { useTranslations } from "next-intl";
import { SavedText } from "@/components/ui/saved-text";
import type { EpisodeMove, EpisodeResponse, EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { textOf } from "./dialogs";

/** The answer as the draft, the marks and the notes make it. */
export function responseOf(state: EpisodeState): EpisodeResponse {
  const { draft, marks, notes } = state;
  const said = marks.map((id) => [id, draft.interpretations?.[id] ?? notes[id] ?? ""] as const);
  return {
    clues: marks,
    interpretations: Object.fromEntries(said.filter(([, text]) => text !== "")),
    participants: draft.participants ?? [],
    participantReasons: draft.participantReasons ?? {},
    reconstruction: draft.reconstruction ?? "",
    ruledOut: draft.ruledOut ?? {},
    confidence: draft.confidence ?? null,
  };
}

type Props = {
  task: EpisodeTask;
  state: EpisodeState;
  move: (move: EpisodeMove) => boolean;
  back: () => void;
  review: () => void;
};

/** Who took part, what happened, how sure; interpretations of the clues are optional and start as the notes. */
export function FinalStep({ task, state, move, back, review }: Props) {
  const t = useTranslations("play");
  const answer = responseOf(state);
  const ready = answer.reconstruction.trim() !== "" && answer.confidence !== null;
  function choose(id: string, on: boolean) {
    const participants = on ? [...answer.participants, id] : answer.participants.filter((held) => held !== id);
    move({ type: "draft", draft: { participants } });
  }
  return (
    <div className="flex flex-col gap-6 pb-10">
      <h2>{t("finalTitle")}</h2>
      <p>{task.question}</p>
      <p>{t("costs")}</p>
      <fieldset>
        <legend className="font-semibold">{t("whoTookPart")}</legend>
        <p className="text-muted">{task.participantDefinition}</p>
        {task.candidates.map((person) => (
          <label key={person.id} className="choice">
            <input
              type="checkbox"
              checked={answer.participants.includes(person.id)}
              onChange={(event) => choose(person.id, event.target.checked)}
            />
            <span>
              <strong>{person.name}</strong> <span className="text-muted">{person.description}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <SavedText
        id="reconstruction"
        label={t("whatHappened")}
        rows={6}
        value={answer.reconstruction}
        onSave={(reconstruction) => move({ type: "draft", draft: { reconstruction } })}
      />
      <div className="flex flex-col gap-1">
        <label htmlFor="confidence">{t("confidence")}</label>
        <input
          id="confidence"
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          step={1}
          className="input max-w-40"
          value={answer.confidence ?? ""}
          onChange={(event) => {
            const number =
              event.target.value === "" ? null : Math.round(Math.min(100, Math.max(0, Number(event.target.value))));
            move({ type: "draft", draft: { confidence: number } });
          }}
        />
      </div>
      <section aria-labelledby="your-clues" className="flex flex-col gap-4">
        <h3 id="your-clues">{t("yourClues", { marked: state.marks.length, quota: task.quota })}</h3>
        {state.marks.map((id) => (
          <div key={id}>
            <p lang={task.language === "zh" ? "zh-Hans" : "en"}>{textOf(task, id)}</p>
            <SavedText
              id={`interpretation-${id}`}
              label={t("interpretation")}
              rows={2}
              value={state.draft.interpretations?.[id] ?? state.notes[id] ?? ""}
              onSave={(text) =>
                move({ type: "draft", draft: { interpretations: { ...state.draft.interpretations, [id]: text } } })
              }
            />
          </div>
        ))}
      </section>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn" onClick={back}>
          {t("backToStory")}
        </button>
        <button type="button" className="btn btn-main" disabled={!ready} aria-describedby="needed" onClick={review}>
          {t("review")}
        </button>
      </div>
      <p id="needed" className="text-muted">
        {t("needed")}
      </p>
    </div>
  );
}
