"use client";

import { useTranslations } from "next-intl";
import type { EpisodeReveal, EpisodeTask } from "@/lib/families/episode/play";
import { textOf } from "./dialogs";

/** What hit and what missed, the author's reasoning with its sentences in place, and the points last. */
export function Solution({ task, reveal }: { task: EpisodeTask; reveal: EpisodeReveal }) {
  const t = useTranslations("play");
  const lang = task.language === "zh" ? "zh-Hans" : "en";
  const name = (id: string) => task.candidates.find((person) => person.id === id)?.name ?? id;
  const names = (ids: string[]) => ids.map(name).join(task.language === "zh" ? "、" : ", ");
  const { scores } = reveal;
  return (
    <div className="flex flex-col gap-6">
      <h2>{t("solution")}</h2>
      <section aria-labelledby="people" className="flex flex-col gap-3">
        <h3 id="people">{t("whoTookPart")}</h3>
        <ul className="flex flex-col gap-3" lang={lang}>
          {reveal.participants.map((person) => (
            <li key={person.id}>
              <strong>{person.name}</strong>{" "}
              <span className={person.correct === person.chosen ? "text-good" : "text-bad"} lang="">
                {t(
                  person.correct
                    ? person.chosen
                      ? "rightNamed"
                      : "rightMissed"
                    : person.chosen
                      ? "wrongNamed"
                      : "wrongLeft",
                )}
              </span>
              {person.role && <p>{person.role}</p>}
              {person.note && <p>{person.note}</p>}
              {person.elimination && <p>{person.elimination.text}</p>}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="reasoning" className="flex flex-col gap-4">
        <h3 id="reasoning">{t("reasoning")}</h3>
        <ol className="flex list-decimal flex-col gap-4 ps-6" lang={lang}>
          {reveal.solution.map((step) => (
            <li key={step.id}>
              <p className="font-semibold">{step.title}</p>
              <p>{step.text}</p>
              {step.rests.map((id) => (
                <blockquote key={id} className="mt-2 border-s-2 border-edge ps-3 text-muted">
                  {textOf(task, id)}
                </blockquote>
              ))}
              {step.rulesOut.length > 0 && <p>{t("rulesOut", { names: names(step.rulesOut) })}</p>}
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="in-place" className="flex flex-col gap-3">
        <h3 id="in-place">{t("keySentences")}</h3>
        <ol className="flex flex-col gap-3">
          {reveal.clues.map((clue) => (
            <li key={clue.id} className={`border-s-4 ps-3 ${clue.hit ? "border-good" : "border-edge"}`}>
              <p lang={lang}>{textOf(task, clue.id)}</p>
              <p className="text-sm">
                <span className={clue.hit ? "text-good" : "text-bad"}>{t(clue.hit ? "hit" : "missed")}</span>{" "}
                <span lang={lang}>{clue.note}</span>
              </p>
            </li>
          ))}
        </ol>
      </section>
      {reveal.misled.length > 0 && (
        <section aria-labelledby="misled" className="flex flex-col gap-3">
          <h3 id="misled">{t("misled")}</h3>
          <ul className="flex flex-col gap-2" lang={lang}>
            {reveal.misled.map((trap) => (
              <li key={trap.text}>{trap.text}</li>
            ))}
          </ul>
          <p lang={lang}>{reveal.attractor.note}</p>
        </section>
      )}
      <section aria-labelledby="points">
        <h3 id="points">{t("points")}</h3>
        <p>
          {t("pointsText", {
            clues: scores.cluePoints ?? 0,
            people: scores.participantPoints ?? 0,
            penalty: scores.penalty ?? 0,
            total: scores.total ?? 0,
          })}
        </p>
      </section>
    </div>
  );
}
