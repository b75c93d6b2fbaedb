"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";

type Problem = { code?: string; faults?: { field: string }[] };

/**
 * A form that sends its fields as JSON to one API call. A refusal is shown in words above the button; the fields keep
 * what was typed. `done` decides what happens next with the answer.
 */
export function PostForm(props: {
  /** The API call; left out when `done` alone does the work. */
  action?: string;
  fixed?: Record<string, string>;
  submit: string;
  failed: string;
  /** Words for a refusal by what was refused: `conflict`, or `invalid:email`. Others have words of their own. */
  refusals?: Record<string, string>;
  children: ReactNode;
  done: (answer: unknown, fields: Record<string, string>) => Promise<string | null> | string | null;
}) {
  const problems = useTranslations("problem");
  const words = (problem: Problem): string => {
    const code = problem.code ?? "internal";
    const known = (problem.faults ?? []).map((fault) => props.refusals?.[`${code}:${fault.field}`]).filter(Boolean);
    if (known.length > 0) return known.join(" ");
    return props.refusals?.[code] ?? (problems.has(code) ? problems(code) : props.failed);
  };
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function send(form: HTMLFormElement) {
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setBusy(true);
    setError(null);
    try {
      if (!props.action) {
        setError(await props.done(null, fields));
        return;
      }
      const response = await fetch(props.action, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...props.fixed, ...fields }),
      });
      const answer = await response.json();
      if (response.ok) setError(await props.done(answer, fields));
      else setError(words(answer));
    } catch {
      setError(props.failed);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      className="flex max-w-md flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      {props.children}
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      <button type="submit" disabled={busy} className="btn btn-main self-start">
        {props.submit}
      </button>
    </form>
  );
}
