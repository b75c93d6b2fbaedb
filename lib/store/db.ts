import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "@/lib/env";
import { type Prisma, PrismaClient } from "@/generated/prisma/client";

export type Tx = Prisma.TransactionClient;

const held = globalThis as unknown as { worthPool?: pg.Pool; worthPrisma?: PrismaClient };

/** The connections of this process: Prisma's, and those of the one statement that a busy run cannot do through it. */
export function pool(): pg.Pool {
  if (!held.worthPool) {
    held.worthPool = new pg.Pool({ connectionString: env().DATABASE_URL, max: 10, connectionTimeoutMillis: 5_000 });
    // A connection that breaks while nobody uses it is taken out by the pool; without a listener it would end us.
    held.worthPool.on("error", () => {});
  }
  return held.worthPool;
}

/** The one database client of this process. */
export function db(): PrismaClient {
  held.worthPrisma ??= new PrismaClient({ adapter: new PrismaPg(pool(), { disposeExternalPool: true }) });
  return held.worthPrisma;
}

/** A value as Prisma's JSON input. The shapes are checked by Zod where they enter. */
export function json(value: unknown): Prisma.InputJsonValue {
  return value as Prisma.InputJsonValue;
}
