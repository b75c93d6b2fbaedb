import "server-only";
import { timingSafeEqual } from "node:crypto";
import type { AboutPlayer } from "@/lib/contracts/player";
import { db, type Tx } from "./db";
import { hashOf, newId, newSecret } from "./ids";
import { isStorable } from "./text";

/** What a request knows of the person behind it. */
export type PlayerRef = { id: string; userId: string | null };

/** A new anonymous player. The cookie holds `id.secret`; only the secret's hash is stored. */
export async function createPlayer(userId?: string): Promise<{ id: string; cookie: string }> {
  const id = newId("ply");
  const secret = newSecret();
  await db().player.create({ data: { id, secretHash: hashOf(secret), userId: userId ?? null } });
  return { id, cookie: `${id}.${secret}` };
}

/** The player that a cookie belongs to, or null. */
export async function playerOfCookie(cookie: string | undefined): Promise<PlayerRef | null> {
  const [id, secret] = (cookie ?? "").split(".");
  if (!id || !secret || !isStorable(id)) return null;
  const player = await db().player.findUnique({ where: { id } });
  if (!player) return null;
  const same = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(player.secretHash));
  return same ? { id, userId: player.userId } : null;
}

/** The ids of all players that are known to be the same person: those of the account, or the player alone. */
export async function playersOf(tx: Tx, player: PlayerRef): Promise<string[]> {
  if (!player.userId) return [player.id];
  const held = await tx.player.findMany({ where: { userId: player.userId }, select: { id: true } });
  return held.map(({ id }) => id);
}

/** Keeps what a person tells of themselves, for all players that are known to be that person. @returns what is known now */
export async function tellOfPlayer(player: PlayerRef, told: AboutPlayer): Promise<Required<AboutPlayer>> {
  await db().player.updateMany({ where: { id: { in: await playersOf(db(), player) } }, data: told });
  const { nativeLanguage, priorReading } = await db().player.findUniqueOrThrow({ where: { id: player.id } });
  return { nativeLanguage, priorReading } as Required<AboutPlayer>;
}
