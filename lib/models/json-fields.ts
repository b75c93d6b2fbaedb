/** Reading values of unknown shape: what is not there, or of another type, is null. */

export function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** The value at a path of keys and indices. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current;
}

export function textAt(value: unknown, ...path: (string | number)[]): string | null {
  const found = at(value, ...path);
  return typeof found === "string" ? found : null;
}

/** More than any call uses; the sum of a few such counts is still a whole number that the database holds. */
const greatestCount = 500_000_000;

/** A number that is not negative, rounded. What is too great to be a count, and could not be stored, is none. */
export function countAt(value: unknown, ...path: (string | number)[]): number | null {
  const found = at(value, ...path);
  if (typeof found !== "number" || !(found >= 0)) return null;
  const count = Math.round(found);
  return count <= greatestCount ? count : null;
}

/** @returns undefined when the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A deep merge of plain objects; arrays and other values of `extra` replace what stands in `base`. */
export function mergeBody(base: Record<string, unknown>, extra: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base };
  for (const [name, value] of Object.entries(extra)) {
    if (name === "__proto__") continue;
    const before = objectOf(merged[name]);
    const inner = objectOf(value);
    merged[name] = before && inner ? mergeBody(before, inner) : value;
  }
  return merged;
}
