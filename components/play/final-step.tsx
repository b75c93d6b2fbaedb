"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SavedText } from "@/components/ui/saved-text";
import type { Draft, EpisodeMove, EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { type Missing, missingIn, responseOf } from "./answer";
import { Confidence } from "./confidence";
import { Portrait } from "./portrait";
import { langOf, numberOf, textOf } from "./story-lang";
import { SuspicionShape } from "./suspicion";

type Props = {
  task: EpisodeTask;
  state: EpisodeState;
  move: (move: EpisodeMove) => boolean;
  back: () => void;
  review: () => void;
};

/** Who took part, what happened, how sure; interpretations of the clues start as the notes. */
export function FinalStep({ task, state, move, back, review }: Props) {
  const t = useTranslations("play");
  const lang = langOf(task.language);
  const answer = responseOf(state);
  const [told, setTold] = useState(false);
  const missing = missingIn(task, answer);
  const save = (draft: Draft) => move({ type: "draft", draft });
  const error = (field: Missing) => (told ? (missing.includes(field) ? t("fieldNeeded") : "") : undefined);
  function go() {
    const [first] = missing;
    if (first === undefined) return review();
    setTold(true);
    document.getElementById(first)?.focus();
  }
  return (
    <div className="flex flex-col gap-7 pb-10">
      <div className="flex flex-col gap-2">
        <h2>{t("finalTitle")}</h2>
        <p lang={lang}>{task.question}</p>
        {task.disclosure !== "none" && <p className="notice">{t("costs")}</p>}
      </div>
      <fieldset>
        <legend className="legend">{t("whoTookPart")}</legend>
        <p className="text-sm text-muted" lang={lang}>
          {task.participantDefinition}
        </p>
        {task.candidates.map((person) => {
          const level = state.suspicions[person.id];
          const named = answer.participants.includes(person.id);
          return (
            <label key={person.id} className="choice person">
              <input
                type="checkbox"
                checked={named}
                onChange={() =>
                  save({
                    participants: named
                      ? answer.participants.filter((id) => id !== person.id)
                      : [...answer.participants, person.id],
                  })
                }
              />
              <Portrait task={task} id={person.id} size={44} />
              <span className="person-text">
                <span lang={lang}>
                  <strong>{person.name}</strong> <span className="text-muted">{person.description}</span>
                </span>
                {level && level !== "unknown" && (
                  <span className="flex items-center gap-1 text-sm text-muted">
                    <SuspicionShape level={level} /> {t("yourSuspicion", { level: t(`level.${level}`) })}
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </fieldset>
      <SavedText
        id="reconstruction"
        label={t("whatHappened")}
        rows={6}
        value={answer.reconstruction}
        error={error("reconstruction")}
        onSave={(reconstruction) => save({ reconstruction })}
      />
      <Confidence value={answer.confidence} error={error("confidence")} onSave={(confidence) => save({ confidence })} />
      {!task.cued && (
        <section aria-labelledby="your-clues" className="flex flex-col gap-4">
          <h3 id="your-clues">{t("yourClues", { marked: state.marks.length, quota: task.quota })}</h3>
          {state.marks.length < task.quota && <p className="text-sm text-muted">{t("marksLeft")}</p>}
          {state.marks.map((id) => (
            <div key={id} className="clue">
              <p lang={lang}>
                <span className="text-sm text-muted" lang="">
                  {t("sentence", { number: numberOf(task, id) })}
                </span>{" "}
                {textOf(task, id)}
              </p>
              <Interpretation
                id={id}
                needed={task.explanations === "required"}
                value={answer.interpretations[id] ?? ""}
                error={error(`interpretation-${id}`)}
                onSave={(text) => save({ interpretations: { ...state.draft.interpretations, [id]: text } })}
              />
            </div>
          ))}
        </section>
      )}
      <Reasons task={task} state={state} save={save} />
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn" onClick={back}>
          {t("backToStory")}
        </button>
        <button type="button" className="btn btn-main" onClick={go}>
          {t("review")}
        </button>
      </div>
      {told && missing.length > 0 && (
        <p role="alert" className="text-bad">
          {t("needed")}
        </p>
      )}
    </div>
  );
}

type InterpretationProps = {
  id: string;
  needed: boolean;
  value: string;
  error?: string;
  onSave: (text: string) => void;
};

/** What a clue tells. Where it is optional and nothing was noted it stays folded: twenty empty fields are a burden. */
function Interpretation({ id, needed, value, error, onSave }: InterpretationProps) {
  const t = useTranslations("play");
  const [shown] = useState(needed || value !== "");
  const label = t(needed ? "interpretationNeeded" : "interpretation");
  const field = (
    <SavedText id={`interpretation-${id}`} label={label} rows={2} value={value} error={error} onSave={onSave} />
  );
  if (shown) return field;
  return (
    <details>
      <summary className="summary text-sm">{t("addInterpretation")}</summary>
      {field}
    </details>
  );
}

/** Why each person was named or not: for who likes to say it. Folded, so that it is no burden. */
function Reasons(props: { task: EpisodeTask; state: EpisodeState; save: (draft: Draft) => void }) {
  const { task, state, save } = props;
  const t = useTranslations("play");
  const { participants, participantReasons, ruledOut } = responseOf(state);
  return (
    <details>
      <summary className="summary">{t("reasons")}</summary>
      <div className="flex flex-col gap-4">
        {task.candidates.map(({ id, name }) =>
          participants.includes(id) ? (
            <SavedText
              key={`in-${id}`}
              id={`reason-${id}`}
              label={t("whyIn", { name })}
              rows={2}
              value={participantReasons[id] ?? ""}
              onSave={(text) => save({ participantReasons: { ...participantReasons, [id]: text } })}
            />
          ) : (
            <SavedText
              key={`out-${id}`}
              id={`reason-${id}`}
              label={t("whyOut", { name })}
              rows={2}
              value={ruledOut[id] ?? ""}
              onSave={(text) => save({ ruledOut: { ...ruledOut, [id]: text } })}
            />
          ),
        )}
      </div>
    </details>
  );
}
