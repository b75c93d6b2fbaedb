import { useLocale, useTranslations } from "next-intl";
import { type ApiAnswer, callApi } from "./call-api";

/** `callApi` with the page's words for what goes wrong. */
export function useApi() {
  const unreachable = useTranslations("research")("failed");
  const lead = useTranslations("problem")("invalid");
  const locale = useLocale() === "zh" ? "zh" : "en";
  return (method: string, path: string, body?: unknown, labels?: Record<string, string>): Promise<ApiAnswer> =>
    callApi(method, path, body, { unreachable, lead, locale }, labels);
}
