import { jsonrepair } from "jsonrepair";

/** Finds the one JSON object of an answer in raw model text. */

export type Found =
  | { fields: Record<string, unknown>; repairs: string[] }
  | { reason: "empty" | "cut-off" | "no-json" | `no-${string}`; repairs: string[] };

/** Text that a database can hold: no NUL, no half of a surrogate pair. */
export function cleanText(text: string): string {
  return text.replaceAll("\u0000", "").replace(/\p{Surrogate}/gu, "\ufffd");
}

/** Removes reasoning that a model wrote into its answer: `<think>…</think>`, or all before a lone `</think>`. */
export function withoutThinking(text: string): { text: string; open: boolean } {
  const closed = text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, "");
  const afterLone = closed.split(/<\/think(?:ing)?>/i).at(-1) ?? "";
  const [before = "", ...rest] = afterLone.split(/<think(?:ing)?>/i);
  return { text: before.trim(), open: rest.length > 0 };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The end (exclusive) of the object that opens at `start`, string-aware; -1 when it never closes. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

/** Every object in the text that is strict JSON, outermost only, in order. */
function strictObjects(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let failures = 0;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at)) {
    const end = objectEnd(text, at);
    const value = end > 0 ? parse(text.slice(at, end)) : undefined;
    if (isObject(value)) {
      found.push(value);
      at = end;
    } else {
      at++;
      // An opening that fails costs a scan: enough of them for any real answer, few enough for a hostile one.
      if (++failures > 400) break;
    }
  }
  return found;
}

/** The last closed array under a field's name, split into its items; null when there is none or it holds objects. */
function salvage(text: string, field: string): string[] | "open" | null {
  const openings = [...text.matchAll(new RegExp(`["'“”]?\\b${field}["'“”]?\\s*[:：]\\s*\\[`, "g"))];
  const last = openings.at(-1);
  if (!last) return null;
  const from = last.index + last[0].length;
  const end = text.indexOf("]", from);
  if (end < 0) return "open";
  const inside = text.slice(from, end);
  if (/[{}[:]/.test(inside)) return null;
  return inside
    .split(/[,，、;\n]/)
    .map((item) => item.replace(/^[\s"'“”‘’`]+|[\s"'“”‘’`]+$/g, ""))
    .filter((item) => item !== "");
}

function repaired(text: string): Record<string, unknown> | null {
  const start = text.indexOf("{");
  if (start < 0) return null;
  const end = text.lastIndexOf("}");
  try {
    const value = parse(jsonrepair(text.slice(start, end > start ? end + 1 : undefined)));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The answer's fields, with an array under every name of `arrays`. Strict JSON first (the last object that has the
 * fields; fences and prose around it do not matter); else the arrays as they stand, closed, in the broken text, and
 * whatever else a repair can read. An array that never closes is a cut-off answer: nobody knows what it would hold.
 */
export function findAnswer(raw: string, arrays: string[]): Found {
  const thought = withoutThinking(cleanText(raw));
  const { text } = thought;
  if (text === "") return { reason: thought.open ? "cut-off" : "empty", repairs: [] };

  const objects = strictObjects(text);
  const whole = objects.filter((object) => arrays.every((field) => Array.isArray(object[field])));
  const answer = whole.at(-1);
  if (answer) return { fields: answer, repairs: whole.length > 1 ? ["last-of-several"] : [] };

  const partial = objects.findLast((object) => arrays.some((field) => field in object));
  if (partial) {
    const missing = arrays.find((field) => !Array.isArray(partial[field])) ?? "";
    return { reason: `no-${missing}`, repairs: [] };
  }

  const selections: Record<string, string[]> = {};
  for (const field of arrays) {
    const items = salvage(text, field);
    if (items === "open") return { reason: "cut-off", repairs: [] };
    if (items === null) {
      const mentionsAny = arrays.some((name) => salvage(text, name) !== null);
      const cut = text.includes("{") && objectEnd(text, text.indexOf("{")) < 0;
      return { reason: cut ? "cut-off" : mentionsAny ? `no-${field}` : "no-json", repairs: [] };
    }
    selections[field] = items;
  }
  const rest = repaired(text);
  return { fields: { ...rest, ...selections }, repairs: [rest ? "json-repaired" : "selections-salvaged"] };
}

export type FoundNotes = { notebook: string | null; marks: string[] | null; repaired: boolean };

/** The notebook and the marks of one turn; null when nothing of either can be read. */
export function findNotes(raw: string): FoundNotes | null {
  const { text } = withoutThinking(cleanText(raw));
  const isNotes = (object: Record<string, unknown>) => "notebook" in object || "marks" in object;
  const strict = strictObjects(text).findLast(isNotes);
  const notes = strict ?? repaired(text);
  if (!notes || !isNotes(notes)) return null;
  return {
    notebook: typeof notes.notebook === "string" ? cleanText(notes.notebook).slice(0, 20_000) : null,
    marks: Array.isArray(notes.marks)
      ? notes.marks.filter((id) => typeof id === "string").map((id) => id.trim().toUpperCase())
      : null,
    repaired: !strict,
  };
}
