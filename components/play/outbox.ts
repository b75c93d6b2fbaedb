import { type IDBPDatabase, openDB } from "idb";
import type { NumberedMove } from "./attempt-client";

/**
 * The browser's own log of an attempt's moves. A move is here before it counts, and stays until the answer is sent, so
 * that reload, crash and lost connection lose nothing. The key [attempt, seq] makes two tabs of one browser notice
 * each other: the later one cannot add a number that is taken.
 */
type Row = { attempt: string; seq: number; move: NumberedMove };

let opened: Promise<IDBPDatabase> | null = null;

function database(): Promise<IDBPDatabase> {
  opened ??= openDB("worth", 1, {
    upgrade: (db) => void db.createObjectStore("moves", { keyPath: ["attempt", "seq"] }),
  });
  return opened;
}

const rangeOf = (attempt: string, from = 0) => IDBKeyRange.bound([attempt, from], [attempt, Number.MAX_SAFE_INTEGER]);

/** Stores a move. @returns false when another tab has taken its number */
export async function keepMove(attempt: string, move: NumberedMove): Promise<boolean> {
  try {
    await (await database()).add("moves", { attempt, seq: move.seq, move });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "ConstraintError") return false;
    throw error;
  }
}

/** The kept moves of an attempt from a number on, in order. */
export async function keptMoves(attempt: string, from = 0): Promise<NumberedMove[]> {
  const rows: Row[] = await (await database()).getAll("moves", rangeOf(attempt, from));
  return rows.map((row) => row.move);
}

/** Forgets the kept moves of an attempt from a number on. */
export async function dropMoves(attempt: string, from = 0): Promise<void> {
  await (await database()).delete("moves", rangeOf(attempt, from));
}
