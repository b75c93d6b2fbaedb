import "server-only";
import { db } from "./db";

/** The attempt at a case that an account has begun last and not finished, in whatever browser, or null. */
export async function openAttemptOf(userId: string, slug: string): Promise<string | null> {
  const players = await db().player.findMany({ where: { userId }, select: { id: true } });
  const held = await db().attempt.findFirst({
    where: { task: { slug }, playerId: { in: players.map(({ id }) => id) }, status: "open" },
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
  return held?.id ?? null;
}
