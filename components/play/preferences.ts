"use client";

import { useSyncExternalStore } from "react";

/** How this browser's reader likes to read. Kept in the browser; the theme is a cookie, for the server draws with it. */
export type Preferences = {
  /** Size of the story in px; null is the page's own size, which follows the browser's setting. */
  size: number | null;
  line: number;
  face: "serif" | "sans";
  /** Single keys (WCAG 2.1.4: they can be switched off). */
  keys: boolean;
  /** Announce new sentences to screen readers. */
  spoken: boolean;
};

export const sizes = [16, 18, 20, 22, 24, 26, 28] as const;
export const lines = [1.6, 1.8, 2, 2.2] as const;

const place = "worth-reading";
const usual: Preferences = { size: null, line: 1.8, face: "serif", keys: true, spoken: true };
const listeners = new Set<() => void>();
let held: Preferences | null = null;

function valid(found: Partial<Preferences>): Preferences {
  return {
    size: sizes.find((size) => size === found.size) ?? null,
    line: lines.find((line) => line === found.line) ?? usual.line,
    face: found.face === "sans" ? "sans" : "serif",
    keys: found.keys !== false,
    spoken: found.spoken !== false,
  };
}

function read(): Preferences {
  if (held) return held;
  try {
    held = valid(JSON.parse(localStorage.getItem(place) ?? "{}"));
  } catch {
    // Storage that is closed to pages, or a text that is none of ours: the usual ones hold.
    held = usual;
  }
  return held;
}

/** Changes some preferences, here and for the next visit. */
export function prefer(change: Partial<Preferences>): void {
  held = { ...read(), ...change };
  try {
    localStorage.setItem(place, JSON.stringify(held));
  } catch {
    // They hold for this visit.
  }
  for (const listener of listeners) listener();
}

/** The settings with which a case is opened, for its record: what is not told is as it comes. */
export function settingsNow(): string {
  const { size, line, face, keys, spoken } = read();
  const theme = document.documentElement.dataset.theme ?? "system";
  const told = { size: size ?? "usual", line, face, theme, keys, spoken };
  return Object.entries(told)
    .map(([name, value]) => `${name}=${value}`)
    .join(";");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The reader's preferences; the usual ones on the server. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, read, () => usual);
}
