"use client";

import { useEffect, useRef, useState } from "react";

/** A text area that saves what was typed after a short pause and when it is left. */
export function SavedText(props: {
  id: string;
  label: string;
  value: string;
  rows?: number;
  /** Focus starts here when a dialog opens. */
  first?: boolean;
  /** What is wrong with it, in words. Empty keeps the place, so that nothing moves under a press when it is mended. */
  error?: string;
  onSave: (text: string) => void;
}) {
  const [text, setText] = useState(props.value);
  const saved = useRef(props.value);
  const latest = useRef({ text, save: props.onSave });
  latest.current = { text, save: props.onSave };
  function save() {
    if (latest.current.text === saved.current) return;
    saved.current = latest.current.text;
    latest.current.save(latest.current.text);
  }
  const saveRef = useRef(save);
  saveRef.current = save;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every typed letter starts the pause anew
  useEffect(() => {
    const timer = setTimeout(() => saveRef.current(), 600);
    return () => clearTimeout(timer);
  }, [text]);
  // Left, hidden or closed: what was typed is saved at once.
  useEffect(() => {
    const hidden = () => document.hidden && saveRef.current();
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      saveRef.current();
    };
  }, []);
  // A value that changed elsewhere (undo, another tab) is shown, unless something is being typed.
  const given = useRef(props.value);
  if (props.value !== given.current) {
    given.current = props.value;
    if (props.value !== saved.current && text === saved.current) {
      saved.current = props.value;
      setText(props.value);
    }
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={props.id}>{props.label}</label>
      <textarea
        id={props.id}
        className="input"
        rows={props.rows ?? 3}
        maxLength={6000}
        value={text}
        data-first={props.first || undefined}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={props.error ? `${props.id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
      />
      {props.error !== undefined && (
        <p id={`${props.id}-error`} className="min-h-[1lh] text-sm text-bad">
          {props.error}
        </p>
      )}
    </div>
  );
}
