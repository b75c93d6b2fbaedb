import "server-only";
import { Prisma, type Tally } from "@/generated/prisma/client";
import { AppError } from "@/lib/errors";
import { db, json, type Tx } from "./db";
import { groupOf } from "./judgements";
import { count, lockTallies, sumsOf } from "./tallies";
import type { Role } from "./users";

/**
 * Roles, and what they mean for the comparison: researchers and administrators may see every answer key, so their
 * attempts never enter it, those of before the role and after it included.
 */

const hadKey = (userId: string) => `had-role:${userId}`;

/** Why a person's attempts stay out of the comparison (`role:researcher`), or null when they enter it. */
export async function exclusionOf(tx: Tx, user: { id: string; role: Role } | null): Promise<string | null> {
  if (!user) return null;
  if (user.role !== "player") return `role:${user.role}`;
  const had = await tx.setting.findUnique({ where: { key: hadKey(user.id) } });
  return had ? `role:${(had.value as { role: Role }).role}` : null;
}

/** Keeps the starts, attachments and roles of one account one after another, until the transaction ends. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`account:${userId}`}))`;
}

type Held = {
  id: string;
  taskId: string;
  conditionKey: string;
  slug: string;
  first: boolean;
  excluded: string | null;
  playerId: string;
  submittedAt: Date | null;
};

/**
 * Says anew which attempts of an account are first ones and which enter the comparison; tallies follow through
 * `count`. An attempt only ever leaves the comparison here, so it need not be judged again.
 */
async function regroup(tx: Tx, user: { id: string; role: Role }): Promise<void> {
  await lockTallies(tx);
  const excluded = await exclusionOf(tx, user);
  const attempts = await tx.$queryRaw<Held[]>`
    SELECT a."id", a."taskId", a."conditionKey", t."slug", a."first", a."excluded", a."playerId", a."submittedAt"
    FROM "Attempt" a JOIN "Task" t ON t."id" = a."taskId" JOIN "Player" p ON p."id" = a."playerId"
    WHERE p."userId" = ${user.id} ORDER BY a."createdAt", a."id" FOR UPDATE OF a`;
  const seen = new Set<string>();
  const leaving: Tally[] = [];
  for (const attempt of attempts) {
    const first = attempt.first && !seen.has(attempt.slug) && !answeredAfterAnother(attempt, attempts);
    seen.add(attempt.slug);
    if (first === attempt.first && excluded === attempt.excluded) continue;
    await tx.attempt.update({ where: { id: attempt.id }, data: { first, excluded } });
    const placed = { ...attempt, first, excluded, modelId: null, baseline: null, runId: null };
    if (!groupOf(placed)) leaving.push(...(await leaveComparison(tx, attempt.id)));
  }
  // Once, and last: tally rows locked attempt by attempt would be locked in another order than the fold's.
  await count(tx, leaving, []);
}

/** Whether another attempt at the same task was answered before this one: whoever made it knew more by then. */
function answeredAfterAnother({ id, slug, submittedAt }: Held, attempts: Held[]): boolean {
  if (submittedAt === null) return false;
  return attempts.some(
    (other) => other.id !== id && other.slug === slug && other.submittedAt !== null && other.submittedAt < submittedAt,
  );
}

/**
 * Takes an attempt's judgements out of their group; they themselves stay.
 * @returns what is to be taken out of the tallies for it
 */
async function leaveComparison(tx: Tx, attempt: string): Promise<Tally[]> {
  await tx.$executeRaw`SELECT 1 FROM "Judgement" WHERE "attemptId" = ${attempt} ORDER BY "id" FOR UPDATE`;
  const leaving = await sumsOf(tx, Prisma.sql`j."attemptId" = ${attempt} AND j."current" AND j."counted"`);
  await tx.judgement.updateMany({ where: { attemptId: attempt }, data: { group: null } });
  return leaving;
}

/**
 * Attaches an account to a player. Attempts do not move; what counts as a first attempt may change, because a
 * person is now known to be the same in two browsers. A player that has an account keeps it.
 */
export async function attachPlayer(userId: string, playerId: string): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockAccount(tx, userId);
    const { count: attached } = await tx.player.updateMany({ where: { id: playerId, userId: null }, data: { userId } });
    if (attached === 0) return;
    await regroup(tx, await tx.user.findUniqueOrThrow({ where: { id: userId } }));
  });
}

/**
 * Gives an account a role. A role above player takes the account's attempts out of the comparison for good; taking the
 * role away does not bring them back, for what was seen stays seen.
 * @throws AppError not-found, conflict (the last administrator)
 */
export async function setRole(userId: string, role: Role): Promise<void> {
  await db().$transaction(async (tx) => {
    // All changes of roles are ordered, so that two administrators cannot unmake each other at once.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('roles'))`;
    await lockAccount(tx, userId);
    const user = await tx.user.findUnique({ where: { id: userId } });
    if (!user) throw new AppError("not-found", "There is no such account.");
    if (user.role === role) return;
    if (user.role === "admin" && (await tx.user.count({ where: { role: "admin" } })) === 1) {
      throw new AppError("conflict", "This is the last administrator. Make another one first.", {
        extra: { reason: "last-admin" },
      });
    }
    await tx.user.update({ where: { id: userId }, data: { role } });
    const highest = role === "player" ? user.role : role;
    const value = json({ role: highest, at: new Date().toISOString() });
    const key = hadKey(userId);
    await tx.setting.upsert({ where: { key }, create: { key, value }, update: { value, updatedAt: new Date() } });
    await regroup(tx, { id: userId, role });
  });
}
