"use client";

import { useEffect } from "react";
import type { EpisodeMove, Notice } from "@/lib/families/episode/play";
import { settingsNow } from "./preferences";

/**
 * Records what happens around the reading, so that time away can be subtracted later: the page opened (with which settings), out of sight or
 * in sight again, the window left, text copied or pasted (how much, never what). Notices change no state.
 * @param move does not change while the attempt stays the same
 */
export function useNotices(move: (move: EpisodeMove) => boolean): void {
  useEffect(() => {
    const notice = (what: Notice, detail?: string) => void move({ type: "notice", what, ...(detail && { detail }) });
    const length = (text: string | undefined) => `${text?.length ?? 0} characters`;
    const seen = () => notice(document.hidden ? "hidden" : "visible");
    const blur = () => notice("blur");
    const focus = () => notice("focus");
    const copy = () => notice("copy", length(document.getSelection()?.toString()));
    const paste = (event: ClipboardEvent) => notice("paste", length(event.clipboardData?.getData("text")));
    notice("opened", settingsNow());
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("blur", blur);
    window.addEventListener("focus", focus);
    document.addEventListener("copy", copy);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("blur", blur);
      window.removeEventListener("focus", focus);
      document.removeEventListener("copy", copy);
      document.removeEventListener("paste", paste);
    };
  }, [move]);
}
