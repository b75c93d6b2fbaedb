"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { type EpisodeMove, type EpisodeState, type EpisodeTask, episodePlay } from "@/lib/families/episode/play";
import { Board } from "./board";
import { Help, NoteDialog, QuotaDialog } from "./dialogs";
import { Notebook } from "./notebook";
import { Sentence } from "./sentence";
import { useKeys } from "./use-keys";

type Props = {
  task: EpisodeTask;
  state: EpisodeState;
  move: (move: EpisodeMove) => boolean;
  status: string;
  toFinal: () => void;
};
type Open = { what: "board" | "notebook" | "help" } | { what: "note" | "quota"; sentence: string } | null;

/** The story so far, the bar that goes on, and what opens over it. */
export function Reading({ task, state, move, status, toFinal }: Props) {
  const t = useTranslations("play");
  const view = episodePlay.view(task, state);
  const last = view.sentences.length - 1;
  const [position, setPosition] = useState(last);
  const [open, setOpen] = useState<Open>(null);
  const [keys, setKeys] = useState(true);
  const [spoken, setSpoken] = useState(true);
  const [undo, setUndo] = useState<EpisodeMove[]>([]);
  const finished = view.sentences.length === view.total;
  const here = view.sentences[Math.min(position, last)];
  // A restored reader is taken to where they were; a new one stays at the top.
  const moved = useRef(last > 0);

  const act = useCallback(
    (wanted: EpisodeMove, back: EpisodeMove) => {
      if (move(wanted)) setUndo((before) => [...before.slice(-49), back]);
    },
    [move],
  );
  const mark = useCallback(
    (sentence: string) => {
      if (state.marks.includes(sentence)) act({ type: "unmark", sentence }, { type: "mark", sentence });
      else if (state.marks.length >= task.quota) setOpen({ what: "quota", sentence });
      else act({ type: "mark", sentence }, { type: "unmark", sentence });
    },
    [act, state.marks, task.quota],
  );
  const markRef = useRef(mark);
  markRef.current = mark;
  const onMark = useCallback((id: string) => markRef.current(id), []);

  function go(to: number) {
    const sentence = view.sentences[to];
    if (!sentence) return;
    moved.current = true;
    setPosition(to);
    move({ type: "visit", sentence: sentence.id });
  }
  function next() {
    if (position < last) return go(position + 1);
    if (finished) return toFinal();
    if (move({ type: "reveal" })) {
      moved.current = true;
      setPosition(last + 1);
    }
  }
  const current = here?.id;
  useEffect(() => {
    if (!current || !moved.current) return;
    document.getElementById(current)?.scrollIntoView({ block: "center" });
  }, [current]);
  useEffect(() => {
    const seen = () => move({ type: "notice", what: document.hidden ? "hidden" : "visible" });
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, [move]);
  function undoLast() {
    const back = undo.at(-1);
    if (back && move(back)) setUndo(undo.slice(0, -1));
  }
  const back = () => go(position - 1);
  useKeys(keys && !open, {
    " ": next,
    ArrowRight: next,
    ArrowLeft: back,
    m: () => here && mark(here.id),
    n: () => here && setOpen({ what: "note", sentence: here.id }),
    b: () => setOpen({ what: "board" }),
    "?": () => setOpen({ what: "help" }),
  });
  const close = () => setOpen(null);
  const marks = t("quota", { marked: state.marks.length, quota: task.quota });
  const nextLabel =
    finished && position >= last ? t("toFinal") : view.sentences.length === 0 ? t("firstSentence") : t("next");
  return (
    <>
      <p className="visually-hidden" role="status" aria-live="polite">
        {spoken && here ? here.text : ""}
      </p>
      <ol className="story" lang={task.language === "zh" ? "zh-Hans" : "en"}>
        {view.sentences.map((sentence, index) => (
          <Sentence
            key={sentence.id}
            id={sentence.id}
            text={sentence.text}
            number={index + 1}
            marked={state.marks.includes(sentence.id)}
            here={index === position}
            note={state.notes[sentence.id] ?? ""}
            label={t("markSentence", { number: index + 1 })}
            onMark={onMark}
          />
        ))}
      </ol>
      <div className="play-bar">
        {position < last && (
          <button type="button" className="btn pill" onClick={() => go(last)}>
            {t("backTo", { at: last + 1, total: view.total })}
          </button>
        )}
        <div className="flex flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
            <span>{t("position", { at: Math.max(0, Math.min(position, last) + 1), total: view.total })}</span>
            <span>{marks}</span>
            <span>{status}</span>
          </div>
          <div className="flex flex-wrap gap-1.5">
            <button type="button" className="btn" aria-label={t("back")} disabled={position <= 0} onClick={back}>
              ←
            </button>
            <button type="button" className="btn btn-main grow basis-3/4 sm:basis-0" onClick={next}>
              {nextLabel}
            </button>
            <button
              type="button"
              className="btn"
              disabled={!here}
              onClick={() => here && setOpen({ what: "note", sentence: here.id })}
            >
              {t("note")}
            </button>
            <button type="button" className="btn" onClick={() => setOpen({ what: "board" })}>
              {t("board")}
            </button>
            <button type="button" className="btn" onClick={() => setOpen({ what: "notebook" })}>
              {t("notebook")}
            </button>
            <button type="button" className="btn" disabled={undo.length === 0} onClick={undoLast}>
              {t("undo")}
            </button>
            <button type="button" className="btn" aria-label={t("help")} onClick={() => setOpen({ what: "help" })}>
              ?
            </button>
          </div>
        </div>
      </div>
      {open?.what === "board" && <Board task={task} state={state} act={act} onClose={close} />}
      {open?.what === "notebook" && <Notebook task={task} state={state} act={act} onClose={close} />}
      {open?.what === "help" && (
        <Help keys={keys} setKeys={setKeys} spoken={spoken} setSpoken={setSpoken} onClose={close} />
      )}
      {open?.what === "note" && (
        <NoteDialog task={task} state={state} sentence={open.sentence} act={act} onClose={close} />
      )}
      {open?.what === "quota" && (
        <QuotaDialog task={task} state={state} sentence={open.sentence} act={act} onClose={close} />
      )}
    </>
  );
}
