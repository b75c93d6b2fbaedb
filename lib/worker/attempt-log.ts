import type { CallRecord } from "@/lib/models/provider";
import type { Ending, NewEvent, Settlement } from "@/lib/store/claims";
import { takeOut } from "@/lib/store/sent-texts";
import { storableValue } from "@/lib/store/text";

const noUsage = { input: null, cached: null, output: null, reasoning: null };

/** What has happened in an attempt and is not stored yet. */
export class AttemptLog {
  private events: (Omit<NewEvent, "body"> & { body: unknown })[] = [];
  private spent: Pick<Settlement, "usage" | "cost" | "calls" | "ms"> = this.nothing();
  private seq = 0;
  readonly repairs: string[] = [];

  constructor(private readonly attempt: string) {}

  /** Goes on after what is stored. */
  follow(stored: { last: number; repairs: string[] }) {
    this.seq = stored.last;
    this.repairs.push(...stored.repairs);
  }

  private nothing() {
    return { usage: noUsage, cost: null, calls: 0, ms: 0 };
  }

  add(type: NewEvent["type"], body: unknown, more: { record?: CallRecord; at?: string } = {}): number {
    this.seq += 1;
    const { request, texts } = takeOut(more.record?.request);
    const record = more.record === undefined ? null : jsonText({ ...more.record, request });
    this.events.push({ seq: this.seq, type, body, record, texts, at: more.at ?? null });
    return this.seq;
  }

  spend(spent: Pick<Settlement, "usage" | "cost" | "calls" | "ms">) {
    this.spent = spent;
  }

  /** Everything, to be stored; it stays here until it is known that it was. */
  whole(ending: Ending | null): Settlement {
    return this.settlement(this.events, ending);
  }

  /** The calls alone, of an attempt that does not come to its end: the moves are made again from their replies. */
  kept(ending: Ending): Settlement {
    const first = this.events[0]?.seq ?? 0;
    const calls = this.events.filter((event) => event.type !== "move");
    const numbered = calls.map((event, index) => ({ ...event, seq: first + index }));
    return this.settlement(numbered, ending);
  }

  /** What was used alone, when the calls cannot be stored. */
  paid(ending: Ending): Settlement {
    return this.settlement([], ending);
  }

  /** The ending alone. */
  bare(ending: Ending): Settlement {
    return { attempt: this.attempt, events: [], ...this.nothing(), ending };
  }

  stored() {
    this.events = [];
    this.spent = this.nothing();
  }

  private settlement(events: typeof this.events, ending: Ending | null): Settlement {
    const written = events.map((event) => ({ ...event, body: jsonText(event.body) }));
    return { attempt: this.attempt, events: written, ...this.spent, ending };
  }
}

/** A value as JSON that PostgreSQL takes. Only an escape can stand for what it refuses, and hardly any text has one. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return /\\u(0000|d[89a-f])/.test(text) ? JSON.stringify(storableValue(value)) : text;
}
