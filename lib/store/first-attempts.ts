import "server-only";
import type { Task } from "@/generated/prisma/client";
import { AppError } from "@/lib/errors";
import type { Tx } from "./db";
import { playersOf } from "./players";
import { exclusionOf, lockAccount } from "./roles";

/**
 * A first attempt is the first that a person starts at a task, over versions, languages and variants, per account once
 * players attach; and it stays one only as long as no other attempt of theirs at that task is answered before it.
 */

/** Keeps one person's starts and final moves one after another, until the transaction ends. */
export async function lockPerson(tx: Tx, playerId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`start:${playerId}`}))`;
  const held = await tx.player.findUnique({ where: { id: playerId }, select: { userId: true } });
  if (held?.userId) await lockAccount(tx, held.userId);
}

/** As `lockPerson`, for whoever made an attempt. To be called before the attempt's row is locked. */
export async function lockPersonOf(tx: Tx, attemptId: string): Promise<void> {
  const found = await tx.attempt.findUnique({ where: { id: attemptId }, select: { playerId: true } });
  if (found?.playerId) await lockPerson(tx, found.playerId);
}

/** What a person did before at this task when an attempt starts. */
export async function exposure(tx: Tx, row: Task, playerId: string) {
  const player = await tx.player.findUnique({ where: { id: playerId }, include: { user: true } });
  if (!player) throw new AppError("unauthenticated", "This browser is not known yet. Reload the page.");
  const players = await playersOf(tx, player);
  const before = await tx.attempt.findMany({
    where: { playerId: { in: players }, task: { slug: row.slug } },
    select: { revealedAt: true },
  });
  const tutorial = await tx.attempt.count({
    where: { playerId: { in: players }, task: { tutorial: true }, status: "done" },
  });
  return {
    priorAttempts: before.length,
    priorReveals: before.filter((held) => held.revealedAt).length,
    tutorialSeen: tutorial > 0,
    excluded: await exclusionOf(tx, player.user),
  };
}

/**
 * Other attempts at this task that the same person answered before an attempt is: each told them how much they had
 * found, and perhaps the solution. Null when there is none. The person must be locked.
 */
export async function exposedBefore(tx: Tx, row: Pick<Task, "slug">, attempt: { id: string; playerId: string }) {
  const player = await tx.player.findUniqueOrThrow({ where: { id: attempt.playerId } });
  const others = await tx.attempt.findMany({
    where: {
      id: { not: attempt.id },
      playerId: { in: await playersOf(tx, player) },
      task: { slug: row.slug },
      submittedAt: { not: null },
    },
    select: { revealedAt: true },
  });
  if (others.length === 0) return null;
  return { submitted: others.length, revealed: others.filter((other) => other.revealedAt).length };
}
