import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { ResearchNav } from "@/components/research/research-nav";
import { requireRole } from "@/lib/auth/session";

export default async function ResearchLayout({ children }: { children: ReactNode }) {
  await requireRole("researcher");
  return (
    <NextIntlClientProvider>
      <div className="page wide">
        <ResearchNav />
        {children}
      </div>
    </NextIntlClientProvider>
  );
}
