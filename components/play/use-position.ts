"use client";

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { EpisodeMove, EpisodeState, EpisodeTask } from "@/lib/families/episode/play";

type Move = (move: EpisodeMove) => boolean;

const settled = 160;
const dwell = 800;

/** Height of what the bar at the bottom covers. */
const barHeight = () => document.querySelector(".play-bar")?.getBoundingClientRect().height ?? 0;

function inSight(id: string): boolean {
  const box = document.getElementById(id)?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < window.innerHeight - barHeight();
}

/** The sentence at the height where one reads: two fifths down what is not covered. */
function atReadingHeight(ids: string[]): number {
  const height = (window.innerHeight - barHeight()) * 0.4;
  const found = ids.findIndex((id) => (document.getElementById(id)?.getBoundingClientRect().bottom ?? 0) > height);
  return found < 0 ? ids.length - 1 : found;
}

/** Brings a sentence into sight when it is not wholly there, high enough that the next ones fit under it. */
function show(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  const box = element.getBoundingClientRect();
  if (box.top >= 8 && box.bottom <= window.innerHeight - barHeight() - 8) return;
  element.scrollIntoView({ block: "start" });
}

/**
 * Where the reader looks (the view position), apart from how far they have read (the frontier, which only `reveal`
 * moves). Keys and the back button move it, and so does scrolling once it rests; going back is recorded as a visit.
 * @param opened ids of the read sentences, in order
 */
export function usePosition(task: EpisodeTask, state: EpisodeState, opened: string[], move: Move) {
  const whole = task.presentation === "full";
  const last = opened.length - 1;
  const [position, setPosition] = useState(() => {
    const at = state.at === null ? -1 : opened.indexOf(state.at);
    return at >= 0 ? at : whole ? 0 : last;
  });
  // True while the reader has gone back on purpose: then "next" goes on from there instead of opening a sentence.
  const [behind, setBehind] = useState(() => !whole && position < last);
  const quietUntil = useRef(0);
  // A newly opened sentence is where one looks, from the very drawing that shows it: a mark right after is its own.
  const [known, setKnown] = useState(last);
  if (last !== known) {
    setKnown(last);
    if (last > known) {
      setPosition(last);
      setBehind(false);
    }
  }
  const now = useRef({ position, behind, opened, move, whole });
  now.current = { position, behind, opened, move, whole };

  const moveTo = useCallback((to: number, back: boolean) => {
    now.current.position = to;
    now.current.behind = back;
    setPosition(to);
    setBehind(back);
  }, []);

  /** Goes to a read sentence and records it. */
  const go = useCallback(
    (to: number) => {
      const { opened: ids, move: record, whole: all } = now.current;
      const id = ids[to];
      if (id === undefined) return false;
      moveTo(to, !all && to < ids.length - 1);
      record({ type: "visit", sentence: id });
      quietUntil.current = performance.now() + 250;
      show(id);
      return true;
    },
    [moveTo],
  );

  const before = useRef(last);
  useLayoutEffect(() => {
    if (last > before.current) {
      quietUntil.current = performance.now() + 250;
      show(opened[last] ?? "");
    }
    before.current = last;
  }, [last, opened]);
  // A restored reader is taken to where they were.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the story is first shown
  useEffect(() => {
    if (position <= 0) return;
    quietUntil.current = performance.now() + 400;
    document.getElementById(opened[position] ?? "")?.scrollIntoView({ block: "center" });
  }, []);

  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined;
    let stay: ReturnType<typeof setTimeout> | undefined;
    function rested() {
      const { opened: ids, behind: back, position: from, whole: all } = now.current;
      const newest = ids[ids.length - 1];
      if (newest === undefined) return;
      if (!all && inSight(newest)) {
        if (back && !inSight(ids[from] ?? "")) moveTo(ids.length - 1, false);
        return;
      }
      const to = atReadingHeight(ids);
      if (to === from) return;
      moveTo(to, !all);
      if (!all) stay = setTimeout(() => now.current.move({ type: "visit", sentence: ids[to] ?? "" }), dwell);
    }
    function scrolled() {
      clearTimeout(rest);
      clearTimeout(stay);
      if (performance.now() > quietUntil.current) rest = setTimeout(rested, settled);
    }
    window.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      window.removeEventListener("scroll", scrolled);
      clearTimeout(rest);
      clearTimeout(stay);
    };
  }, [moveTo]);

  useSeen(whole, opened, move);
  return { position: Math.min(position, last), behind, go, touch: moveTo };
}

/** The full presentation has no reveals to tell what was read: each sentence that stays in sight a second is a visit. */
function useSeen(whole: boolean, opened: string[], move: Move) {
  const record = useRef(move);
  record.current = move;
  const ids = whole ? opened.join(" ") : "";
  useEffect(() => {
    if (ids === "") return;
    const waiting = new Map<string, ReturnType<typeof setTimeout>>();
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          clearTimeout(waiting.get(target.id));
          if (!isIntersecting) continue;
          const visit = () => !document.hidden && record.current({ type: "visit", sentence: target.id });
          waiting.set(target.id, setTimeout(visit, 1000));
        }
      },
      { threshold: 0.9, rootMargin: `0px 0px -${Math.round(barHeight())}px 0px` },
    );
    for (const id of ids.split(" ")) {
      const element = document.getElementById(id);
      if (element) seen.observe(element);
    }
    return () => {
      seen.disconnect();
      for (const timer of waiting.values()) clearTimeout(timer);
    };
  }, [ids]);
}
