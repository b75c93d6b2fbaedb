import { saidPlainly } from "@/lib/i18n/sentences";
import type { Locale } from "@/lib/i18n/locale";

type Fault = { field: string; message: string };

/** What a call gave: its body, or what is wrong in words. */
export type ApiAnswer = { ok: true; body: unknown } | { ok: false; words: string };

/** A fault in the page's language; its field by the name it has on the page, where it has one. */
function faultText(fault: Fault, labels: Record<string, string>, locale: Locale): string {
  const named = Object.entries(labels)
    .filter(([field]) => fault.field === field || fault.field.startsWith(`${field}.`))
    .sort(([one], [other]) => other.length - one.length)[0];
  return `${named ? named[1] : fault.field}${locale === "zh" ? "：" : ": "}${saidPlainly(locale, fault.message)}`;
}

/** One call of the API from a page. Never throws. @param words for when no answer comes, and before faults of fields */
export async function callApi(
  method: string,
  path: string,
  body: unknown,
  words: { unreachable: string; lead: string; locale: Locale },
  labels: Record<string, string> = {},
): Promise<ApiAnswer> {
  try {
    const response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.ok) return { ok: true, body: answer };
    const faults: Fault[] = answer.faults ?? [];
    if (faults.length === 0) return { ok: false, words: saidPlainly(words.locale, String(answer.detail)) };
    const told = faults.map((fault) => faultText(fault, labels, words.locale));
    return { ok: false, words: [words.lead, ...told].join(words.locale === "zh" ? "" : " ") };
  } catch {
    return { ok: false, words: words.unreachable };
  }
}
