import { hasRole } from "@/lib/auth/session";
import { route } from "@/lib/http/route";
import { attemptBody, requireOwn } from "@/lib/store/attempt-bodies";

export const GET = route({}, async ({ params, caller }) => {
  const id = params.id as string;
  if (!hasRole(caller.user, "researcher")) await requireOwn(id, caller);
  return { body: await attemptBody(id) };
});
