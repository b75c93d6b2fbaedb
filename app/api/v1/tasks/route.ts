import { importBytes, importQuerySchema } from "@/lib/contracts/import";
import { parseQuery } from "@/lib/contracts/query";
import { route } from "@/lib/http/route";
import { importEpisode } from "@/lib/store/import-episode";
import { listTasks } from "@/lib/store/tasks";

export const GET = route({}, async () => ({ body: { tasks: await listTasks() } }));

export const POST = route(
  { role: "researcher", maxBytes: importBytes, perMinute: 30, idempotent: true },
  async ({ request, text }) => {
    const { dryRun } = parseQuery(importQuerySchema, new URL(request.url).searchParams);
    const imported = await importEpisode(text, { publish: dryRun !== "true" });
    return { status: imported.created && imported.id ? 201 : 200, body: imported };
  },
);
