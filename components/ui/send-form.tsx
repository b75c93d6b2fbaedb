"use client";

import { type ReactNode, useRef, useState } from "react";

/**
 * A form that is sent without leaving the page. What is wrong is told above the button and takes the focus; the fields
 * keep what was typed.
 */
export function SendForm(props: {
  className: string;
  submit: string;
  /** Sends it. @returns what is wrong, in words, or null */
  send: (form: HTMLFormElement) => Promise<string | null>;
  /** What stands beside the button. */
  beside?: ReactNode;
  children: ReactNode;
}) {
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLParagraphElement>(null);
  async function send(form: HTMLFormElement) {
    setWrong(null);
    setBusy(true);
    setWrong(await props.send(form));
    setBusy(false);
    requestAnimationFrame(() => alert.current?.focus());
  }
  return (
    <form
      className={`flex flex-col ${props.className}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {props.children}
      {wrong && (
        <p role="alert" ref={alert} tabIndex={-1} className="text-bad">
          {wrong}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <button type="submit" disabled={busy} className="btn btn-main">
          {props.submit}
        </button>
        {props.beside}
      </div>
    </form>
  );
}
