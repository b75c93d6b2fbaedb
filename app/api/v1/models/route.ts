import { parseQuery } from "@/lib/contracts/query";
import { pageSchema } from "@/lib/contracts/run-attempts";
import { modelSchema } from "@/lib/contracts/runs";
import { route } from "@/lib/http/route";
import { createModel, listModels } from "@/lib/store/models";

export const GET = route({ role: "researcher" }, async ({ request }) => ({
  body: await listModels(parseQuery(pageSchema, new URL(request.url).searchParams)),
}));

export const POST = route(
  { role: "researcher", body: modelSchema, perMinute: 60, idempotent: true },
  async ({ body }) => ({
    status: 201,
    body: await createModel(body),
  }),
);
