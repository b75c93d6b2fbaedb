import { startAttemptSchema } from "@/lib/contracts/attempts";
import { parseQuery } from "@/lib/contracts/query";
import { attemptFilterSchema } from "@/lib/contracts/run-attempts";
import { playerFor } from "@/lib/auth/player";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/errors";
import { attemptBody } from "@/lib/store/attempt-bodies";
import { startAttempt } from "@/lib/store/attempts";
import { listRunAttempts } from "@/lib/store/run-attempts";

// A whole class begins at once from one address.
export const POST = route({ body: startAttemptSchema, perMinute: 300 }, async ({ request, body, caller }) => {
  if (caller.script)
    throw new AppError("forbidden", "Only a browser's own player may act as a person. Scripts use /responses.");
  const player = await playerFor(caller.user?.id ?? null);
  const context = { device: body.device ?? {}, agent: (request.headers.get("user-agent") ?? "").slice(0, 300) };
  const { task, condition, continues } = body;
  // Who plays at this site chooses: how a condition came about is the server's to say, never the browser's.
  const told = { assignment: "chosen", source: "browser" } as const;
  const id = await startAttempt({ ...told, task, condition, actor: { player: player.id }, context, continues });
  return { status: 201, body: await attemptBody(id) };
});

export const GET = route({ role: "researcher" }, async ({ request }) => ({
  body: await listRunAttempts(parseQuery(attemptFilterSchema, new URL(request.url).searchParams)),
}));
