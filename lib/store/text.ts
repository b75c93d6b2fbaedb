import "server-only";

/** Text that PostgreSQL can keep: it refuses U+0000, and half of a surrogate pair in JSON. */

/** Whether a text can be kept as it is. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/**
 * A text as it can be kept: U+0000 left out (repair `nul`), half pairs replaced by U+FFFD (repair `surrogate`).
 * Everything else stays as it was sent.
 */
export function storable(text: string): { text: string; repairs: string[] } {
  if (isStorable(text)) return { text, repairs: [] };
  const repairs = [...(text.includes("\u0000") ? ["nul"] : []), ...(text.isWellFormed() ? [] : ["surrogate"])];
  return { text: text.replaceAll("\u0000", "").toWellFormed(), repairs };
}

/** A value with every text in it, names included, as it can be kept. @param repairs is told what was mended */
export function storableValue(value: unknown, repairs: Set<string> = new Set()): unknown {
  const mended = (text: string) => {
    const kept = storable(text);
    for (const repair of kept.repairs) repairs.add(repair);
    return kept.text;
  };
  if (typeof value === "string") return mended(value);
  if (Array.isArray(value)) return value.map((held) => storableValue(held, repairs));
  if (value && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => [mended(name), storableValue(held, repairs)]),
    );
  }
  return value;
}
