import { aboutPlayerSchema } from "@/lib/contracts/player";
import { AppError } from "@/lib/errors";
import { route } from "@/lib/http/route";
import { tellOfPlayer } from "@/lib/store/players";

export const PATCH = route({ body: aboutPlayerSchema, perMinute: 60 }, async ({ body, caller }) => {
  if (!caller.player) throw new AppError("unauthenticated", "This browser is not known as a player.");
  return { body: await tellOfPlayer(caller.player, body) };
});
