import { route } from "@/lib/http/route";
import { retryRun, readRun } from "@/lib/store/runs";

export const POST = route({ role: "researcher", perMinute: 60 }, async ({ params }) => {
  const id = params.id as string;
  await retryRun(id);
  return { body: await readRun(id) };
});
