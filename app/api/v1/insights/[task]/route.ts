import { insightsQuerySchema } from "@/lib/contracts/insights";
import { parseQuery } from "@/lib/contracts/query";
import { route } from "@/lib/http/route";
import { insightsOf } from "@/lib/store/insights";

export const GET = route({ role: "researcher" }, async ({ params, request }) => {
  const { asOf } = parseQuery(insightsQuerySchema, new URL(request.url).searchParams);
  return { body: await insightsOf(params.task as string, asOf === undefined ? undefined : new Date(asOf)) };
});
