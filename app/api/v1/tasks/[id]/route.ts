import { route } from "@/lib/http/route";
import { taskSummary } from "@/lib/store/tasks";

export const GET = route({}, async ({ params }) => ({ body: await taskSummary(params.id as string) }));
