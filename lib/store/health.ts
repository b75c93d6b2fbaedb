import "server-only";
import { db } from "./db";

// Prisma's codes for a server that cannot be reached, times out or hangs up; Node's and PostgreSQL's own.
const outageCodes = [
  ...["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2028"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EAI_AGAIN", "ENOTFOUND"],
  ...["57P01", "57P02", "57P03", "53300", "08001", "08003", "08006"],
];
const outageWords =
  /ECONNREFUSED|ECONNRESET|\bterminated|terminating connection|not queryable|can't reach database|DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|the database system is|too many clients|timeout exceeded when trying to connect/i;

type Described = {
  code?: string;
  kind?: string;
  name?: string;
  message?: string;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
};

/** Whether an error says that the database is away for the moment: nothing that a caller could mend. */
export function isOutage(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 4) return false;
  const { code, kind, name, message, cause, meta } = error as Described;
  if (outageCodes.includes(code ?? "") || name === "PrismaClientInitializationError") return true;
  if (outageWords.test(message ?? "") || outageWords.test(kind ?? "")) return true;
  return isOutage(cause, depth + 1) || isOutage(meta?.driverAdapterError, depth + 1);
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
