import "server-only";
import { AppError } from "@/lib/errors";
import { db, json } from "./db";
import { hashOf } from "./ids";

/** Counts one use of `key` in a window and refuses when it is over. @throws AppError rate-limited (extra.retryAfter, s) */
export async function takeLimit(key: string, most: number, seconds: number): Promise<void> {
  const rows = await db().$queryRaw<{ count: number; left: number }[]>`
    INSERT INTO "RateLimit" ("key", "count", "windowAt") VALUES (${key}, 1, now() AT TIME ZONE 'UTC')
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN "RateLimit"."windowAt" < now() AT TIME ZONE 'UTC' - make_interval(secs => ${seconds})
        THEN 1 ELSE "RateLimit"."count" + 1 END,
      "windowAt" = CASE WHEN "RateLimit"."windowAt" < now() AT TIME ZONE 'UTC' - make_interval(secs => ${seconds})
        THEN now() AT TIME ZONE 'UTC' ELSE "RateLimit"."windowAt" END
    RETURNING "count", (${seconds} - extract(epoch FROM now() AT TIME ZONE 'UTC' - "windowAt"))::float8 AS "left"`;
  const row = rows[0];
  if (row && row.count > most) {
    throw new AppError("rate-limited", "Too many requests. Wait a little and try again.", {
      extra: { retryAfter: Math.max(1, Math.ceil(row.left)) },
    });
  }
}

/**
 * The answer already given under an idempotency key, or null. @throws AppError invalid when the key was used with
 * another body.
 */
export async function recall(key: string, body: string): Promise<{ status: number; body: unknown } | null> {
  const held = await db().idempotency.findUnique({ where: { key } });
  if (!held) return null;
  if (held.bodyHash !== hashOf(body)) {
    throw new AppError("invalid", "This Idempotency-Key was used with another body.", {
      faults: [{ field: "Idempotency-Key", message: "must be new for a new body" }],
    });
  }
  return { status: held.status, body: held.body };
}

/** Keeps an answer under an idempotency key. Of two at once the first stays. */
export async function remember(key: string, body: string, status: number, answer: unknown): Promise<void> {
  await db().idempotency.createMany({
    data: [{ key, bodyHash: hashOf(body), status, body: json(answer) }],
    skipDuplicates: true,
  });
}
