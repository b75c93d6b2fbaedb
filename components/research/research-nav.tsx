"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";

const pages = [
  ["runs", "/research"],
  ["launch", "/research/launch"],
  ["attempts", "/research/attempts"],
  ["models", "/research/models"],
  ["connections", "/research/connections"],
  ["import", "/research/import"],
] as const;

/** The pages of the researcher's side. */
export function ResearchNav() {
  const t = useTranslations("research");
  const path = usePathname();
  const here = (href: string) =>
    href === "/research" ? path === href || path.startsWith("/research/runs") : path.startsWith(href);
  return (
    <nav aria-label={t("nav")} className="mb-6 border-b border-line font-sans text-[0.95rem]">
      <ul className="flex flex-wrap gap-x-5">
        {pages.map(([name, href]) => (
          <li key={name}>
            <Link
              href={href}
              prefetch={false}
              aria-current={here(href) ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-2 border-transparent text-ink no-underline hover:underline aria-[current=page]:border-accent"
            >
              {t(`pages.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
