import "server-only";
import { AppError } from "@/lib/errors";
import type { MoveInput } from "./attempts";
import type { Tx } from "./db";

/**
 * How much one attempt may hold. A long and careful reading comes to some 2,000 moves and 2 MB; every move that is added
 * has all before it read again, so that without a bound one visitor could take the whole server.
 */
export const attemptRoom = { moves: 20_000, bytes: 10_000_000 };

/**
 * Refuses moves for which an attempt has no room left, before anything of it is loaded. Moves that end with the answer
 * always fit: nothing can follow them. So do those that are stored already. The attempt's row must be locked.
 * @throws AppError invalid, naming the first new move; extra.reason `too-many-moves`
 */
export async function requireRoom(tx: Tx, id: string, moves: MoveInput[]): Promise<void> {
  if (moves.some((move) => move.type === "submit")) return;
  const [held] = await tx.$queryRaw<{ moves: number; bytes: number }[]>`
    SELECT COALESCE(max("seq"), 0)::int AS "moves", COALESCE(sum(octet_length("body"::text)), 0)::float8 AS "bytes"
    FROM "Event" WHERE "attemptId" = ${id}`;
  const stored = held ?? { moves: 0, bytes: 0 };
  const fresh = moves.filter((move) => move.seq > stored.moves);
  const [first] = fresh;
  if (!first) return;
  const bytes = fresh.reduce((sum, move) => sum + Buffer.byteLength(JSON.stringify(move)), stored.bytes);
  if (stored.moves + fresh.length <= attemptRoom.moves && bytes <= attemptRoom.bytes) return;
  throw new AppError("invalid", "This attempt holds as much as it may. The answer can still be sent.", {
    faults: [{ field: `moves.${first.seq}.type`, message: "too-many-moves" }],
    extra: { reason: "too-many-moves" },
  });
}
