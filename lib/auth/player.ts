import "server-only";
import { cookies, headers } from "next/headers";
import { env } from "@/lib/env";
import { createPlayer, type PlayerRef, playerOfCookie } from "@/lib/store/players";
import { attachPlayer } from "@/lib/store/roles";

/** The player of this browser: an anonymous id and its secret in one cookie that no script can read. */
const name = "worth-player";
const year = 31_536_000;

/** The player of this browser, or null. */
export async function currentPlayer(): Promise<PlayerRef | null> {
  return playerOfCookie((await cookies()).get(name)?.value);
}

async function isSecure(): Promise<boolean> {
  const forwarded = (await headers()).get("x-forwarded-proto");
  return forwarded ? forwarded.startsWith("https") : (env().NEXTAUTH_URL ?? "").startsWith("https:");
}

/** Makes a player for this browser, of an account when one is signed in. Only where cookies can be set. */
async function makePlayer(userId: string | null): Promise<PlayerRef> {
  const { id, cookie } = await createPlayer(userId ?? undefined);
  const secure = await isSecure();
  (await cookies()).set(name, cookie, { httpOnly: true, sameSite: "lax", secure, path: "/", maxAge: year });
  return { id, userId };
}

/**
 * The player for whoever acts here now: this browser's own, unless it belongs to another account than the one that is
 * signed in. A browser without one gets one.
 */
export async function playerFor(userId: string | null): Promise<PlayerRef> {
  const held = await currentPlayer();
  const another = held?.userId && userId && held.userId !== userId;
  return held && !another ? held : makePlayer(userId);
}

/** On signing in: what was played in this browser joins the account, and the account can go on here. */
export async function joinAccount(userId: string): Promise<void> {
  const player = await playerFor(userId);
  if (!player.userId) await attachPlayer(userId, player.id);
}

/** On signing out: the next person at this browser is not the account's. An anonymous player stays. */
export async function leaveAccount(): Promise<void> {
  const player = await currentPlayer();
  if (player?.userId) (await cookies()).delete(name);
}
