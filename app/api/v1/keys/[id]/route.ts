import { route } from "@/lib/http/route";
import { revokeApiKey } from "@/lib/store/users";

export const DELETE = route({ role: "player" }, async ({ user, params }) => {
  await revokeApiKey(user.id, params.id as string);
  return { body: { revoked: true } };
});
