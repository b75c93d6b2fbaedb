import "server-only";
import { AppError } from "@/lib/errors";
import { db, json } from "./db";
import { hashOf } from "./ids";

/** Counts one use of `name` in a window and refuses when it is over. @throws AppError rate-limited (extra.retryAfter, s) */
export async function takeLimit(name: string, most: number, seconds: number): Promise<void> {
  // An index entry has a longest size, and a name may hold what a caller sent.
  const key = hashOf(name);
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

/** Deletes limits and kept answers that nothing asks for any more: a day and a week old. */
export async function forgetOld(): Promise<void> {
  await db().$executeRaw`
    DELETE FROM "RateLimit" WHERE "windowAt" < now() AT TIME ZONE 'UTC' - interval '1 day'`;
  await db().$executeRaw`
    DELETE FROM "Idempotency" WHERE "createdAt" < now() AT TIME ZONE 'UTC' - interval '7 days'`;
}

/** Status of an answer that is still being worked out. */
const pending = 0;
/** After this long a claim without an answer is a dead process's, and another call may take it over. */
const staleSeconds = 120;
const waitMs = { step: 50, most: 10_000 };

export type KeptAnswer = { status: number; body: unknown };

/** Claims a key. @returns null when the caller is to work out the answer, else what is kept (status 0: not yet) */
async function claim(key: string, bodyHash: string): Promise<(KeptAnswer & { bodyHash: string }) | null> {
  const rows = await db().$queryRaw<{ key: string }[]>`
    INSERT INTO "Idempotency" ("key", "bodyHash", "status", "body", "createdAt")
    VALUES (${key}, ${bodyHash}, ${pending}, '{}', now() AT TIME ZONE 'UTC')
    ON CONFLICT ("key") DO UPDATE SET "createdAt" = EXCLUDED."createdAt"
      WHERE "Idempotency"."status" = ${pending} AND "Idempotency"."bodyHash" = EXCLUDED."bodyHash"
        AND "Idempotency"."createdAt" < now() AT TIME ZONE 'UTC' - make_interval(secs => ${staleSeconds})
    RETURNING "key"`;
  return rows.length > 0 ? null : db().idempotency.findUnique({ where: { key } });
}

/**
 * Works out an answer once for each key: the same body again, later or at the same time, gets the answer of the first.
 * Work that fails leaves nothing under the key.
 * @throws AppError invalid when the key was used with another body; conflict when the first is still at work
 */
export async function answerOnce(key: string, body: string, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
  const bodyHash = hashOf(body);
  for (const end = Date.now() + waitMs.most; ; await new Promise((done) => setTimeout(done, waitMs.step))) {
    const held = await claim(key, bodyHash);
    if (!held) break;
    if (held.bodyHash !== bodyHash) {
      throw new AppError("invalid", "This Idempotency-Key was used with another body.", {
        faults: [{ field: "Idempotency-Key", message: "must be new for a new body" }],
      });
    }
    if (held.status !== pending) return { status: held.status, body: held.body };
    if (Date.now() > end) {
      throw new AppError("conflict", "The first request with this Idempotency-Key is still at work.", {
        extra: { retryAfter: 5 },
      });
    }
  }
  try {
    const answer = await work();
    await db().idempotency.update({ where: { key }, data: { status: answer.status, body: json(answer.body) } });
    return answer;
  } catch (error) {
    await db().idempotency.deleteMany({ where: { key, status: pending } });
    throw error;
  }
}
