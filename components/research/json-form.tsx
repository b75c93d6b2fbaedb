"use client";

import { type ReactNode, useRef, useState } from "react";
import { useApi } from "./use-api";

/**
 * A form that sends a JSON body made from its fields to one API call. A refusal is told in words above the button and
 * takes the focus; the fields keep what was typed. `body` may answer with words instead of a body: then nothing is sent.
 */
export function JsonForm(props: {
  action: string;
  method?: "POST" | "PATCH" | "PUT";
  submit: string;
  /** How the API's fields are called on this page. */
  labels: Record<string, string>;
  body: (form: FormData) => object | string;
  /** What happens with the answer; words it returns are shown as done. */
  done: (answer: unknown) => string | null;
  children: ReactNode;
}) {
  const call = useApi();
  const [error, setError] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLParagraphElement>(null);
  function fail(text: string) {
    setError(text);
    requestAnimationFrame(() => alert.current?.focus());
  }
  async function send(form: HTMLFormElement) {
    setError(null);
    setNote(null);
    const body = props.body(new FormData(form));
    if (typeof body === "string") return fail(body);
    setBusy(true);
    const answer = await call(props.method ?? "POST", props.action, body, props.labels);
    setBusy(false);
    if (!answer.ok) return fail(answer.words);
    // A secret that was sent is not left standing in the page.
    for (const field of form.querySelectorAll<HTMLInputElement>('input[type="password"]')) field.value = "";
    setNote(props.done(answer.body));
  }
  return (
    <form
      className="flex max-w-2xl flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {props.children}
      {error && (
        <p role="alert" ref={alert} tabIndex={-1} className="text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <button type="submit" disabled={busy} className="btn btn-main">
          {props.submit}
        </button>
        <p role="status" className="text-good">
          {note}
        </p>
      </div>
    </form>
  );
}
