"use client";

import { useTranslations } from "next-intl";
import type { EpisodeReveal, EpisodeTask } from "@/lib/families/episode/play";
import type { Crowd } from "@/lib/stats/crowd";
import { Found } from "./found";
import { Others } from "./others";
import { langOf, namesOf, numberOf, textOf } from "./story-lang";

type Props = { task: EpisodeTask; reveal: EpisodeReveal; crowd?: Crowd; reconstruction?: string; slug: string };

/** A sentence of the story beside what rests on it, and whether the reader had marked it. */
function Quoted({ id, task, reveal }: Pick<Props, "task" | "reveal"> & { id: string }) {
  const t = useTranslations("play");
  const clue = reveal.clues.find((one) => one.id === id);
  return (
    <li className={clue ? "key" : undefined}>
      <span className="text-sm text-muted">
        {t("sentence", { number: numberOf(task, id) })}
        {clue && ` · ${t("keyClue")} · ${t(clue.hit ? "hit" : "missed")}`}
      </span>
      <p lang={langOf(task.language)}>{textOf(task, id)}</p>
    </li>
  );
}

function Steps({ task, reveal }: Pick<Props, "task" | "reveal">) {
  const t = useTranslations("play");
  const lang = langOf(task.language);
  return (
    <ol className="steps">
      {reveal.solution.map((step, index) => (
        <li key={step.id} className={step.rests.length > 0 ? "with-sentences" : undefined}>
          <div>
            <h4 className="font-semibold" lang={lang}>
              {index + 1}. {step.title}
            </h4>
            <p lang={lang}>{step.text}</p>
            {step.rulesOut.length > 0 && (
              <p className="mt-2 text-sm text-muted">{t("rulesOut", { names: namesOf(task, step.rulesOut) })}</p>
            )}
          </div>
          {step.rests.length > 0 && (
            <ul className="told" aria-label={t("stepSentences")}>
              {step.rests.map((id) => (
                <Quoted key={id} id={id} task={task} reveal={reveal} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function Points({ reveal }: Pick<Props, "reveal">) {
  const t = useTranslations("play");
  const { scores } = reveal;
  const rows = [
    ["pointsClues", scores.cluePoints, scores.maxCluePoints],
    ["pointsPeople", scores.participantPoints, null],
    ["pointsPenalty", scores.penalty ? -scores.penalty : 0, null],
    ["pointsTotal", scores.total, null],
  ] as const;
  return (
    <table className="points">
      <tbody>
        {rows
          .filter(([, value]) => value !== null && value !== undefined)
          .map(([name, value, most]) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td>
                {String(value).replace("-", "−")}
                {typeof most === "number" && <span className="text-muted"> / {most}</span>}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** What hit and what missed, the author's reasoning with its sentences beside it, the others, and the points last. */
export function Solution({ task, reveal, crowd, reconstruction, slug }: Props) {
  const t = useTranslations("play");
  const lang = langOf(task.language);
  return (
    <div className="flex flex-col gap-9">
      <Found task={task} reveal={reveal} />
      <section aria-labelledby="solution" className="flex flex-col gap-3">
        <h2 id="solution">{t("solution")}</h2>
        {reconstruction && (
          <details>
            <summary className="summary">{t("yourAccount")}</summary>
            <p className="quoted whitespace-pre-wrap">{reconstruction}</p>
          </details>
        )}
        <h3>{t("reasoning")}</h3>
        <Steps task={task} reveal={reveal} />
      </section>
      {reveal.misled.length > 0 && (
        <section aria-labelledby="misled" className="flex flex-col gap-3">
          <h3 id="misled">{t("misled")}</h3>
          <ul className="told" lang={lang}>
            {reveal.misled.map((one) => (
              <li key={one.text}>{one.text}</li>
            ))}
          </ul>
        </section>
      )}
      {crowd && <Others task={task} reveal={reveal} crowd={crowd} slug={slug} />}
      <section aria-labelledby="points" className="flex flex-col gap-2">
        <h2 id="points">{t("points")}</h2>
        <Points reveal={reveal} />
      </section>
    </div>
  );
}
