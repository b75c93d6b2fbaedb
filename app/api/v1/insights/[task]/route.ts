import { route } from "@/lib/http/route";
import { insightsOf } from "@/lib/store/insights";

export const GET = route({ role: "researcher" }, async ({ params }) => ({
  body: await insightsOf(params.task as string),
}));
