import { route } from "@/lib/http/route";
import { listTasks } from "@/lib/store/tasks";

export const GET = route({}, async () => ({ body: { tasks: await listTasks() } }));
