"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { askApi, type Problem } from "@/components/ui/ask-api";
import { SendForm } from "@/components/ui/send-form";

/** A form that sends its fields as JSON to one API call. `done` decides what happens next with the answer. */
export function PostForm(props: {
  /** The API call; left out when `done` alone does the work. */
  action?: string;
  fixed?: Record<string, string>;
  submit: string;
  failed: string;
  /** Words for a refusal by what was refused: `conflict`, or `invalid:email`. Others have words of their own. */
  refusals?: Record<string, string>;
  children: ReactNode;
  /** @returns what is wrong all the same, in words, or null */
  done: (answer: unknown, fields: Record<string, string>) => Promise<string | null> | string | null;
}) {
  const problems = useTranslations("problem");
  function words({ code, faults = [] }: Problem): string {
    const known = faults.map((fault) => props.refusals?.[`${code}:${fault.field}`]).filter(Boolean);
    if (known.length > 0) return known.join(" ");
    return props.refusals?.[code] ?? (problems.has(code) ? problems(code) : props.failed);
  }
  async function send(form: HTMLFormElement): Promise<string | null> {
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const answer = props.action ? await askApi("POST", props.action, { ...props.fixed, ...fields }) : null;
    if (answer?.ok === false) return answer.problem ? words(answer.problem) : props.failed;
    try {
      return await props.done(answer?.body, fields);
    } catch {
      return props.failed;
    }
  }
  return (
    <SendForm className="max-w-md gap-4" submit={props.submit} send={send}>
      {props.children}
    </SendForm>
  );
}
