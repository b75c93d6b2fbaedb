import type { Reply } from "./provider";

/**
 * Parts a model's visible text from thinking that a server left in it: `<think>…</think>` at the beginning, or text
 * before a `</think>` whose opening tag stood in the server's own template. An unclosed tag means the answer was cut off.
 * @param reasoning what the provider already gave apart
 */
export function splitReasoning(text: string, reasoning: string, cutByLength: boolean): Reply {
  const thoughts = reasoning ? [reasoning] : [];
  let rest = text;
  let cut = cutByLength;
  const opening = /^\s*<think>/i.exec(rest);
  const closing = /<\/think>/i.exec(rest);
  if (closing) {
    thoughts.push(rest.slice(opening?.[0].length ?? 0, closing.index).trim());
    rest = rest.slice(closing.index + closing[0].length).trimStart();
  } else if (opening) {
    thoughts.push(rest.slice(opening[0].length).trim());
    rest = "";
    cut = true;
  }
  const thought = thoughts.filter((one) => one !== "").join("\n\n");
  return { text: rest, ...(thought ? { reasoning: thought } : {}), ...(cut ? { cut: true } : {}) };
}
