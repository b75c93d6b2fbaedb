import "server-only";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Role } from "@/generated/prisma/client";
import { AppError } from "@/lib/errors";
import { db } from "./db";
import { hashOf, newId, newSecret } from "./ids";
import { isSetupToken } from "./settings";

export type { Role };

export type Account = { id: string; email: string; name: string; role: Role };

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString("hex")}:${(await derive(password, salt, 64)).toString("hex")}`;
}

async function matches(password: string, stored: string): Promise<boolean> {
  const [salt, hash] = stored.split(":");
  const derived = await derive(password, Buffer.from(salt ?? "", "hex"), 64);
  return timingSafeEqual(derived, Buffer.from((hash ?? "").padEnd(128, "0"), "hex"));
}

/** The account of an email and a password, or null. Takes as long for an unknown email as for a wrong password. */
export async function signIn(email: string, password: string): Promise<Account | null> {
  const user = await db().user.findUnique({ where: { email: email.trim().toLowerCase() } });
  const right = await matches(password, user?.passwordHash ?? `${"0".repeat(32)}:${"0".repeat(128)}`);
  return user && right ? { id: user.id, email: user.email, name: user.name, role: user.role } : null;
}

/** @throws AppError conflict when the email has an account */
export async function createUser(input: {
  email: string;
  password: string;
  name?: string;
  role?: Role;
}): Promise<Account> {
  const email = input.email.trim().toLowerCase();
  if (await db().user.findUnique({ where: { email } })) {
    throw new AppError("conflict", "There is an account with this email.", {
      faults: [{ field: "email", message: "is in use" }],
    });
  }
  const passwordHash = await hashPassword(input.password);
  const role = input.role ?? "player";
  const user = await db().user.create({
    data: { id: newId("usr"), email, name: input.name ?? "", passwordHash, role },
  });
  return { id: user.id, email, name: user.name, role };
}

/** The first administrator, by the one-time link. @throws AppError forbidden when the link is used or wrong */
export async function createFirstAdmin(token: string, input: { email: string; password: string }): Promise<Account> {
  if (!(await isSetupToken(token)))
    throw new AppError("forbidden", "This link was used already, or is not the last one.");
  return createUser({ ...input, role: "admin" });
}

export async function userById(id: string): Promise<Account | null> {
  const user = await db().user.findUnique({ where: { id } });
  return user && { id: user.id, email: user.email, name: user.name, role: user.role };
}

export type AccountRow = Account & { createdAt: Date };

/** A page of accounts by email. `q` is a part of the email or the name; `after` is the last email of the page before. */
export async function listUsers(
  filter: { q?: string; after?: string; limit?: number } = {},
): Promise<{ users: AccountRow[]; next: string | null }> {
  const limit = filter.limit ?? 50;
  const part = { contains: filter.q, mode: "insensitive" as const };
  const rows = await db().user.findMany({
    where: {
      ...(filter.q && { OR: [{ email: part }, { name: part }] }),
      ...(filter.after && { email: { gt: filter.after } }),
    },
    select: { id: true, email: true, name: true, role: true, createdAt: true },
    orderBy: { email: "asc" },
    take: limit + 1,
  });
  const users = rows.slice(0, limit);
  return { users, next: rows.length > limit ? (users.at(-1)?.email ?? null) : null };
}

export type ApiKeyRow = {
  id: string;
  name: string;
  role: Role;
  createdAt: Date;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

/** A new API key. Its secret is returned once and only its hash is stored. A key's role is never above its maker's. */
export async function createApiKey(user: Account, name: string): Promise<{ id: string; secret: string }> {
  const secret = `worth_${newSecret()}`;
  const id = newId("apk");
  await db().apiKey.create({ data: { id, userId: user.id, name, role: user.role, secretHash: hashOf(secret) } });
  return { id, secret };
}

export async function listApiKeys(userId: string): Promise<ApiKeyRow[]> {
  return db().apiKey.findMany({
    where: { userId },
    orderBy: { createdAt: "desc" },
    select: { id: true, name: true, role: true, createdAt: true, revokedAt: true, lastUsedAt: true },
  });
}

/** Revokes a key of this user. @throws AppError not-found */
export async function revokeApiKey(userId: string, id: string): Promise<void> {
  const { count: revoked } = await db().apiKey.updateMany({ where: { id, userId }, data: { revokedAt: new Date() } });
  if (revoked === 0) throw new AppError("not-found", "There is no such API key.");
}

const rank: Role[] = ["player", "researcher", "admin"];

/** The account a key acts for, with the lower of the key's and the account's role; null when unknown or revoked. */
export async function accountOfApiKey(secret: string): Promise<Account | null> {
  const key = await db().apiKey.findUnique({ where: { secretHash: hashOf(secret) }, include: { user: true } });
  if (!key || key.revokedAt) return null;
  await db().apiKey.update({ where: { id: key.id }, data: { lastUsedAt: new Date() } });
  const role = rank.indexOf(key.role) < rank.indexOf(key.user.role) ? key.role : key.user.role;
  return { id: key.user.id, email: key.user.email, name: key.user.name, role };
}
