import { z } from "zod";
import { route } from "@/lib/http/route";
import { publishEpisode } from "@/lib/store/publish-episode";
import { listTasks } from "@/lib/store/tasks";

export const GET = route({}, async () => ({ body: { tasks: await listTasks() } }));

export const POST = route(
  { role: "researcher", body: z.unknown(), maxBytes: 4_194_304, perMinute: 30, idempotent: true },
  async ({ body }) => {
    const published = await publishEpisode(body);
    return { status: published.created ? 201 : 200, body: published };
  },
);
