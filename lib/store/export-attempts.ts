import "server-only";
import type { ExportEvent, ExportRow } from "@/lib/contracts/export";
import type { ExportFilter } from "@/lib/contracts/run-attempts";
import { db } from "./db";
import { hashOf } from "./ids";
import { groupOf } from "./judgements";
import { rowOf, selectAttempts, type StoredRow } from "./run-attempts";
import { wholeRecords } from "./sent-texts";

/** Attempts as they are exported: enough to find the comparison's figures again, and everything that happened in them. */

/** Attempts looked up at once. */
const pageLength = 500;
/** Most that is read of events at once, as the database keeps it: their texts are some times as long. */
const mostBytes = 4_000_000;

/** Parts of a list in which sizes add up to no more than `most`; what is larger stands alone. */
export function partsOf<T>(items: T[], sizeOf: (item: T) => number, most: number): T[][] {
  const parts: T[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (parts.length === 0 || size > left) {
      parts.push([]);
      left = most;
    }
    parts.at(-1)?.push(item);
    left -= size;
  }
  return parts;
}

/** How much the database keeps of each attempt's events; of the replies alone, where they are all that is read. */
async function sizesOf(ids: string[], whole: boolean): Promise<Map<string, number>> {
  const rows = await db().$queryRaw<{ id: string; size: number }[]>`
    SELECT "attemptId" AS "id",
      sum(pg_column_size("body") + CASE WHEN ${whole} THEN coalesce(pg_column_size("record"), 0) ELSE 0 END)::float8
        AS "size"
    FROM "Event" WHERE "attemptId" = ANY(${ids}::text[]) AND (${whole} OR "type" = 'call') GROUP BY 1`;
  return new Map(rows.map(({ id, size }) => [id, size]));
}

type Happened = { answers: string[]; events: ExportEvent[] | null };

async function eventsOf(ids: string[]): Promise<Map<string, Happened>> {
  const rows = await db().event.findMany({
    where: { attemptId: { in: ids } },
    orderBy: [{ attemptId: "asc" }, { seq: "asc" }],
  });
  const found = new Map<string, { answers: string[]; events: ExportEvent[] }>();
  for (const { attemptId, seq, type, body, record, at, createdAt } of rows) {
    const held = found.get(attemptId) ?? { answers: [], events: [] };
    found.set(attemptId, held);
    const times = { at: at?.toISOString() ?? null, createdAt: createdAt.toISOString() };
    held.events.push({ seq, type, body, record, ...times });
    if (type === "call") held.answers.push((body as { reply?: { text?: string } }).reply?.text ?? "");
  }
  return found;
}

/** Events with their records as they were sent; of one attempt at a time, for its prompts may be long. */
async function wholeEvents(events: ExportEvent[]): Promise<ExportEvent[]> {
  const records = await wholeRecords(events.map((event) => event.record));
  return events.map((event, index) => ({ ...event, record: records[index] }));
}

async function answersOf(ids: string[]): Promise<Map<string, Happened>> {
  const rows = await db().$queryRaw<{ attemptId: string; text: string | null }[]>`
    SELECT "attemptId", "body" -> 'reply' ->> 'text' AS "text" FROM "Event"
    WHERE "attemptId" = ANY(${ids}::text[]) AND "type" = 'call' ORDER BY "attemptId", "seq"`;
  const found = new Map<string, Happened>();
  for (const { attemptId, text } of rows) {
    const held = found.get(attemptId) ?? { answers: [], events: null };
    found.set(attemptId, held);
    held.answers.push(text ?? "");
  }
  return found;
}

const detailsOf = (ids: string[]) =>
  db().attempt.findMany({
    where: { id: { in: ids } },
    include: {
      player: { select: { id: true, userId: true, nativeLanguage: true, priorReading: true } },
      judgements: { where: { current: true } },
    },
  });
type Detail = Awaited<ReturnType<typeof detailsOf>>[number];

type Context = { promptVersion?: string; promptHash?: string; priorAttempts?: number; priorReveals?: number };

function exportRow(row: StoredRow, detail: Detail, happened: Happened): ExportRow {
  const { player, judgements, source, assignment, first, excluded, seed, keyVersion, protocolVersion } = detail;
  const [judgement] = judgements;
  const context = detail.context as Context;
  return {
    ...rowOf(row),
    source,
    assignment,
    player: player && hashOf(`player\n${player.userId ?? player.id}`).slice(0, 16),
    nativeLanguage: (player?.nativeLanguage ?? null) as ExportRow["nativeLanguage"],
    priorReading: (player?.priorReading ?? null) as ExportRow["priorReading"],
    compared: row.status === "done" && groupOf(detail) !== null,
    first,
    excluded,
    priorAttempts: context.priorAttempts ?? null,
    priorReveals: context.priorReveals ?? null,
    seed,
    keyVersion,
    protocolVersion,
    readerVersion: judgement?.readerVersion ?? null,
    scorerVersion: judgement?.scorerVersion ?? null,
    promptVersion: context.promptVersion ?? null,
    promptHash: context.promptHash ?? null,
    conditionValues: detail.condition as ExportRow["conditionValues"],
    context,
    snapshot: detail.modelSnapshot as ExportRow["snapshot"],
    repairs: judgement?.repairs ?? [],
    response: (judgement?.response ?? null) as ExportRow["response"],
    ...happened,
  };
}

/**
 * Every attempt that fits, one by one, in the order of the list. Events are read in parts of bounded size, so that an
 * export of any length takes no more memory than such a part, or than its longest attempt.
 * @param options.events whether to read everything that happened, or the answers alone
 */
export async function* exportAttempts(
  filter: Partial<Omit<ExportFilter, "format">>,
  options: { events: boolean },
): AsyncGenerator<ExportRow> {
  for (let after: string | undefined; ; ) {
    const { rows, next } = await selectAttempts(filter, after, pageLength);
    const sizes = await sizesOf(
      rows.map((row) => row.id),
      options.events,
    );
    for (const part of partsOf(rows, (row) => sizes.get(row.id) ?? 0, mostBytes)) {
      const ids = part.map((row) => row.id);
      const [happened, found] = await Promise.all([options.events ? eventsOf(ids) : answersOf(ids), detailsOf(ids)]);
      const details = new Map(found.map((one) => [one.id, one]));
      for (const row of part) {
        const detail = details.get(row.id);
        // Deleted since the page was read.
        if (!detail) continue;
        const { answers, events } = happened.get(row.id) ?? { answers: [], events: options.events ? [] : null };
        yield exportRow(row, detail, { answers, events: events && (await wholeEvents(events)) });
      }
    }
    if (next === null) return;
    after = next;
  }
}
