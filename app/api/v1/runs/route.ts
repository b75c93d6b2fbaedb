import { parseQuery } from "@/lib/contracts/query";
import { runsPageSchema } from "@/lib/contracts/run-attempts";
import { launchSchema } from "@/lib/contracts/runs";
import { route } from "@/lib/http/route";
import { estimateRun, findRun, launchRun, listRuns, readRun } from "@/lib/store/runs";

export const GET = route({ role: "researcher" }, async ({ request }) => {
  const { name, ...page } = parseQuery(runsPageSchema, new URL(request.url).searchParams);
  if (name) return { body: { runs: [await readRun(await findRun(name))], next: null } };
  return { body: await listRuns(page) };
});

export const POST = route(
  { role: "researcher", body: launchSchema, perMinute: 60, idempotent: true },
  async ({ body, user }) => {
    if (body.dryRun) return { body: { estimate: await estimateRun(body.plan) } };
    const launched = await launchRun(body.plan, { userId: user.id });
    return { status: launched.added > 0 ? 201 : 200, body: launched };
  },
);
