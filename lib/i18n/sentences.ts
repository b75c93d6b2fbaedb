import type { Locale } from "./locale";
import chinese from "./sentences.zh.json";

/**
 * What the product says of faults and failures is written once, in English, where it is said: in answers of the API, in
 * logs, in stored attempts. Pages put it into the reader's language by the sentence itself, as gettext does.
 */

/** A sentence as a page shows it. `quote` is another's own words, a provider's, which stay as they are. */
export type Said = { text: string; quote: string | null; locale: Locale };

type Values = Record<string, string>;
type Entry = { pattern: RegExp; names: string[]; chinese: string };

const placeholder = /\{(\w+)\}/g;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Entries with a pattern; those that say most themselves come first, after the wrappers of other sentences. */
function entriesOf(group: Values): Entry[] {
  const literal = (sentence: string) => sentence.replaceAll(placeholder, "").length;
  return Object.entries(group)
    .sort(([one], [other]) => literal(other) - literal(one))
    .map(([sentence, words]) => {
      const parts = sentence.split(placeholder);
      const pattern = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : "([\\s\\S]*?)"));
      return {
        pattern: new RegExp(`^${pattern.join("")}$`),
        names: parts.filter((_, at) => at % 2 === 1),
        chinese: words,
      };
    });
}

const { wrappers, ...groups } = chinese;
const whole = new Map(Object.values(groups).flatMap((group) => Object.entries(group)));
let entries: Entry[] | null = null;

function inChinese(message: string): Omit<Said, "locale"> | null {
  const same = whole.get(message);
  if (same !== undefined) return { text: same, quote: null };
  entries ??= [...entriesOf(wrappers), ...entriesOf(Object.assign({}, ...Object.values(groups)))];
  for (const entry of entries) {
    const found = entry.pattern.exec(message);
    if (!found) continue;
    const values: Values = Object.fromEntries(entry.names.map((name, at) => [name, found[at + 1] ?? ""]));
    const inner = values.said === undefined ? null : inChinese(values.said);
    // A wrapper fits anything: it counts only around a sentence of ours.
    if (values.said !== undefined && !inner) continue;
    if (inner) values.said = inner.text;
    const text = entry.chinese.replaceAll(placeholder, (_, name: string) => values[name] ?? "");
    return { text, quote: inner?.quote ?? values.quote ?? null };
  }
  return null;
}

/** A sentence in the page's language; as it is when it is none of the product's. */
export function saidIn(locale: Locale, message: string): Said {
  const told = locale === "zh" ? inChinese(message) : null;
  return told ? { ...told, locale: "zh" } : { text: message, quote: null, locale: "en" };
}

/** The same as plain text, for where no markup can stand. */
export function saidPlainly(locale: Locale, message: string): string {
  const { text, quote } = saidIn(locale, message);
  return quote === null ? text : `${text}“${quote}”`;
}
