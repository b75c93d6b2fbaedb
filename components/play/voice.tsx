"use client";

import { useSyncExternalStore } from "react";

/**
 * What is said to screen readers. Both regions are in the page from the first byte: one whose text is replaced by the
 * newest sentence, one for short messages (marks left, position, saving).
 */
type Said = { story: string; status: string };

let said: Said = { story: "", status: "" };
const silent = said;
const listeners = new Set<() => void>();

function say(next: Said): void {
  said = next;
  for (const listener of listeners) listener();
}

/** Replaces the text of the story's region. */
export function sayStory(text: string): void {
  if (text !== said.story) say({ ...said, story: text });
}

/** Says a short message. The same words again are said again. */
export function sayStatus(text: string): void {
  say({ ...said, status: text === said.status ? `${text}\u00a0` : text });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The two live regions. */
export function Voice({ lang }: { lang: string }) {
  const now = useSyncExternalStore(
    subscribe,
    () => said,
    () => silent,
  );
  return (
    <>
      <p id="story-voice" role="status" aria-live="polite" aria-atomic="true" className="visually-hidden" lang={lang}>
        {now.story}
      </p>
      <p id="status-voice" role="status" className="visually-hidden">
        {now.status}
      </p>
    </>
  );
}
