"use client";

import { useEffect, useRef, useState } from "react";

/** A text area that saves what was typed after a short pause and when it is left. */
export function SavedText(props: {
  id: string;
  label: string;
  value: string;
  rows?: number;
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
  useEffect(() => () => saveRef.current(), []);
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={props.id}>{props.label}</label>
      <textarea
        id={props.id}
        className="input"
        rows={props.rows ?? 3}
        maxLength={6000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
      />
    </div>
  );
}
