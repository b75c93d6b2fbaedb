import { cookies } from "next/headers";
import { startAttemptSchema } from "@/lib/contracts/attempts";
import { playerCookie, route } from "@/lib/http/route";
import { AppError } from "@/lib/errors";
import { attemptBody, listAttempts } from "@/lib/store/attempt-bodies";
import { startAttempt } from "@/lib/store/attempts";
import { createPlayer } from "@/lib/store/players";

export const POST = route({ body: startAttemptSchema, perMinute: 30 }, async ({ request, body, caller }) => {
  if (caller.script)
    throw new AppError("forbidden", "Only a browser's own player may act as a person. Scripts use /responses.");
  let player = caller.player;
  if (!player) {
    const made = await createPlayer(caller.user?.id);
    player = { id: made.id, userId: caller.user?.id ?? null };
    const secure = new URL(request.url).protocol === "https:";
    (await cookies()).set(playerCookie, made.cookie, {
      httpOnly: true,
      sameSite: "lax",
      secure,
      path: "/",
      maxAge: 31_536_000,
    });
  }
  const context = { device: body.device ?? {}, agent: (request.headers.get("user-agent") ?? "").slice(0, 300) };
  const id = await startAttempt({ ...body, actor: { player: player.id }, source: "browser", context });
  return { status: 201, body: await attemptBody(id) };
});

export const GET = route({ role: "researcher" }, async ({ request }) => {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return { body: await listAttempts({ ...query, limit: query.limit ? Number(query.limit) : undefined }) };
});
