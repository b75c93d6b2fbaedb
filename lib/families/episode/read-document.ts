import { isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import type { Fault } from "@/lib/errors";

/** Reads an import document from its JSON text, and says in which line of the text a field stands. */

export type ReadDocument = {
  /** The value, as far as the text could be read. */
  document: unknown;
  /** What is wrong with the text itself. */
  faults: Fault[];
  /** The line (from 1) of the deepest part of a dotted field that the text has. */
  lineOf(field: string): number | undefined;
};

const half = /\p{Surrogate}/u;
const deepest = 40;
/** A text that is broken all over needs no longer list. */
const mostFaults = 200;

const asIndex = (part: string) => (/^\d+$/.test(part) ? Number(part) : part);
// The parser's message without its own place and excerpt: the line is given apart.
const reason = (message: string) => (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, ".");

/** Whether brackets outside of strings are nested deeper than any document of ours. */
function tooDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gsu)) {
    if (token === "[" || token === "{") depth += 1;
    else if (token === "]" || token === "}") depth -= 1;
    if (depth > deepest) return true;
  }
  return false;
}

/** Where texts hold what cannot be kept: U+0000, or half of a surrogate pair. */
function unkeepable(value: unknown, at: string[] = []): string[] {
  if (typeof value === "string")
    return value.includes("\u0000") || half.test(value) ? [at.join(".") || "document"] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => unkeepable(held, [...at, name]));
}

/**
 * Reads a JSON text. A text that is not JSON is read as far as it goes, so that the rest can be checked too; a name
 * that is given twice is a fault, which plain JSON would pass over.
 */
export function readDocument(text: string): ReadDocument {
  const nowhere = () => undefined;
  if (text.trim() === "") {
    return {
      document: undefined,
      faults: [{ field: "document", message: "There is no text.", line: 1 }],
      lineOf: nowhere,
    };
  }
  if (tooDeep(text)) {
    const message = `The text is nested more than ${deepest} levels deep.`;
    return { document: undefined, faults: [{ field: "document", message }], lineOf: nowhere };
  }
  const lines = new LineCounter();
  // The parser's own look for names given twice compares each with each; below it is one pass.
  const options = { lineCounter: lines, schema: "json", uniqueKeys: false } as const;
  const tree = parseDocument(text.replace(/^\uFEFF/, ""), options);
  const faults: Fault[] = tree.errors.slice(0, mostFaults).map((error) => ({
    field: "document",
    line: error.linePos?.[0].line,
    message: reason(error.message),
  }));
  visit(tree, {
    Map(_key, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value) && key.range && faults.length < mostFaults) {
          const { line } = lines.linePos(key.range[0]);
          faults.push({ field: "document", line, message: `"${key.value}" is given twice.` });
        }
        seen.add(key.value);
      }
    },
  });
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    try {
      document = tree.toJS({ maxAliasCount: 0 });
    } catch {
      document = undefined;
    }
    // YAML that is not JSON has no error of the tree's own.
    if (faults.length === 0) faults.push({ field: "document", line: 1, message: "The text is not JSON." });
  }
  const lineOf = (field: string): number | undefined => {
    const path = field.split(".").map(asIndex);
    for (let length = path.length; length > 0; length--) {
      const node = tree.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return undefined;
  };
  for (const field of unkeepable(document).slice(0, mostFaults)) {
    faults.push({
      field,
      line: lineOf(field),
      message: "The text holds a character that cannot be kept: take it out.",
    });
  }
  return { document, faults, lineOf };
}
