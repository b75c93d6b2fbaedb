"use client";

import { useTranslations } from "next-intl";
import type { EpisodeMove, EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { responseOf } from "./answer";
import { Portrait } from "./portrait";
import { langOf, numberOf, textOf } from "./story-lang";

type Props = { task: EpisodeTask; state: EpisodeState; move: (move: EpisodeMove) => boolean; back: () => void };

/** Everything that will be sent, once more. */
export function Review({ task, state, move, back }: Props) {
  const t = useTranslations("play");
  const lang = langOf(task.language);
  const answer = responseOf(state);
  const named = task.candidates.filter((person) => answer.participants.includes(person.id));
  const reasons = task.candidates
    .map(({ id, name }) => ({
      id,
      name,
      text: (answer.participants.includes(id) ? answer.participantReasons[id] : answer.ruledOut[id]) ?? "",
    }))
    .filter(({ text }) => text !== "");
  return (
    <div className="flex flex-col gap-6 pb-10">
      <h2>{t("reviewTitle")}</h2>
      <section aria-labelledby="review-people">
        <h3 id="review-people">{t("whoTookPart")}</h3>
        {named.length === 0 && <p>{t("nobody")}</p>}
        <ul lang={lang} className="mt-2 flex flex-wrap gap-4">
          {named.map((person) => (
            <li key={person.id} className="flex items-center gap-2">
              <Portrait task={task} id={person.id} size={44} />
              {person.name}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="review-text">
        <h3 id="review-text">{t("whatHappened")}</h3>
        <p className="whitespace-pre-wrap">{answer.reconstruction}</p>
      </section>
      <section aria-labelledby="review-confidence">
        <h3 id="review-confidence">{t("confidence")}</h3>
        <p>{answer.confidence}%</p>
      </section>
      {!task.cued && (
        <section aria-labelledby="review-clues">
          <h3 id="review-clues">{t("yourClues", { marked: answer.clues.length, quota: task.quota })}</h3>
          <ol className="mt-2 flex flex-col gap-3">
            {answer.clues.map((id) => (
              <li key={id}>
                <span className="text-sm text-muted">{t("sentence", { number: numberOf(task, id) })}</span>{" "}
                <span lang={lang}>{textOf(task, id)}</span>
                {answer.interpretations[id] && <p className="text-muted">{answer.interpretations[id]}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {reasons.length > 0 && (
        <section aria-labelledby="review-reasons">
          <h3 id="review-reasons">{t("reasonsTitle")}</h3>
          <dl>
            {reasons.map(({ id, name, text }) => (
              <div key={id}>
                <dt className="font-semibold" lang={lang}>
                  {name}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <p className="notice">{t("sendOnce")}</p>
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
