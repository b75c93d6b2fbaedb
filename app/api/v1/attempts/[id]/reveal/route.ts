import { route } from "@/lib/http/route";
import { attemptBody, requireOwn } from "@/lib/store/attempt-bodies";
import { revealAttempt } from "@/lib/store/attempts";

export const POST = route({ perMinute: 60 }, async ({ params, caller }) => {
  const id = params.id as string;
  await requireOwn(id, caller);
  await revealAttempt(id);
  return { body: await attemptBody(id) };
});
