"use client";

import { useTranslations } from "next-intl";
import type { EpisodeReveal, EpisodeTask } from "@/lib/families/episode/play";
import { Portrait } from "./portrait";
import { langOf, numberOf, textOf } from "./story-lang";

type Props = { task: EpisodeTask; reveal: EpisodeReveal };

const roles = ["planner", "executor", "helper"] as const;
const ways = ["list", "early", "explained-away", "distrusted-teller", "split", "habit"] as const;

function verdict(person: EpisodeReveal["participants"][number]) {
  if (person.correct) return person.chosen ? "rightNamed" : "rightMissed";
  return person.chosen ? "wrongNamed" : "wrongLeft";
}

function Person({ task, person }: { task: EpisodeTask; person: EpisodeReveal["participants"][number] }) {
  const t = useTranslations("play");
  const lang = langOf(task.language);
  const role = roles.find((one) => one === person.role);
  const good = person.correct === person.chosen;
  return (
    <li>
      <Portrait task={task} id={person.id} />
      <div>
        <p>
          <strong lang={lang}>{person.name}</strong>{" "}
          <span className={good ? "text-good" : "text-bad"}>
            <span aria-hidden="true">{good ? "✓ " : "✗ "}</span>
            {t(verdict(person))}
          </span>
          {role && <span className="text-muted"> · {t(`role.${role}`)}</span>}
        </p>
        {person.note && <p lang={lang}>{person.note}</p>}
        {person.elimination && (
          <>
            <p lang={lang}>{person.elimination.text}</p>
            <p className="quoted mt-1 text-sm text-muted">
              {t("sentence", { number: numberOf(task, person.elimination.sentence) })}{" "}
              <span lang={lang}>{textOf(task, person.elimination.sentence)}</span>
            </p>
          </>
        )}
      </div>
    </li>
  );
}

function Clues({ task, clues }: { task: EpisodeTask; clues: EpisodeReveal["clues"] }) {
  const t = useTranslations("play");
  const lang = langOf(task.language);
  const listed = (hidden: string[]) =>
    ways
      .filter((way) => hidden.includes(way))
      .map((way) => t(`way.${way}`))
      .join(t("between"));
  return (
    <ol className="told">
      {clues.map((clue) => (
        <li key={clue.id} className="key">
          <span className="text-sm text-muted">{t("sentence", { number: numberOf(task, clue.id) })}</span>
          <p lang={lang}>{textOf(task, clue.id)}</p>
          <p className="text-muted" lang={lang}>
            {clue.note}
          </p>
          {clue.obfuscation.length > 0 && (
            <p className="text-sm text-muted">{t("hidden", { ways: listed(clue.obfuscation) })}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What hit and what missed: the people, then the clues. */
export function Found({ task, reveal }: Props) {
  const t = useTranslations("play");
  const hits = reveal.clues.filter((clue) => clue.hit);
  const missed = reveal.clues.filter((clue) => !clue.hit);
  const others = reveal.marked.filter((mark) => !mark.key);
  const participants = [...reveal.participants].sort((a, b) => Number(b.correct) - Number(a.correct));
  return (
    <section aria-labelledby="found" className="flex flex-col gap-5">
      <h2 id="found">{t("foundTitle")}</h2>
      <ul className="people" aria-label={t("whoTookPart")}>
        {participants.map((person) => (
          <Person key={person.id} task={task} person={person} />
        ))}
      </ul>
      {hits.length > 0 && (
        <>
          <h3 className="text-good">{t("cluesHit", { number: hits.length })}</h3>
          <Clues task={task} clues={hits} />
        </>
      )}
      {missed.length > 0 && (
        <>
          <h3 className="text-bad">{t("cluesMissed", { number: missed.length })}</h3>
          <Clues task={task} clues={missed} />
        </>
      )}
      {others.length > 0 && (
        <details>
          <summary className="summary">{t("cluesOther", { number: others.length })}</summary>
          <ul className="told">
            {others.map(({ id }) => (
              <li key={id}>
                <span className="text-sm text-muted">{t("sentence", { number: numberOf(task, id) })}</span>
                <p lang={langOf(task.language)}>{textOf(task, id)}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
