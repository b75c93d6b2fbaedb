import Link from "next/link";
import { useTranslations } from "next-intl";

/**
 * Links to the first and to the next page of a list; nothing when the list is one page.
 * @param props.further what the link to the next page says, where that is not the usual
 */
export function Pager(props: {
  path: string;
  query?: Record<string, string>;
  after?: string;
  next: string | null;
  further?: string;
}) {
  const t = useTranslations("research");
  if (!props.after && !props.next) return null;
  const href = (extra: Record<string, string>) => {
    const query = new URLSearchParams({ ...props.query, ...extra }).toString();
    return query ? `${props.path}?${query}` : props.path;
  };
  return (
    <nav aria-label={t("pager")} className="flex gap-3">
      {props.after && (
        <Link href={href({})} className="btn" prefetch={false}>
          {t("firstPage")}
        </Link>
      )}
      {props.next && (
        <Link href={href({ after: props.next })} className="btn" prefetch={false}>
          {props.further ?? t("nextPage")}
        </Link>
      )}
    </nav>
  );
}
