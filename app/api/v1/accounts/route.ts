import { accountSchema } from "@/lib/contracts/accounts";
import { route } from "@/lib/http/route";
import { attachPlayer } from "@/lib/store/roles";
import { createUser } from "@/lib/store/users";

export const POST = route({ body: accountSchema, perMinute: 5 }, async ({ body, caller }) => {
  const user = await createUser(body);
  if (caller.player) await attachPlayer(user.id, caller.player.id);
  return { status: 201, body: user };
});
