import { testConnectionSchema } from "@/lib/contracts/runs";
import { route } from "@/lib/http/route";
import { testConnection } from "@/lib/models/test-connection";
import { connectionConfig } from "@/lib/store/models";

export const POST = route(
  { role: "researcher", body: testConnectionSchema, perMinute: 20 },
  async ({ params, body }) => ({
    body: await testConnection(await connectionConfig(params.id as string), body.modelId),
  }),
);
