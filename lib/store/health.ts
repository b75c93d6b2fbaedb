import "server-only";
import { db } from "./db";

// Prisma's codes for a server that cannot be reached, times out or hangs up; Node's and PostgreSQL's own.
const outageCodes = [
  ...["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2028"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EAI_AGAIN", "ENOTFOUND"],
  ...["57P01", "57P02", "57P03", "53300", "08001", "08003", "08006"],
];
const outageWords =
  /ECONNREFUSED|ECONNRESET|terminated|DatabaseNotReachable|ConnectionClosed|SocketTimeout|the database system is|too many clients|timeout exceeded when trying to connect/i;

/** Whether an error says that the database is away for the moment: nothing that a caller could mend. */
export function isOutage(error: unknown): boolean {
  for (let next = error as { code?: string; name?: string; message?: string; cause?: unknown }, depth = 0; ; depth++) {
    if (typeof next !== "object" || next === null || depth > 4) return false;
    if (outageCodes.includes(next.code ?? "") || next.name === "PrismaClientInitializationError") return true;
    if (outageWords.test(next.message ?? "")) return true;
    next = next.cause as typeof next;
  }
}

/** Whether the database answers now. @throws whatever else is wrong than an outage */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await db().$queryRaw`SELECT 1`;
    return true;
  } catch (error) {
    if (isOutage(error)) return false;
    throw error;
  }
}
