"use client";

import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { EpisodeMove } from "@/lib/families/episode/play";
import { outbox } from "./outbox";
import { type OpenAttempt, Playing } from "./playing";

/**
 * One attempt in this tab. `move` answers at once; `false` means that the move is refused now. `playing` is for what
 * shows the state of saving, so that it alone is drawn again when that changes.
 * @param lost called when the attempt is no longer kept here: another tab gave it up
 */
export function useAttempt(attempt: OpenAttempt, lost: () => void) {
  const lostRef = useRef(lost);
  lostRef.current = lost;
  const playing = useMemo(() => new Playing(attempt, outbox(), () => lostRef.current()), [attempt]);
  const shown = useSyncExternalStore(playing.subscribe, playing.getShown, playing.getShown);

  useEffect(() => {
    playing.start();
    const retry = () => {
      if (!document.hidden) playing.retry();
    };
    window.addEventListener("online", retry);
    window.addEventListener("pageshow", retry);
    document.addEventListener("visibilitychange", retry);
    return () => {
      window.removeEventListener("online", retry);
      window.removeEventListener("pageshow", retry);
      document.removeEventListener("visibilitychange", retry);
      playing.end();
    };
  }, [playing]);

  const move = useCallback((wanted: EpisodeMove) => playing.move(wanted), [playing]);
  return { ...shown, move, playing };
}
