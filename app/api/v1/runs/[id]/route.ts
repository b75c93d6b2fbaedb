import { route } from "@/lib/http/route";
import { readRun } from "@/lib/store/runs";

export const GET = route({ role: "researcher" }, async ({ params }) => ({ body: await readRun(params.id as string) }));
