import { useLocale } from "next-intl";
import { saidIn } from "@/lib/i18n/sentences";

/** What the product says of a fault, in the page's language; a provider's own words below it, as they are. */
export function Said({ children }: { children: string }) {
  const page = useLocale() === "zh" ? "zh" : "en";
  const { text, quote, locale } = saidIn(page, children);
  return (
    <>
      <span lang={locale === page ? undefined : locale}>{text}</span>
      {quote !== null && (
        <q lang={/\p{Script=Han}/u.test(quote) ? "zh" : "en"} className="block font-normal text-muted">
          {quote}
        </q>
      )}
    </>
  );
}
