import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { EpisodeTask } from "@/lib/families/episode/play";
import type { AttemptBody, NumberedMove, Result } from "./attempt-client";

/** An attempt as this browser keeps it: with its moves, enough to go on without a network. Holds nothing of a key. */
export type Kept = {
  id: string;
  slug: string;
  condition: AttemptBody["condition"];
  task: EpisodeTask;
  /** The last move that the server has acknowledged. */
  sent: number;
  /** Counts how often the log was replaced by the server's: a tab that holds an older one must read anew. */
  edition: number;
  done: boolean;
  result?: Result;
  /** Given up by the player; kept only until its moves are sent. */
  left?: boolean;
  /** When it was begun here, in milliseconds. */
  begun: number;
};

type Row = { attempt: string; seq: number; move: NumberedMove };
interface Schema extends DBSchema {
  moves: { key: [string, number]; value: Row };
  attempts: { key: string; value: Kept };
}
export type KeptLog = { kept: Kept; moves: NumberedMove[] };

/** An append: what was stored after `from` by other tabs, and what was added now; null when the log was replaced. */
export type Appended = { later: NumberedMove[]; added: NumberedMove[] } | null;

const rangeOf = (attempt: string, from = 0) => IDBKeyRange.bound([attempt, from], [attempt, Number.MAX_SAFE_INTEGER]);

/** A browser may never answer (some private modes): that counts as no. */
function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("IndexedDB does not answer.")), milliseconds),
  );
  return Promise.race([promise, late]);
}

/**
 * The browser's own log of attempts and their moves, in IndexedDB, shared by all tabs. A move gets its number in the
 * transaction that stores it, so two tabs never give one number twice. Where IndexedDB is missing or refuses, the log
 * is in memory alone (`durable` is false) and the page says so.
 */
export class Outbox {
  durable = typeof indexedDB !== "undefined";
  private opened: Promise<IDBPDatabase<Schema>> | null = null;
  private readonly attempts = new Map<string, Kept>();
  private readonly moves = new Map<string, NumberedMove[]>();

  private database(): Promise<IDBPDatabase<Schema>> {
    this.opened ??= within(
      4_000,
      openDB<Schema>("worth", 2, {
        upgrade(db, version) {
          if (version < 1) db.createObjectStore("moves", { keyPath: ["attempt", "seq"] });
          if (version < 2) db.createObjectStore("attempts", { keyPath: "id" });
        },
        // A newer version of this page, in another tab, wants to change the stores.
        blocking: (_now, _wanted, event) => {
          (event.target as IDBDatabase).close();
          this.opened = null;
        },
        terminated: () => {
          this.opened = null;
        },
      }),
    );
    return this.opened;
  }

  /** Does it in IndexedDB; once more on a fresh connection; then in memory, from now on. */
  private async either<Value>(stored: (db: IDBPDatabase<Schema>) => Promise<Value>, held: () => Value): Promise<Value> {
    for (let tries = 0; this.durable && tries < 2; tries++) {
      try {
        return await stored(await this.database());
      } catch (error) {
        this.opened = null;
        const full = error instanceof DOMException && error.name === "QuotaExceededError";
        if (tries > 0 || full) this.durable = false;
      }
    }
    return held();
  }

  private hold(kept: Kept, moves?: NumberedMove[]): void {
    this.attempts.set(kept.id, kept);
    if (moves) this.moves.set(kept.id, moves);
  }

  /** Keeps an attempt with all its moves, in place of what was kept of it. */
  async keep(kept: Kept, moves: NumberedMove[]): Promise<void> {
    this.hold(kept, moves);
    await this.either(
      async (db) => {
        const tx = db.transaction(["attempts", "moves"], "readwrite", { durability: "strict" });
        const store = tx.objectStore("moves");
        await Promise.all([
          store.delete(rangeOf(kept.id)),
          ...moves.map((move) => store.put({ attempt: kept.id, seq: move.seq, move })),
          tx.objectStore("attempts").put(kept),
          tx.done,
        ]);
      },
      () => {},
    );
  }

  /** An attempt and its moves in order; null when it is not here. */
  async read(id: string): Promise<KeptLog | null> {
    const found = await this.either(
      async (db) => {
        const tx = db.transaction(["attempts", "moves"]);
        const [kept, rows] = await Promise.all([
          tx.objectStore("attempts").get(id),
          tx.objectStore("moves").getAll(rangeOf(id)),
        ]);
        return kept ? { kept, moves: rows.map((row) => row.move) } : null;
      },
      () => {
        const kept = this.attempts.get(id);
        return kept ? { kept, moves: [...(this.moves.get(id) ?? [])] } : null;
      },
    );
    if (found) this.hold(found.kept, [...found.moves]);
    return found;
  }

  /** Every attempt that is kept here. */
  async list(): Promise<Kept[]> {
    return this.either(
      (db) => db.getAll("attempts"),
      () => [...this.attempts.values()],
    );
  }

  /**
   * Adds moves after all that is stored, in one transaction. `decide` gets what other tabs stored after `from` and
   * answers with the moves to add, numbered; it may be called more than once.
   */
  async append(
    id: string,
    from: { seq: number; edition: number },
    decide: (later: NumberedMove[]) => NumberedMove[],
  ): Promise<Appended> {
    const remember = (later: NumberedMove[], added: NumberedMove[]) => {
      const before = (this.moves.get(id) ?? []).filter((move) => move.seq <= from.seq);
      this.moves.set(id, [...before, ...later, ...added]);
      return { later, added };
    };
    return this.either<Appended>(
      async (db) => {
        const tx = db.transaction(["attempts", "moves"], "readwrite");
        const store = tx.objectStore("moves");
        const [kept, rows] = await Promise.all([
          tx.objectStore("attempts").get(id),
          store.getAll(rangeOf(id, from.seq + 1)),
        ]);
        if (!kept || kept.edition !== from.edition) return null;
        const later = rows.map((row) => row.move);
        const added = decide(later);
        await Promise.all([...added.map((move) => store.add({ attempt: id, seq: move.seq, move })), tx.done]);
        return remember(later, added);
      },
      () => {
        if (this.attempts.get(id)?.edition !== from.edition) return null;
        const later = (this.moves.get(id) ?? []).filter((move) => move.seq > from.seq);
        return remember(later, decide(later));
      },
    );
  }

  /** The moves that the server has not acknowledged, in order. */
  async unsent(id: string): Promise<NumberedMove[]> {
    const found = await this.read(id);
    return found ? found.moves.filter((move) => move.seq > found.kept.sent) : [];
  }

  /** Replaces the log of an attempt by what `change` makes of it, in one transaction; it may be called more than once. */
  async rewrite(id: string, change: (log: KeptLog) => KeptLog): Promise<void> {
    await this.either(
      async (db) => {
        const tx = db.transaction(["attempts", "moves"], "readwrite");
        const [attempts, store] = [tx.objectStore("attempts"), tx.objectStore("moves")];
        const [kept, rows] = await Promise.all([attempts.get(id), store.getAll(rangeOf(id))]);
        if (!kept) return;
        const next = change({ kept, moves: rows.map((row) => row.move) });
        await Promise.all([
          store.delete(rangeOf(id)),
          ...next.moves.map((move) => store.put({ attempt: id, seq: move.seq, move })),
          attempts.put(next.kept),
          tx.done,
        ]);
        this.hold(next.kept, next.moves);
      },
      () => {
        const kept = this.attempts.get(id);
        if (!kept) return;
        const next = change({ kept, moves: this.moves.get(id) ?? [] });
        this.hold(next.kept, next.moves);
      },
    );
  }

  /** Changes what is known of an attempt. */
  async note(id: string, change: (kept: Kept) => Kept): Promise<void> {
    await this.either(
      async (db) => {
        const tx = db.transaction("attempts", "readwrite");
        const kept = await tx.store.get(id);
        if (kept) await tx.store.put(change(kept));
        await tx.done;
      },
      () => {},
    );
    const held = this.attempts.get(id);
    if (held) this.attempts.set(id, change(held));
  }

  async forget(id: string): Promise<void> {
    this.attempts.delete(id);
    this.moves.delete(id);
    await this.either(
      async (db) => {
        const tx = db.transaction(["attempts", "moves"], "readwrite");
        await Promise.all([
          tx.objectStore("moves").delete(rangeOf(id)),
          tx.objectStore("attempts").delete(id),
          tx.done,
        ]);
      },
      () => {},
    );
  }
}

let one: Outbox | null = null;

/** The one outbox of this page. */
export function outbox(): Outbox {
  one ??= new Outbox();
  return one;
}
