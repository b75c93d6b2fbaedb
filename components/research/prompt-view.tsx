import { useTranslations } from "next-intl";

export type Shown = { role: string; content: string };

/** Messages as they go to a model, word for word. */
export function PromptView({ messages }: { messages: Shown[] }) {
  const t = useTranslations("research.attempt.roles");
  return (
    <ol className="flex flex-col gap-3">
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other identity than their place
        <li key={at} className="flex flex-col gap-1">
          <span className="font-sans text-sm text-muted">{t.has(message.role) ? t(message.role) : message.role}</span>
          <RawText text={message.content} label={message.role} />
        </li>
      ))}
    </ol>
  );
}

/** A text exactly as it was, in a box that scrolls. `code` is for JSON. */
export function RawText({ text, label, code }: { text: string; label: string; code?: boolean }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className={`max-h-[32rem] overflow-y-auto whitespace-pre-wrap break-words border border-line bg-raised p-3 ${code ? "font-mono text-[0.8rem]" : "text-[0.95rem]"}`}
    >
      {text}
    </section>
  );
}
