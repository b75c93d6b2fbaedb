import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { env } from "@/lib/env";
import { type Prisma, PrismaClient } from "@/generated/prisma/client";

export type Tx = Prisma.TransactionClient;

const held = globalThis as unknown as { worthPrisma?: PrismaClient };

/** The one database client of this process. */
export function db(): PrismaClient {
  if (!held.worthPrisma) {
    const adapter = new PrismaPg({ connectionString: env().DATABASE_URL, max: 10, connectionTimeoutMillis: 5_000 });
    held.worthPrisma = new PrismaClient({ adapter });
  }
  return held.worthPrisma;
}

/** A value as Prisma's JSON input. The shapes are checked by Zod where they enter. */
export function json(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue;
}
