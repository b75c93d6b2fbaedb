import { getTranslations } from "next-intl/server";
import { Table } from "@/components/ui/table";
import { apiCalls } from "@/lib/contracts/openapi";

export default async function ApiPage() {
  const t = await getTranslations("api");
  const rows = apiCalls.map((call) => ({
    key: call.method + call.path,
    cells: [
      <code key="call">
        {call.method.toUpperCase()} {call.path}
      </code>,
      <span key="what" lang="en">
        {call.summary}
      </span>,
      <span key="who" lang="en">
        {call.role}
      </span>,
    ],
  }));
  return (
    <div className="flex flex-col gap-6">
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <p>
        <a href="/api/v1/openapi.json">{t("document")}</a>
      </p>
      <Table label={t("title")} heads={[t("call"), t("what"), t("who")]} rows={rows} />
    </div>
  );
}
