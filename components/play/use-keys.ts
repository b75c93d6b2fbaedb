"use client";

import { useLayoutEffect, useRef } from "react";

/** Single keys wherever focus is, except in a field, on a button or a link, or in an open dialog. A held key counts once. */
export function useKeys(enabled: boolean, actions: Record<string, () => void>) {
  const held = useRef(actions);
  held.current = actions;
  // Heard from the moment that the story is seen: a press right after must not be lost.
  useLayoutEffect(() => {
    if (!enabled) return;
    function pressed(event: KeyboardEvent) {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (target.closest("input, textarea, select, button, a, summary, [contenteditable], dialog")) return;
      const action = held.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action) return;
      event.preventDefault();
      action();
    }
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [enabled]);
}
