import "server-only";
import { Prisma } from "@/generated/prisma/client";
import {
  type AttemptDetail,
  type AttemptFilter,
  type AttemptPage,
  type AttemptRow,
  type CallRow,
  searchedAtOnce,
} from "@/lib/contracts/run-attempts";
import { AppError } from "@/lib/errors";
import type { Text } from "@/lib/families/family";
import { db } from "./db";
import { wholeRecords } from "./sent-texts";

/** Attempts as researchers list and open them. */

export type StoredRow = Omit<
  AttemptRow,
  "task" | "run" | "model" | "usage" | "createdAt" | "startedAt" | "submittedAt"
> & {
  taskId: string;
  slug: string;
  version: number;
  title: Text;
  runId: string | null;
  runName: string | null;
  modelId: string | null;
  modelName: string | null;
  method: string | null;
  inputTokens: number | null;
  cachedTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  createdAt: Date;
  startedAt: Date | null;
  submittedAt: Date | null;
};

export type Filter = Partial<Omit<AttemptFilter, "after" | "limit">>;

const likeOf = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** What an attempt must be, but for the text that its answers must hold. */
async function conditionsOf(filter: Filter): Promise<Prisma.Sql[]> {
  const parts: Prisma.Sql[] = [];
  // True of every attempt: by these words the list of all has an index of its own.
  parts.push(filter.run ? Prisma.sql`a."runId" = ${filter.run}` : Prisma.sql`a."tries" >= 0`);
  if (filter.task) {
    const tasks = await db().task.findMany({
      where: { OR: [{ id: filter.task }, { slug: filter.task }] },
      select: { id: true },
    });
    parts.push(Prisma.sql`a."taskId" = ANY(${tasks.map((task) => task.id)}::text[])`);
  }
  if (filter.model) parts.push(Prisma.sql`a."modelId" = ${filter.model}`);
  if (filter.baseline) parts.push(Prisma.sql`a."baseline" = ${filter.baseline}`);
  if (filter.status) parts.push(Prisma.sql`a."status" = ${filter.status}::"AttemptStatus"`);
  if (filter.validity) parts.push(Prisma.sql`a."validity" = ${filter.validity}`);
  if (filter.failure) parts.push(Prisma.sql`a."failure" = ${filter.failure}`);
  return parts;
}

/** Of one run the order of its plan, else the newest first. */
const orderOf = (filter: Filter) =>
  filter.run ? Prisma.sql`a."createdAt", a."id"` : Prisma.sql`a."createdAt" DESC, a."id" DESC`;

/** These attempts as rows, in order. */
function joined(attempts: Prisma.Sql, order: Prisma.Sql): Promise<StoredRow[]> {
  // The page is cut before anything is joined to it, and a task's long content is opened once, not for each row.
  return db().$queryRaw<StoredRow[]>`
    WITH page AS MATERIALIZED (${attempts}),
    titles AS MATERIALIZED (SELECT t."id", t."slug", t."version", t."content" -> 'title' AS "title" FROM "Task" t
      WHERE t."id" IN (SELECT "taskId" FROM page))
    SELECT a."id", a."taskId", t."slug", t."version", t."title", a."runId", r."name" AS "runName",
      a."modelId", coalesce(a."modelSnapshot" ->> 'name', m."name") AS "modelName", m."method", a."baseline",
      a."conditionKey" AS "condition", a."epoch", a."status"::text, a."validity", j."reason", a."failure",
      a."failureMessage", j."scores", a."inputTokens", a."cachedTokens", a."outputTokens", a."reasoningTokens",
      a."cost", a."calls", a."callMs" AS "ms", a."tries", a."createdAt", a."startedAt", a."submittedAt"
    FROM page a JOIN titles t ON t."id" = a."taskId" LEFT JOIN "Run" r ON r."id" = a."runId"
      LEFT JOIN "Model" m ON m."id" = a."modelId"
      LEFT JOIN "Judgement" j ON j."attemptId" = a."id" AND j."current"
    ORDER BY ${order}`;
}

/**
 * Which attempts hold a text in their raw answers, looking through no more than `most`, one by one in the list's order.
 * @param limit most that are found; the search ends at the last of them
 * @returns their ids; how many attempts were looked through; and the last of these, when there are more behind it
 */
async function search(text: string, where: Prisma.Sql, order: Prisma.Sql, limit: number, most: number) {
  // One statement sees the list at one moment. It lists one attempt more than it looks through, to know whether there is
  // one. The text is sought by a plain subquery, not EXISTS, with the list's own order told once more: so it is tried row
  // by row, and a text that many answers hold fills the page at once.
  const rows = await db().$queryRaw<{ id: string; place: number; fits: boolean }[]>`
    WITH looked AS MATERIALIZED (
      SELECT a."id", a."createdAt", row_number() OVER (ORDER BY ${order})::int AS "place"
      FROM "Attempt" a ${where} ORDER BY ${order} LIMIT ${most + 1})
    (SELECT a."id", a."place", true AS "fits" FROM looked a
      WHERE a."place" <= ${most} AND (SELECT true FROM "Event" e WHERE e."attemptId" = a."id" AND e."type" = 'call'
        AND e."body" -> 'reply' ->> 'text' ILIKE ${likeOf(text)} LIMIT 1)
      ORDER BY ${order} LIMIT ${limit})
    UNION ALL (SELECT "id", "place", false FROM looked ORDER BY "place" DESC LIMIT 2)`;
  const found = rows.filter((row) => row.fits).sort((a, b) => a.place - b.place);
  const [end, before] = rows.filter((row) => !row.fits).sort((a, b) => b.place - a.place);
  const stop = found.length === limit ? found.at(-1) : end && end.place > most ? before : end;
  const more = stop !== undefined && end !== undefined && end.place > stop.place;
  return { ids: found.map((row) => row.id), searched: stop?.place ?? 0, next: more ? stop.id : null };
}

/**
 * A page of the rows that fit, in the list's order, and the `after` of the next page, null at the end. A search ends at
 * `most` attempts: then a page has fewer rows than `limit`, even none, and there is a next one all the same.
 * @throws AppError not-found when `after` is no attempt
 */
export async function selectAttempts(
  filter: Filter,
  after: string | undefined,
  limit: number,
  most: number = searchedAtOnce,
): Promise<{ rows: StoredRow[]; next: string | null; searched: number | null }> {
  const parts = await conditionsOf(filter);
  if (after !== undefined) {
    const last = await db().attempt.findUnique({ where: { id: after }, select: { createdAt: true } });
    if (!last) throw new AppError("not-found", "There is no such attempt to go on from.");
    const at = Prisma.sql`(${last.createdAt.toISOString()}::timestamp, ${after})`;
    parts.push(filter.run ? Prisma.sql`(a."createdAt", a."id") > ${at}` : Prisma.sql`(a."createdAt", a."id") < ${at}`);
  }
  const where = Prisma.sql`WHERE ${Prisma.join(parts, " AND ")}`;
  const order = orderOf(filter);
  if (filter.q) {
    const { ids, next, searched } = await search(filter.q, where, order, limit, most);
    const rows = await joined(Prisma.sql`SELECT a.* FROM "Attempt" a WHERE a."id" = ANY(${ids}::text[])`, order);
    return { rows, next, searched };
  }
  const found = await joined(
    Prisma.sql`SELECT a.* FROM "Attempt" a ${where} ORDER BY ${order} LIMIT ${limit + 1}`,
    order,
  );
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null, searched: null };
}

/** A row as it is listed. */
export function rowOf(row: StoredRow): AttemptRow {
  return {
    id: row.id,
    task: { id: row.taskId, slug: row.slug, version: row.version, title: row.title },
    run: row.runId ? { id: row.runId, name: row.runName ?? "" } : null,
    model: row.modelId ? { id: row.modelId, name: row.modelName ?? "", method: row.method ?? "" } : null,
    baseline: row.baseline,
    condition: row.condition,
    epoch: row.epoch,
    status: row.status,
    validity: row.validity,
    reason: row.reason,
    failure: row.failure,
    failureMessage: row.failureMessage,
    scores: row.scores,
    usage: {
      input: row.inputTokens,
      cached: row.cachedTokens,
      output: row.outputTokens,
      reasoning: row.reasoningTokens,
    },
    cost: row.cost,
    calls: row.calls,
    ms: row.ms,
    tries: row.tries,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    submittedAt: row.submittedAt?.toISOString() ?? null,
  };
}

/**
 * One page of the attempts that fit a filter: of one run in the order of its plan, else the newest first. `q` is
 * searched in the raw answers.
 * @throws AppError not-found when `after` is no attempt
 */
export async function listRunAttempts(filter: Partial<AttemptFilter>): Promise<AttemptPage> {
  const { after, limit = 50, ...rest } = filter;
  const { rows, next, searched } = await selectAttempts(rest, after, Math.min(limit, 200));
  return { attempts: rows.map(rowOf), next, searched };
}

/** Everything of one attempt, for its researcher. @throws AppError not-found */
export async function readRunAttempt(id: string): Promise<AttemptDetail> {
  const found = await db().attempt.findUnique({
    where: { id },
    include: {
      task: true,
      run: { select: { id: true, name: true } },
      model: { select: { id: true, name: true, method: true } },
      events: { orderBy: { seq: "asc" } },
      judgements: { where: { current: true } },
    },
  });
  if (!found) throw new AppError("not-found", "There is no such attempt.");
  const [judgement] = found.judgements;
  const row = rowOf({
    ...found,
    slug: found.task.slug,
    version: found.task.version,
    title: (found.task.content as { title: Text }).title,
    runName: found.run?.name ?? null,
    modelName: (found.modelSnapshot as { name?: string } | null)?.name ?? found.model?.name ?? null,
    method: found.model?.method ?? null,
    condition: found.conditionKey,
    validity: found.validity as AttemptRow["validity"],
    reason: judgement?.reason ?? null,
    scores: (judgement?.scores ?? null) as AttemptRow["scores"],
    ms: found.callMs,
  });
  const at = (event: { at: Date | null; createdAt: Date }) => (event.at ?? event.createdAt).toISOString();
  const calls = found.events.filter((event) => event.type === "call" || event.type === "failed-call");
  const records = await wholeRecords(calls.map((event) => event.record));
  const callRows = calls.map((event, index): CallRow => {
    const body = event.body as Partial<Pick<CallRow, "reply" | "failure" | "prompt">>;
    const { reply = null, failure = null, prompt = null } = body;
    return { seq: event.seq, at: at(event), reply, failure, prompt, record: records[index] };
  });
  return {
    ...row,
    conditionValues: found.condition,
    seed: found.seed,
    keyVersion: found.keyVersion,
    protocolVersion: found.protocolVersion,
    source: found.source,
    context: found.context,
    snapshot: found.modelSnapshot,
    callRows,
    moves: found.events
      .filter((event) => event.type === "move")
      .map((event) => ({ seq: event.seq, at: at(event), move: (event.body as { move: unknown }).move })),
    judgement: judgement
      ? {
          validity: judgement.validity,
          reason: judgement.reason,
          repairs: judgement.repairs,
          response: judgement.response,
          scores: judgement.scores,
          readerVersion: judgement.readerVersion,
          keyVersion: judgement.keyVersion,
          scorerVersion: judgement.scorerVersion,
          createdAt: judgement.createdAt.toISOString(),
        }
      : null,
  };
}
