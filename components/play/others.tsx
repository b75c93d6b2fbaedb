"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { EpisodeReveal, EpisodeTask } from "@/lib/families/episode/play";
import type { Crowd } from "@/lib/stats/crowd";
import { divergencesOf, shareOf } from "./divergences";
import { Icon } from "./icon";
import { usePreferences } from "./preferences";
import { langOf, namesOf } from "./story-lang";
import { useKeys } from "./use-keys";

type Props = { task: EpisodeTask; reveal: EpisodeReveal; crowd: Crowd; slug: string };

function Trap({ task, reveal, crowd }: Omit<Props, "slug">) {
  const t = useTranslations("play");
  const { set, note } = reveal.attractor;
  if (!crowd.trap) return null;
  const names = t("trapNames", { number: set.length, names: namesOf(task, set) });
  const fell = set.every((id) => reveal.participants.some((person) => person.id === id && person.chosen));
  return (
    <div className="notice flex flex-col gap-1">
      <h3>{t("trapTitle")}</h3>
      {crowd.models > 0 && <p>{t("trapModels", { n: crowd.trap.models, of: crowd.models, names })}</p>}
      {crowd.people > 0 && <p>{t("trapPeople", { n: crowd.trap.people, of: crowd.people, names })}</p>}
      <p>{fell ? t("trapYou", { names }) : t("trapNotYou", { names })}</p>
      <p className="text-muted" lang={langOf(task.language)}>
        {note}
      </p>
    </div>
  );
}

/** How many players and model runs marked each sentence, the trap, and a way from one difference to the next. */
export function Others({ task, reveal, crowd, slug }: Props) {
  const t = useTranslations("play");
  const { keys } = usePreferences();
  const [all, setAll] = useState(false);
  const at = useRef(-1);
  const marked = reveal.marked.map((mark) => mark.id);
  const key = new Set(reveal.clues.map((clue) => clue.id));
  const ids = task.sentences.map((sentence) => sentence.id);
  const parts = divergencesOf(crowd, ids, marked);
  const nobody = crowd.people + crowd.models === 0;
  function jump(by: number) {
    if (parts.length === 0) return;
    at.current = at.current < 0 ? (by > 0 ? 0 : parts.length - 1) : (at.current + by + parts.length) % parts.length;
    const row = document.getElementById(`others-${parts[at.current]}`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "center" });
  }
  useKeys(keys && !nobody, { j: () => jump(1), k: () => jump(-1) });
  const shown = task.sentences.filter(
    ({ id }) => all || key.has(id) || marked.includes(id) || (shareOf(crowd, id) ?? 0) >= 0.25,
  );
  return (
    <section aria-labelledby="others" className="flex flex-col gap-4">
      <h2 id="others">{t("othersTitle")}</h2>
      {nobody ? (
        <p>{t("othersNone")}</p>
      ) : (
        <>
          <p>{t("othersCount", { people: crowd.people, models: crowd.models })}</p>
          <Trap task={task} reveal={reveal} crowd={crowd} />
          <p>{t("divergences", { number: parts.length })}</p>
          {parts.length > 0 && (
            <div className="flex flex-wrap items-center gap-3">
              <button type="button" className="btn" onClick={() => jump(-1)}>
                {t("previousDifference")}
              </button>
              <button type="button" className="btn" onClick={() => jump(1)}>
                {t("nextDifference")}
              </button>
              {keys && <span className="text-sm text-muted">{t("differenceKeys")}</span>}
            </div>
          )}
          <label className="choice">
            <input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />
            {t("showAll")}
          </label>
          <ol className="others">
            {shown.map(({ id, text }) => {
              const clue = crowd.clues[id] ?? { people: 0, models: 0 };
              const differs = parts.includes(id);
              return (
                <li key={id} id={`others-${id}`} tabIndex={-1} className={differs ? "differs" : undefined}>
                  <p lang={langOf(task.language)}>{text}</p>
                  <p className="shares">
                    <span>{t("sentence", { number: ids.indexOf(id) + 1 })}</span>
                    {crowd.people > 0 && <span>{t("byPeople", { n: clue.people, of: crowd.people })}</span>}
                    {crowd.models > 0 && <span>{t("byModels", { n: clue.models, of: crowd.models })}</span>}
                    {key.has(id) && <strong>{t("keyClue")}</strong>}
                    {marked.includes(id) && (
                      <span className="inline-flex items-center gap-1 text-accent">
                        <Icon name="flag" filled />
                        {t("youMarked")}
                      </span>
                    )}
                    {differs && <span>{t("difference")}</span>}
                  </p>
                </li>
              );
            })}
          </ol>
        </>
      )}
      <p>
        <Link href={`/insights/${slug}`} prefetch={false}>
          {t("compareLink")}
        </Link>
      </p>
    </section>
  );
}
