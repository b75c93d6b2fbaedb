"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import type { OpenAttempt } from "./playing";
import { Reading } from "./reading";
import { langOf } from "./story-lang";
import { SyncNotices, SyncStatus } from "./sync-status";
import { useAttempt } from "./use-attempt";
import { useNotices } from "./use-notices";
import { useUndo } from "./use-undo";

const later = {
  final: () => import("./final-step"),
  review: () => import("./review"),
  outcome: () => import("./outcome"),
  board: () => import("./board"),
  notebook: () => import("./notebook"),
  settings: () => import("./settings"),
  help: () => import("./help"),
  solution: () => import("./solution"),
  share: () => import("./share"),
  aboutYou: () => import("./about-you"),
};
const FinalStep = dynamic(() => later.final().then((file) => file.FinalStep));
const Review = dynamic(() => later.review().then((file) => file.Review));
const Outcome = dynamic(() => later.outcome().then((file) => file.Outcome));

/** Fetches the parts that open later once the page is at rest: they must be there without a network. */
function useParts(): void {
  useEffect(() => {
    const fetchAll = () => void Promise.allSettled(Object.values(later).map((part) => part()));
    const timer = setTimeout(fetchAll, 1500);
    return () => clearTimeout(timer);
  }, []);
}

type Props = {
  attempt: OpenAttempt;
  slug: string;
  leave: (id: string) => void;
  /** Goes on as the player that this browser is now. */
  takeOver: (id: string) => void;
};

/** An attempt from its first sentence to its solution: reading, answer, review, outcome. */
export function AttemptView({ attempt, slug, leave, takeOver }: Props) {
  const forget = () => leave(attempt.id);
  const { task, state, move, result, elsewhere, playing } = useAttempt(attempt, forget);
  const history = useUndo(attempt, state, move);
  useNotices(move);
  useParts();
  const [stage, setStage] = useState<"reading" | "final" | "review">("reading");
  const top = useRef<HTMLDivElement>(null);
  const shown = state.response ? "outcome" : stage;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    if (shown === "reading") move({ type: "notice", what: "reading" });
    else if (before.current === "reading" && shown !== "outcome") move({ type: "notice", what: "answering" });
    before.current = shown;
    if (shown !== "reading") window.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [shown, move]);
  const status = <SyncStatus playing={playing} />;
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <h1 className="play-title" lang={langOf(task.language)}>
        {task.title}
      </h1>
      <SyncNotices playing={playing} slug={slug} elsewhere={elsewhere} takeOver={() => takeOver(attempt.id)} />
      {shown === "reading" && (
        <Reading
          task={task}
          state={state}
          move={move}
          history={history}
          status={status}
          toFinal={() => setStage("final")}
        />
      )}
      {shown === "final" && (
        <FinalStep
          task={task}
          state={state}
          move={move}
          back={() => setStage("reading")}
          review={() => setStage("review")}
        />
      )}
      {shown === "review" && <Review task={task} state={state} move={move} back={() => setStage("final")} />}
      {shown === "outcome" && (
        <Outcome
          id={attempt.id}
          playing={playing}
          slug={slug}
          task={task}
          state={state}
          result={result}
          revealed={attempt.reveal && attempt}
          again={forget}
        />
      )}
      {shown !== "reading" && <p className="font-sans text-sm text-muted">{status}</p>}
    </div>
  );
}
