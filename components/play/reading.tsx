"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type EpisodeMove, type EpisodeState, type EpisodeTask, episodePlay } from "@/lib/families/episode/play";
import { Bar } from "./bar";
import { NoteDialog, QuotaDialog } from "./dialogs";
import { usePreferences } from "./preferences";
import { Sentence } from "./sentence";
import { langOf } from "./story-lang";
import { useKeys } from "./use-keys";
import { usePosition } from "./use-position";
import type { History } from "./use-undo";
import { sayStatus, sayStory } from "./voice";

const Board = dynamic(() => import("./board").then((file) => file.Board));
const Notebook = dynamic(() => import("./notebook").then((file) => file.Notebook));
const Settings = dynamic(() => import("./settings").then((file) => file.Settings));
const Help = dynamic(() => import("./help").then((file) => file.Help));

type Props = {
  task: EpisodeTask;
  state: EpisodeState;
  move: (move: EpisodeMove) => boolean;
  history: History;
  status: ReactNode;
  toFinal: () => void;
};
type Open = { what: "board" | "notebook" | "settings" | "help" } | { what: "note" | "quota"; sentence: string } | null;

/** The story so far, the bar that goes on, and what opens over it. */
export function Reading({ task, state, move, history, status, toFinal }: Props) {
  const t = useTranslations("play");
  const { keys, spoken, size, line, face } = usePreferences();
  const [open, setOpen] = useState<Open>(null);
  const { act, possible, undo } = history;
  const view = useMemo(() => episodePlay.view(task, state), [task, state]);
  const opened = useMemo(() => view.sentences.map((sentence) => sentence.id), [view.sentences]);
  const { position, behind, go, touch } = usePosition(task, state, opened, move);
  const finished = opened.length === view.total;
  const here = view.sentences[position];
  // Said once each: over a long story, putting every label into words at every key would take longer than drawing.
  const labels = useRef<string[]>([]);
  const labelOf = (number: number) => (labels.current[number] ??= t("markSentence", { number }));
  const marksLeft = (marked: number) => t("quota", { marked, quota: task.quota });

  // "Begin" was the press for the first sentence.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || opened.length > 0) return;
    begun.current = true;
    move({ type: "reveal" });
  }, [opened.length, move]);

  const hereText = here ? here.text || t("textComes") : "";
  const restored = useRef(opened.length > 0);
  useEffect(() => {
    // What stood there when the page came back is no news.
    if (restored.current) restored.current = false;
    else if (spoken) sayStory(hereText);
  }, [hereText, spoken]);
  useEffect(() => () => sayStory(""), []);

  function mark(sentence: string) {
    if (task.cued) return;
    const marked = state.marks.length;
    if (state.marks.includes(sentence)) {
      act({ type: "unmark", sentence });
      sayStatus(t("saidUnmarked", { left: marksLeft(marked - 1) }));
    } else if (marked >= task.quota) setOpen({ what: "quota", sentence });
    else {
      act({ type: "mark", sentence });
      sayStatus(t("saidMarked", { left: marksLeft(marked + 1) }));
    }
  }
  const tap = (sentence: string) => {
    touch(opened.indexOf(sentence), behind);
    mark(sentence);
  };
  const tapRef = useRef(tap);
  tapRef.current = tap;
  const onMark = useCallback((id: string) => tapRef.current(id), []);

  function visit(to: number) {
    if (go(to)) sayStatus(t("saidPosition", { at: to + 1, total: view.total }));
  }
  function next() {
    if (!finished && !behind) return void move({ type: "reveal" });
    if (position < opened.length - 1) return visit(position + 1);
    toFinal();
  }
  const back = () => visit(position - 1);
  function undoLast() {
    if (undo()) sayStatus(t("saidUndone"));
  }
  // Whoever looks at something else does not read: the time is no sentence's.
  const over = open?.what;
  useEffect(() => {
    if (!over) return;
    move({ type: "notice", what: "dialog", detail: over });
    return () => void move({ type: "notice", what: "reading" });
  }, [over, move]);
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
  const common = { task, state, act, onClose: close };
  const undoing = { possible, undo: undoLast };
  const style = { "--story-size": size === null ? undefined : `${size}px`, "--story-line": line } as CSSProperties;
  return (
    <>
      <ol className="story" lang={langOf(task.language)} data-face={face} style={style}>
        {view.sentences.map((sentence, index) => (
          <Sentence
            key={sentence.id}
            id={sentence.id}
            text={sentence.text || t("textComes")}
            marked={state.marks.includes(sentence.id)}
            here={index === position}
            note={state.notes[sentence.id] ?? ""}
            label={labelOf(index + 1)}
            markable={!task.cued}
            onMark={onMark}
          />
        ))}
      </ol>
      <Bar
        at={position + 1}
        read={task.presentation === "full" ? position + 1 : opened.length}
        total={view.total}
        marks={marksLeft(state.marks.length)}
        status={status}
        nextLabel={finished ? t("toFinal") : t("next")}
        onNext={finished ? toFinal : next}
        onBack={position > 0 ? back : undefined}
        pill={
          behind
            ? {
                label: t("backTo", { at: opened.length, total: view.total }),
                go: () => visit(opened.length - 1),
              }
            : undefined
        }
        onNote={here && (() => setOpen({ what: "note", sentence: here.id }))}
        onUndo={possible ? undoLast : undefined}
        open={(what) => setOpen({ what })}
      />
      {open?.what === "board" && <Board {...common} {...undoing} />}
      {open?.what === "notebook" && <Notebook {...common} {...undoing} />}
      {open?.what === "settings" && <Settings sample={hereText} language={task.language} move={move} onClose={close} />}
      {open?.what === "help" && <Help task={task} move={move} onClose={close} />}
      {open?.what === "note" && <NoteDialog {...common} sentence={open.sentence} />}
      {open?.what === "quota" && <QuotaDialog {...common} sentence={open.sentence} />}
    </>
  );
}
