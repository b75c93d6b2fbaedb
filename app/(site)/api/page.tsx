import { getTranslations } from "next-intl/server";
import { ScrollArea } from "@/components/ui/scroll-area";
import { apiCalls } from "@/lib/contracts/openapi";

export default async function ApiPage() {
  const t = await getTranslations("api");
  return (
    <div className="flex flex-col gap-6">
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <p>
        <a href="/api/v1/openapi.json">{t("document")}</a>
      </p>
      <ScrollArea label={t("title")}>
        <table className="w-full text-sm">
          <thead>
            <tr>
              {[t("call"), t("what"), t("who")].map((head) => (
                <th key={head} scope="col" className="border-b border-edge px-2 py-2 text-left">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody lang="en">
            {apiCalls.map((call) => (
              <tr key={call.method + call.path} className="border-b border-line">
                <td className="px-2 py-2">
                  <code>
                    {call.method.toUpperCase()} {call.path}
                  </code>
                </td>
                <td className="px-2 py-2">{call.summary}</td>
                <td className="px-2 py-2">{call.role}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );
}
