"use client";

import { useTranslations } from "next-intl";
import { ScrollArea } from "@/components/ui/scroll-area";

export type ImportFault = { field: string; message: string; line?: number };

/** Every fault with its line, which can be gone to. */
export function FaultTable({ faults, goTo }: { faults: ImportFault[]; goTo: (line: number) => void }) {
  const t = useTranslations("import");
  return (
    <section aria-labelledby="faults" className="flex flex-col gap-3">
      <h2 id="faults" className="text-bad">
        {t("faults", { n: faults.length })}
      </h2>
      <p>{t("nothing")}</p>
      <ScrollArea label={t("faultList")}>
        <table className="w-full font-sans text-sm">
          <thead>
            <tr>
              {[t("line"), t("field"), t("wrong")].map((head) => (
                <th key={head} scope="col" className="border-b border-edge px-2 py-2 text-left">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {faults.map(({ line, field, message }) => (
              <tr key={`${field} ${line} ${message}`} className="border-b border-line align-baseline">
                <td className="px-2 py-1">
                  {line === undefined ? (
                    "–"
                  ) : (
                    <button
                      type="button"
                      className="min-h-6 min-w-6 underline"
                      aria-label={t("goTo", { line })}
                      onClick={() => goTo(line)}
                    >
                      {line}
                    </button>
                  )}
                </td>
                <td className="px-2 py-1">
                  <code className="break-all">{field}</code>
                </td>
                <td className="min-w-48 px-2 py-1" lang="en">
                  {message}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}
