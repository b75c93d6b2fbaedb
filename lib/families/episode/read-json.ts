import { jsonrepair } from "jsonrepair";

/** Finds the one JSON object of an answer in raw model text. */

export type Found =
  | { fields: Record<string, unknown>; repairs: string[] }
  | { reason: "empty" | "cut-off" | "no-json" | `no-${string}`; repairs: string[] };

/** Text that a database can hold: no NUL, no half of a surrogate pair. */
export function cleanText(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}

/**
 * Removes reasoning that a model wrote into its answer: `<think>…</think>`, or all before a lone `</think>`. One pass
 * over the tags, for a model that falls into a loop may write a hundred thousand of them.
 */
export function withoutThinking(text: string): { text: string; open: boolean } {
  let kept = "";
  let from = 0;
  let open = false;
  for (const tag of text.matchAll(/<(\/?)think(?:ing)?>/gi)) {
    const closing = tag[1] !== "";
    if (closing && !open) kept = "";
    if (!closing && !open) kept += text.slice(from, tag.index);
    if (closing) from = tag.index + tag[0].length;
    open = !closing;
  }
  if (!open) kept += text.slice(from);
  return { text: kept.trim(), open };
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

/**
 * Every object in the text that is strict JSON, outermost only, in order. An opening that fails is followed by the next
 * one within it, so that parts of a text are read again: as often as any real answer needs, and no oftener, for a text
 * of openings alone would be read once for each of them.
 */
function strictObjects(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let left = 4 * text.length + 1_000_000;
  for (let at = text.indexOf("{"); at >= 0 && left > 0; at = text.indexOf("{", at)) {
    const end = objectEnd(text, at);
    const value = end > 0 ? parse(text.slice(at, end)) : undefined;
    left -= (end > 0 ? end : text.length) - at;
    at = isObject(value) ? end : at + 1;
    if (isObject(value)) found.push(value);
  }
  return found;
}

const around = /[\s"'“”‘’`]/;

/** An item without what stands around it. Not by one expression: those look at a long inner gap once for each of its characters. */
function bare(item: string): string {
  let from = 0;
  let to = item.length;
  while (from < to && around.test(item[from] as string)) from++;
  while (to > from && around.test(item[to - 1] as string)) to--;
  return item.slice(from, to);
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
    .map(bare)
    .filter((item) => item !== "");
}

/** Longest text that is repaired: the time of a repair may grow with the square of the length. */
const longestRepair = 40_000;

function repaired(text: string): Record<string, unknown> | null {
  const start = text.indexOf("{");
  if (start < 0) return null;
  const end = text.lastIndexOf("}");
  const object = text.slice(start, end > start ? end + 1 : undefined);
  if (object.length > longestRepair) return null;
  try {
    const value = parse(jsonrepair(object));
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
