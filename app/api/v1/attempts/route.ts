import { startAttemptSchema } from "@/lib/contracts/attempts";
import { playerFor } from "@/lib/auth/player";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/errors";
import { attemptBody, listAttempts } from "@/lib/store/attempt-bodies";
import { startAttempt } from "@/lib/store/attempts";

export const POST = route({ body: startAttemptSchema, perMinute: 30 }, async ({ request, body, caller }) => {
  if (caller.script)
    throw new AppError("forbidden", "Only a browser's own player may act as a person. Scripts use /responses.");
  const player = await playerFor(caller.user?.id ?? null);
  const context = { device: body.device ?? {}, agent: (request.headers.get("user-agent") ?? "").slice(0, 300) };
  const id = await startAttempt({ ...body, actor: { player: player.id }, source: "browser", context });
  return { status: 201, body: await attemptBody(id) };
});

export const GET = route({ role: "researcher" }, async ({ request }) => {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  return { body: await listAttempts({ ...query, limit: query.limit ? Number(query.limit) : undefined }) };
});
