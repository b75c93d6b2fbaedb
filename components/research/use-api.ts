import { useLocale, useTranslations } from "next-intl";
import { askApi } from "@/components/ui/ask-api";
import type { Locale } from "@/lib/i18n/locale";
import { saidPlainly } from "@/lib/i18n/sentences";

/** What a call gave: its body, or what is wrong in words. */
export type ApiAnswer = { ok: true; body: unknown } | { ok: false; words: string };

/** A fault in the page's language; its field by the name it has on the page, where it has one. */
function faultText(fault: { field: string; message: string }, labels: Record<string, string>, locale: Locale): string {
  const named = Object.entries(labels)
    .filter(([field]) => fault.field === field || fault.field.startsWith(`${field}.`))
    .sort(([one], [other]) => other.length - one.length)[0];
  return `${named ? named[1] : fault.field}${locale === "zh" ? "：" : ": "}${saidPlainly(locale, fault.message)}`;
}

/** `askApi` with the page's words for what goes wrong. */
export function useApi() {
  const unreachable = useTranslations("research")("failed");
  const lead = useTranslations("problem")("invalid");
  const locale = useLocale() === "zh" ? "zh" : "en";
  return async (
    method: string,
    path: string,
    body?: unknown,
    labels: Record<string, string> = {},
  ): Promise<ApiAnswer> => {
    const answer = await askApi(method, path, body);
    if (answer.ok) return answer;
    if (!answer.problem) return { ok: false, words: unreachable };
    const { faults = [], detail } = answer.problem;
    if (faults.length === 0) return { ok: false, words: saidPlainly(locale, detail) };
    const told = faults.map((fault) => faultText(fault, labels, locale));
    return { ok: false, words: [lead, ...told].join(locale === "zh" ? "" : " ") };
  };
}
