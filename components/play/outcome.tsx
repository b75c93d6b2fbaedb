"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { type AttemptBody, type Result, revealAttempt } from "./attempt-client";
import type { Playing } from "./playing";
import { OnceSaved } from "./sync-status";

const Solution = dynamic(() => import("./solution").then((file) => file.Solution));
const AboutYou = dynamic(() => import("./about-you").then((file) => file.AboutYou));
const Share = dynamic(() => import("./share").then((file) => file.Share));

type Props = {
  id: string;
  playing: Playing;
  slug: string;
  task: EpisodeTask;
  state: EpisodeState;
  result?: Result;
  revealed?: Pick<AttemptBody, "reveal" | "crowd">;
  again: () => void;
};

/** After the answer: counts in words, then the choice to try again unspoiled or to see the solution. */
export function Outcome(props: Props) {
  const t = useTranslations("play");
  const [shown, setShown] = useState(props.revealed);
  const [phase, setPhase] = useState<"ready" | "opening" | "failed">("ready");
  const solution = useRef<HTMLDivElement>(null);
  const asked = useRef(false);
  async function open() {
    setPhase("opening");
    try {
      asked.current = true;
      setShown(await revealAttempt(props.id));
      setPhase("ready");
    } catch {
      setPhase("failed");
    }
  }
  const reveal = shown?.reveal;
  // The pressed button is gone: focus goes on to what it opened.
  useEffect(() => {
    if (reveal && asked.current) solution.current?.focus();
  }, [reveal]);
  const counts = props.result?.counts;
  const { task } = props;
  return (
    <div className="flex flex-col gap-6 pb-10">
      <h2>{t("sent")}</h2>
      <div role="status" className="flex flex-col gap-1">
        {!counts && (
          <OnceSaved playing={props.playing}>
            <p>{t("waitingForResult")}</p>
          </OnceSaved>
        )}
        {counts && (
          <>
            {!task.cued && <p className="found">{t("foundClues", { hits: counts.clueHits, all: counts.keyClues })}</p>}
            <p className="found">
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
        <div className="flex flex-col gap-3">
          {!reveal && <p>{t("choiceText")}</p>}
          <div className="flex flex-wrap gap-3">
            {!reveal && (
              <button type="button" className="btn btn-main" disabled={phase === "opening"} onClick={() => void open()}>
                {t("seeSolution")}
              </button>
            )}
            <button type="button" className="btn" onClick={props.again}>
              {t(reveal ? "anotherVersion" : "tryAgain")}
            </button>
          </div>
        </div>
      )}
      {phase === "failed" && <p role="alert">{t("solutionFailed")}</p>}
      <div ref={solution} tabIndex={-1} className="outline-none">
        {reveal && (
          <Solution
            task={task}
            reveal={reveal}
            crowd={shown?.crowd}
            reconstruction={props.state.response?.reconstruction}
            slug={props.slug}
          />
        )}
      </div>
      {counts && <AboutYou />}
      {counts && <Share task={task} counts={counts} />}
    </div>
  );
}
