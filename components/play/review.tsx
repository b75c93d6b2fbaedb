"use client";

import { useTranslations } from "next-intl";
import type { EpisodeMove, EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { textOf } from "./dialogs";
import { responseOf } from "./final-step";

type Props = { task: EpisodeTask; state: EpisodeState; move: (move: EpisodeMove) => boolean; back: () => void };

/** Everything that will be sent, once more. */
export function Review({ task, state, move, back }: Props) {
  const t = useTranslations("play");
  const answer = responseOf(state);
  const names = task.candidates
    .filter((person) => answer.participants.includes(person.id))
    .map((person) => person.name);
  return (
    <div className="flex flex-col gap-5 pb-10">
      <h2>{t("reviewTitle")}</h2>
      <h3>{t("whoTookPart")}</h3>
      <p>{names.length > 0 ? names.join(task.language === "zh" ? "、" : ", ") : t("nobody")}</p>
      <h3>{t("whatHappened")}</h3>
      <p className="whitespace-pre-wrap">{answer.reconstruction}</p>
      <h3>{t("confidence")}</h3>
      <p>{answer.confidence}</p>
      <h3>{t("yourClues", { marked: answer.clues.length, quota: task.quota })}</h3>
      <ol className="list-decimal ps-6" lang={task.language === "zh" ? "zh-Hans" : "en"}>
        {answer.clues.map((id) => (
          <li key={id}>
            {textOf(task, id)}
            {answer.interpretations[id] && <p className="text-muted">{answer.interpretations[id]}</p>}
          </li>
        ))}
      </ol>
      <p>{t("sendOnce")}</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn" onClick={back}>
          {t("change")}
        </button>
        <button type="button" className="btn btn-main" onClick={() => move({ type: "submit", response: answer })}>
          {t("send")}
        </button>
      </div>
    </div>
  );
}
