import { useTranslations } from "next-intl";

/** A failure's name on the page, and its code as filters and the API have it. */
export function FailureName({ code }: { code: string }) {
  const t = useTranslations("research.failureCodes");
  return (
    <span className="whitespace-nowrap">
      {t.has(code) && `${t(code)} · `}
      <code>{code}</code>
    </span>
  );
}
