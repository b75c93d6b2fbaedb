import { connectionSchema } from "@/lib/contracts/runs";
import { route } from "@/lib/http/route";
import { defaultBaseUrls } from "@/lib/models/base-url";
import { requireBaseUrl } from "@/lib/models/require-base-url";
import { createConnection, listConnections } from "@/lib/store/models";
import { allowedHosts } from "@/lib/store/settings";

export const GET = route({ role: "researcher" }, async () => ({ body: { connections: await listConnections() } }));

export const POST = route({ role: "researcher", body: connectionSchema, perMinute: 30 }, async ({ body }) => {
  const baseUrl = await requireBaseUrl(body.baseUrl || defaultBaseUrls[body.kind], await allowedHosts());
  return { status: 201, body: await createConnection({ ...body, baseUrl }) };
});
