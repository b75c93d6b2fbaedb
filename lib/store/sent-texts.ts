import "server-only";
import { hash } from "node:crypto";
import { db } from "./db";
import { isStorable } from "./text";

/**
 * Long texts of requests, each kept once: the epochs and models of a run are asked the same prompts, and every turn of a
 * conversation sends again what went before. A record holds the hash in a text's place.
 */

export type SentText = { hash: string; text: string };

/** Shorter texts stay where they are: a hash in their place would save nothing. */
const longText = 200;
/** The one field of what stands in a text's place. */
const mark = "worth:text";

function walk(value: unknown, of: (value: unknown) => unknown): unknown {
  const found = of(value);
  if (found !== undefined) return found;
  if (Array.isArray(value)) return value.map((held) => walk(held, of));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, walk(held, of)]));
  }
  return value;
}

/** A request with a hash in place of every long text, and those texts. */
export function takeOut(request: unknown): { request: unknown; texts: SentText[] } {
  const texts: SentText[] = [];
  const taken = walk(request, (value) => {
    if (typeof value !== "string" || value.length < longText || !isStorable(value)) return undefined;
    const held = { hash: hash("sha256", value), text: value };
    texts.push(held);
    return { [mark]: held.hash };
  });
  return { request: taken, texts };
}

function hashIn(value: unknown): string | null {
  if (!value || typeof value !== "object") return null;
  const held = (value as Record<string, unknown>)[mark];
  return typeof held === "string" && Object.keys(value).length === 1 ? held : null;
}

/** The request as it was sent. What stands for no text that is known was sent like that. */
export function putBack(request: unknown, texts: ReadonlyMap<string, string>): unknown {
  return walk(request, (value) => texts.get(hashIn(value) ?? ""));
}

/** Records of calls as they were before `takeOut`. @param records as they are stored, nulls among them */
export async function wholeRecords<T>(records: T[]): Promise<T[]> {
  const requestOf = (record: T) => (record as { request?: unknown } | null)?.request;
  const hashes = new Set<string>();
  for (const record of records) {
    walk(requestOf(record), (value) => {
      const held = hashIn(value);
      if (held) hashes.add(held);
      return undefined;
    });
  }
  if (hashes.size === 0) return records;
  const rows = await db().sentText.findMany({ where: { hash: { in: [...hashes] } } });
  const texts = new Map(rows.map((row) => [row.hash, row.text]));
  return records.map((record) =>
    requestOf(record) === undefined ? record : { ...record, request: putBack(requestOf(record), texts) },
  );
}
