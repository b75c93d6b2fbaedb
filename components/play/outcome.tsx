"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { type AttemptBody, revealAttempt, type Result } from "./attempt-client";
import { Solution } from "./solution";

type Props = {
  id: string;
  task: EpisodeTask;
  state: EpisodeState;
  result?: Result;
  revealed?: AttemptBody["reveal"];
  again: () => void;
};

/** After the answer: counts in words, then the choice to try again unspoiled or to see the solution. */
export function Outcome(props: Props) {
  const t = useTranslations("play");
  const [reveal, setReveal] = useState(props.revealed);
  const [failed, setFailed] = useState(false);
  async function open() {
    setFailed(false);
    try {
      setReveal((await revealAttempt(props.id)).reveal);
    } catch {
      setFailed(true);
    }
  }
  const counts = props.result?.counts;
  return (
    <div className="flex flex-col gap-5 pb-10">
      <h2>{t("sent")}</h2>
      <div role="status">
        {!counts && <p>{t("waitingForResult")}</p>}
        {counts && (
          <>
            <p className="text-lg">{t("foundClues", { hits: counts.clueHits, all: counts.keyClues })}</p>
            <p className="text-lg">
              {t("foundPeople", {
                hits: counts.participantHits,
                all: counts.participants,
                wrong: counts.wrongParticipants,
              })}
            </p>
          </>
        )}
      </div>
      {counts && (
        <div className="flex flex-wrap gap-3">
          {!reveal && (
            <button type="button" className="btn btn-main" onClick={() => void open()}>
              {t("seeSolution")}
            </button>
          )}
          <button type="button" className="btn" onClick={props.again}>
            {t("tryAgain")}
          </button>
        </div>
      )}
      {counts && !reveal && <p className="text-muted">{t("choiceText")}</p>}
      {failed && <p role="alert">{t("solutionFailed")}</p>}
      {reveal && <Solution task={props.task} reveal={reveal} />}
    </div>
  );
}
