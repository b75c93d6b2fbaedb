"use client";

import { type ReactNode, useState } from "react";
import { SendForm } from "@/components/ui/send-form";
import { useApi } from "./use-api";

/**
 * A form that sends a JSON body made from its fields to one API call. `body` may answer with words instead of a body:
 * then nothing is sent.
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
  const [note, setNote] = useState<string | null>(null);
  async function send(form: HTMLFormElement): Promise<string | null> {
    setNote(null);
    const body = props.body(new FormData(form));
    if (typeof body === "string") return body;
    const answer = await call(props.method ?? "POST", props.action, body, props.labels);
    if (!answer.ok) return answer.words;
    // A secret that was sent is not left standing in the page.
    for (const field of form.querySelectorAll<HTMLInputElement>('input[type="password"]')) field.value = "";
    setNote(props.done(answer.body));
    return null;
  }
  const said = (
    <p role="status" className="text-good">
      {note}
    </p>
  );
  return (
    <SendForm className="max-w-2xl gap-5" submit={props.submit} send={send} beside={said}>
      {props.children}
    </SendForm>
  );
}
