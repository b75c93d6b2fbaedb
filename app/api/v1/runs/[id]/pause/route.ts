import { route } from "@/lib/http/route";
import { pauseRun, readRun } from "@/lib/store/runs";

export const POST = route({ role: "researcher", perMinute: 60 }, async ({ params }) => {
  const id = params.id as string;
  await pauseRun(id, "asked");
  return { body: await readRun(id) };
});
