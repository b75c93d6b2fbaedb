import { connectionPatchSchema } from "@/lib/contracts/runs";
import { route } from "@/lib/http/route";
import { requireBaseUrl } from "@/lib/models/require-base-url";
import { deleteConnection, updateConnection } from "@/lib/store/models";
import { allowedHosts } from "@/lib/store/settings";

// What a new set of limits does not name is taken away, not kept.
const noLimits = { requestsPerMinute: undefined, tokensPerMinute: undefined };

export const PATCH = route(
  { role: "researcher", body: connectionPatchSchema, perMinute: 60 },
  async ({ params, body }) => {
    if (body.baseUrl !== undefined) await requireBaseUrl(body.baseUrl, await allowedHosts());
    const limits = body.limits && { ...noLimits, ...body.limits };
    return { body: await updateConnection(params.id as string, { ...body, limits }) };
  },
);

export const DELETE = route({ role: "researcher" }, async ({ params }) => {
  await deleteConnection(params.id as string);
  return { body: { deleted: true } };
});
