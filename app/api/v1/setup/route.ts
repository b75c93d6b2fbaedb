import { setupSchema } from "@/lib/contracts/accounts";
import { route } from "@/lib/http/route";
import { createFirstAdmin } from "@/lib/store/users";

export const POST = route({ body: setupSchema, perMinute: 5 }, async ({ body }) => ({
  status: 201,
  body: await createFirstAdmin(body.token, body),
}));
