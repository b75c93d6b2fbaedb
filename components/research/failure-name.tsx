import { useTranslations } from "next-intl";

/** A failure's name on the page, and its code as filters and the API have it. */
export function FailureName({ code }: { code: string }) {
  const t = useTranslations("research.failureCodes");
  return (
    <strong>
      {t.has(code) && `${t(code)} · `}
      <code>{code}</code>
    </strong>
  );
}
