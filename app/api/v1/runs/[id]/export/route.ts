import { parseQuery } from "@/lib/contracts/query";
import { runExportSchema } from "@/lib/contracts/run-attempts";
import { scoreNames } from "@/lib/families/judge-registry";
import { exportResponse } from "@/lib/http/attempt-export";
import { route } from "@/lib/http/route";
import { exportAttempts } from "@/lib/store/export-attempts";
import { readRun } from "@/lib/store/runs";

export const GET = route({ role: "researcher" }, async ({ request, params }) => {
  const { format } = parseQuery(runExportSchema, new URL(request.url).searchParams);
  const { id, name } = await readRun(params.id as string);
  return exportResponse(exportAttempts({ run: id }, { events: format === "jsonl" }), {
    format,
    name,
    scores: scoreNames(),
  });
});
