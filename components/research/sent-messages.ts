type Sent = { role: string; content: string };

/** A content as vendors write it: a text, or parts with texts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => (typeof part === "string" ? part : ((part as { text?: unknown } | null)?.text ?? "")))
    .join("");
}

/**
 * The messages of a request as it was sent, whatever the protocol: `messages` (OpenAI, Anthropic, whose system text
 * stands apart) or `contents` with `parts` (Google). Null when there are none.
 */
export function messagesOf(request: unknown): Sent[] | null {
  if (!request || typeof request !== "object") return null;
  const body = request as Record<string, unknown>;
  const google = body.systemInstruction as { parts?: unknown } | undefined;
  const system = textOf(body.system ?? google?.parts);
  const list = (body.messages ?? body.contents) as Record<string, unknown>[] | undefined;
  if (!Array.isArray(list)) return null;
  const sent = list.map((message) => ({
    role: message.role === "model" ? "assistant" : String(message.role ?? "user"),
    content: textOf(message.content ?? message.parts),
  }));
  return system ? [{ role: "system", content: system }, ...sent] : sent;
}
