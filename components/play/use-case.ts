"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Choice } from "./attempt-client";
import { keepForOffline } from "./offline";
import type { OpenAttempt } from "./playing";
import { beginAttempt, continueAttempt, leaveAttempt, resumeAttempt, sendOthers } from "./resume";

export type Phase = "looking" | "ready" | "starting" | "failed" | "offline";

/**
 * The attempt that this browser is at in a case: found again, begun, taken over by the player that this browser is now,
 * or left.
 * @param own the attempt that the server knows this account to be at
 * @param build names the pages' build: the copies kept for offline reading belong to it
 */
export function useCase(slug: string, own: string | null, interfaceLanguage: string, build: string) {
  const [attempt, setAttempt] = useState<OpenAttempt | null>(null);
  const [phase, setPhase] = useState<Phase>("looking");
  const asked = useRef(false);
  const busy = useRef(false);

  const look = useCallback(async () => {
    try {
      const found = await resumeAttempt(slug, own);
      setAttempt(found);
      setPhase("ready");
      void sendOthers(found?.id ?? null);
    } catch {
      setPhase("offline");
    }
  }, [slug, own]);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void look();
    void keepForOffline(build);
  }, [look, build]);

  const open = useCallback(async (work: () => Promise<OpenAttempt>) => {
    if (busy.current) return;
    busy.current = true;
    setPhase("starting");
    try {
      setAttempt(await work());
      setPhase("ready");
    } catch {
      setPhase("failed");
    } finally {
      busy.current = false;
    }
  }, []);
  const begin = useCallback(
    (choice: Choice) => open(() => beginAttempt(slug, choice, { interfaceLanguage, build })),
    [open, slug, interfaceLanguage, build],
  );
  const takeOver = useCallback(
    (id: string) => open(() => continueAttempt(slug, id, { interfaceLanguage, build })),
    [open, slug, interfaceLanguage, build],
  );
  const leave = useCallback(
    (id: string) => {
      setAttempt(null);
      setPhase("ready");
      window.scrollTo(0, 0);
      void leaveAttempt(slug, id);
    },
    [slug],
  );
  return { attempt, phase, look, begin, takeOver, leave };
}
