import { parseQuery } from "@/lib/contracts/query";
import { exportFilterSchema } from "@/lib/contracts/run-attempts";
import { scoreNames } from "@/lib/families/judge-registry";
import { exportResponse } from "@/lib/http/attempt-export";
import { route } from "@/lib/http/route";
import { exportAttempts } from "@/lib/store/export-attempts";

export const GET = route({ role: "researcher" }, async ({ request }) => {
  const { format, ...filter } = parseQuery(exportFilterSchema, new URL(request.url).searchParams);
  return exportResponse(exportAttempts(filter, { events: format === "jsonl" }), {
    format,
    name: "attempts",
    scores: scoreNames(),
  });
});
