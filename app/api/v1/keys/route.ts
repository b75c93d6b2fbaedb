import { apiKeySchema } from "@/lib/contracts/accounts";
import { route } from "@/lib/http/route";
import { createApiKey, listApiKeys } from "@/lib/store/users";

export const GET = route({ role: "player" }, async ({ user }) => ({ body: { keys: await listApiKeys(user.id) } }));

export const POST = route({ role: "player", body: apiKeySchema, perMinute: 10 }, async ({ user, body }) => ({
  status: 201,
  body: await createApiKey(user, body.name),
}));
