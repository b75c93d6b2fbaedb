import "server-only";
import { Prisma } from "@/generated/prisma/client";
import type { Usage } from "@/lib/contracts/runs";
import { db, pool, type Tx } from "./db";
import { hashOf } from "./ids";
import type { SentText } from "./sent-texts";

/**
 * What lanes do to the database: take the next attempts, and store what came of them. Both in batches: the results of
 * all lanes that finish at about the same time are one statement, and their next attempts come in the same transaction.
 */

/** An attempt that a worker has taken and plays now. */
export type Claim = {
  id: string;
  taskId: string;
  family: string;
  condition: unknown;
  seed: number;
  keyVersion: number;
  modelId: string | null;
  baseline: string | null;
  snapshot: unknown;
  connectionId: string | null;
  runId: string;
  epoch: number | null;
  /** How often it was begun, this time included. Past the first time it may have events. */
  tries: number;
};

/** An event as it is stored: `body` and `record` are JSON texts already, so that a batch is put together quickly. */
export type NewEvent = {
  seq: number;
  type: "move" | "call" | "failed-call";
  body: string;
  record: string | null;
  /** Long texts of its request, which stand in the record by their hashes. */
  texts: SentText[];
  /** An ISO time. */
  at: string | null;
};

export type NewJudgement = Omit<Prisma.JudgementCreateManyInput, "attemptId">;

/** How an attempt ended, for now. */
export type Ending =
  | { status: "done"; judgement: NewJudgement; context: Record<string, unknown> }
  | { status: "failed"; code: string; message: string; pauses: boolean }
  /** Back in line; with a run that is cancelled by now it is cancelled instead. */
  | { status: "waiting" };

/** What happened in an attempt since it was last stored. Without an ending it goes on being played. */
export type Settlement = {
  attempt: string;
  events: NewEvent[];
  usage: Usage;
  cost: number | null;
  calls: number;
  ms: number;
  ending: Ending | null;
};

export type Want = { run: string; lanes: number };

/**
 * Why a run gave fewer attempts than were wanted: `over`, it is stopped or has none left; else its connections are busy.
 * `played` tells whether some of it are being played still.
 */
export type Shortage = { run: string; over: boolean; played: boolean };

export type Batch = {
  /** Attempts whose settlement was stored now. The others were no longer the worker's, or are stored already. */
  settled: Set<string>;
  /** Of those, attempts that were to go on and do not: their run stands still, or has spent its budget. */
  halted: Set<string>;
  claims: Claim[];
  shortages: Shortage[];
};

/** One lock for every claim: what is counted as busy is then true, over all workers. */
const claimLock = 7412;

/**
 * The work of one batch as a function of the database: one round trip in place of five, and planned once. It is
 * installed by whoever needs it first, under a name that follows from its text, so that workers of two versions can
 * share a database. Plans are kept while tables grow from nothing: without the settings they would stay sequential,
 * and the index of leases, whose entries live for moments, would never be cleaned (bitmap scans mark nothing as dead).
 */
const batchBody = `
#variable_conflict use_column
DECLARE
  stored jsonb := '[]';
  back text[];
  claims jsonb := '[]';
  taken jsonb;
  want record;
BEGIN
  IF jsonb_array_length(p_texts) > 0 THEN
    INSERT INTO "SentText" ("hash", "text")
    SELECT t."hash", t."text" FROM jsonb_to_recordset(p_texts) AS t("hash" text, "text" text)
    ON CONFLICT DO NOTHING;
  END IF;
  IF jsonb_array_length(p_rows) > 0 THEN
    WITH s AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(p_rows) AS s("id" text, "first" int, "status" text, "failure" text,
        "message" text, "pauses" boolean, "validity" text, "context" jsonb, "input" int, "cached" int, "output" int,
        "reasoning" int, "cost" float8, "calls" int, "ms" int)),
    held AS (
      UPDATE "Attempt" a SET
        "status" = coalesce(s."status"::"AttemptStatus", a."status"),
        "leaseOwner" = CASE WHEN s."status" IS NULL THEN a."leaseOwner" END,
        "failure" = s."failure", "failureMessage" = s."message", "validity" = s."validity",
        "context" = CASE WHEN s."context" IS NULL THEN a."context" ELSE a."context" || s."context" END,
        "submittedAt" = CASE WHEN s."status" = 'done' THEN now() AT TIME ZONE 'UTC' END,
        "inputTokens" = CASE WHEN s."input" IS NULL THEN a."inputTokens" ELSE coalesce(a."inputTokens", 0) + s."input" END,
        "cachedTokens" = CASE WHEN s."cached" IS NULL THEN a."cachedTokens"
          ELSE coalesce(a."cachedTokens", 0) + s."cached" END,
        "outputTokens" = CASE WHEN s."output" IS NULL THEN a."outputTokens"
          ELSE coalesce(a."outputTokens", 0) + s."output" END,
        "reasoningTokens" = CASE WHEN s."reasoning" IS NULL THEN a."reasoningTokens"
          ELSE coalesce(a."reasoningTokens", 0) + s."reasoning" END,
        "cost" = CASE WHEN s."cost" IS NULL THEN a."cost" ELSE coalesce(a."cost", 0) + s."cost" END,
        "calls" = a."calls" + s."calls", "callMs" = a."callMs" + s."ms"
      FROM s
      WHERE a."id" = s."id" AND a."leaseOwner" || '' = p_owner AND a."status"::text = 'open'
        AND NOT EXISTS (SELECT 1 FROM "Event" e WHERE e."attemptId" = s."id" AND e."seq" >= s."first")
      RETURNING a."id", a."runId", s."cost", s."pauses", s."failure" || ': ' || s."message" AS "reason"),
    logged AS (
      INSERT INTO "Event" ("attemptId", "seq", "type", "body", "record", "at", "createdAt")
      SELECT e."attempt", e."seq", e."type", e."body", e."record", e."at", now() AT TIME ZONE 'UTC'
      FROM jsonb_to_recordset(p_events) AS e("attempt" text, "seq" int, "type" text, "body" jsonb, "record" jsonb,
        "at" timestamp)
      JOIN held ON held."id" = e."attempt"),
    judged AS (
      INSERT INTO "Judgement" ("id", "attemptId", "readerVersion", "keyVersion", "scorerVersion", "validity", "reason",
        "repairs", "response", "scores", "group", "entries", "createdAt")
      SELECT j."id", j."attempt", j."readerVersion", j."keyVersion", j."scorerVersion", j."validity", j."reason",
        j."repairs", nullif(j."response", 'null'::jsonb), nullif(j."scores", 'null'::jsonb), j."group", j."entries",
        now() AT TIME ZONE 'UTC'
      FROM jsonb_to_recordset(p_judgements) AS j("id" text, "attempt" text, "readerVersion" int, "keyVersion" int,
        "scorerVersion" int, "validity" text, "reason" text, "repairs" text[], "response" jsonb, "scores" jsonb,
        "group" text, "entries" jsonb)
      JOIN held ON held."id" = j."attempt"),
    run AS (
      UPDATE "Run" r SET "spent" = r."spent" + sums."cost",
        "status" = CASE WHEN sums."pauses" AND r."status" = 'running' THEN 'paused' ELSE r."status" END,
        "pauseReason" = CASE WHEN sums."pauses" AND r."status" = 'running' THEN sums."reason" ELSE r."pauseReason" END
      FROM (SELECT "runId", coalesce(sum("cost"), 0) AS "cost", bool_or("pauses") AS "pauses",
          min("reason") FILTER (WHERE "pauses") AS "reason" FROM held GROUP BY 1) AS sums
      WHERE r."id" = sums."runId" AND (sums."cost" > 0 OR sums."pauses"))
    SELECT coalesce(jsonb_agg("id"), '[]') INTO stored FROM held;
  END IF;
  IF p_rows @? '$[*] ? (@.status == null || @.status == "waiting")' THEN
    SELECT array_agg(a."id") INTO back
    FROM jsonb_to_recordset(p_rows) AS s("id" text, "status" text)
    JOIN "Attempt" a ON a."id" = s."id" JOIN "Run" r ON r."id" = a."runId"
    WHERE stored ? s."id" AND (s."status" = 'waiting'
      OR s."status" IS NULL AND NOT (r."status" = 'running' AND (r."budget" IS NULL OR r."spent" < r."budget")));
  END IF;
  IF back IS NOT NULL THEN
    PERFORM 1 FROM "Run" r WHERE r."id" IN (SELECT a."runId" FROM "Attempt" a WHERE a."id" = ANY(back))
    ORDER BY r."id" FOR UPDATE;
    UPDATE "Run" r SET "status" = 'paused', "pauseReason" = 'budget'
    WHERE r."id" IN (SELECT a."runId" FROM "Attempt" a WHERE a."id" = ANY(back))
      AND r."status" = 'running' AND r."spent" >= r."budget";
    UPDATE "Attempt" a SET "leaseOwner" = NULL,
      "status" = CASE WHEN r."status" = 'cancelled' THEN 'cancelled' ELSE 'waiting' END::"AttemptStatus"
    FROM "Run" r WHERE r."id" = a."runId" AND a."id" = ANY(back);
  END IF;
  IF jsonb_array_length(p_wants) > 0 THEN
    PERFORM pg_advisory_xact_lock(${claimLock});
    FOR want IN SELECT * FROM jsonb_to_recordset(p_wants) AS w("run" text, "lanes" int) LOOP
      WITH busy AS (
        SELECT m."connectionId" AS "id", count(*) AS "n" FROM "Attempt" a JOIN "Model" m ON m."id" = a."modelId"
        WHERE a."leaseOwner" IS NOT NULL GROUP BY 1),
      room AS MATERIALIZED (
        SELECT c."id", coalesce((c."limits" ->> 'concurrency')::int, 8) - coalesce(busy."n", 0) AS "n"
        FROM "Connection" c LEFT JOIN busy ON busy."id" = c."id"),
      next AS MATERIALIZED (
        SELECT a."id", m."connectionId", a."createdAt" FROM "Attempt" a LEFT JOIN "Model" m ON m."id" = a."modelId"
        WHERE a."runId" = want.run AND a."status" = 'waiting'
          AND EXISTS (SELECT 1 FROM "Run" r WHERE r."id" = want.run AND r."status" = 'running'
            AND (r."budget" IS NULL OR r."spent" < r."budget"))
          AND (a."modelId" IS NULL OR m."connectionId" IN (SELECT "id" FROM room WHERE "n" > 0))
        ORDER BY a."createdAt", a."id" LIMIT want.lanes FOR UPDATE OF a SKIP LOCKED),
      ranked AS (
        SELECT next."id", next."connectionId",
          row_number() OVER (PARTITION BY next."connectionId" ORDER BY next."createdAt", next."id") AS "place"
        FROM next),
      opened AS (
        UPDATE "Attempt" a SET "status" = 'open', "leaseOwner" = p_owner, "tries" = a."tries" + 1,
          "startedAt" = coalesce(a."startedAt", now() AT TIME ZONE 'UTC')
        FROM ranked LEFT JOIN room ON room."id" = ranked."connectionId"
        WHERE a."id" = ranked."id" AND (a."modelId" IS NULL OR ranked."place" <= room."n")
        RETURNING a."id", a."taskId", a."family", a."condition", a."seed", a."keyVersion", a."modelId", a."baseline",
          a."modelSnapshot" AS "snapshot", ranked."connectionId", a."runId", a."epoch", a."tries")
      SELECT coalesce(jsonb_agg(to_jsonb(opened)), '[]') INTO taken FROM opened;
      claims := claims || taken;
    END LOOP;
  END IF;
  RETURN jsonb_build_object('settled', stored, 'halted', coalesce(to_jsonb(back), '[]'), 'claims', claims);
END`;

const batchFunction = `worth_batch_${hashOf(batchBody).slice(0, 12)}`;

async function install(): Promise<void> {
  await db().$transaction([
    db().$executeRaw`SELECT pg_advisory_xact_lock(${claimLock})`,
    db().$executeRawUnsafe(`
      CREATE OR REPLACE FUNCTION "${batchFunction}"(p_owner text, p_texts jsonb, p_rows jsonb, p_events jsonb,
        p_judgements jsonb, p_wants jsonb) RETURNS jsonb LANGUAGE plpgsql SET enable_seqscan = off
        SET enable_bitmapscan = off SET jit = off AS $body$${batchBody}$body$`),
  ]);
}

let installed: Promise<void> | null = null;

function installedOnce(): Promise<void> {
  installed ??= install().catch((error) => {
    installed = null;
    throw error;
  });
  return installed;
}

function rowsOf(settlements: Settlement[]) {
  return settlements.map(({ attempt, events, usage, ending, ...rest }) => ({
    id: attempt,
    first: events[0]?.seq ?? null,
    status: ending?.status ?? null,
    failure: ending?.status === "failed" ? ending.code : null,
    message: ending?.status === "failed" ? ending.message : null,
    pauses: ending?.status === "failed" && ending.pauses,
    validity: ending?.status === "done" ? ending.judgement.validity : null,
    context: ending?.status === "done" ? ending.context : null,
    ...usage,
    ...rest,
  }));
}

function eventsIn(settlements: Settlement[]): string {
  const texts = settlements.flatMap(({ attempt, events }) =>
    events.map(({ seq, type, body, record, at }) => {
      const plain = JSON.stringify({ attempt, seq, type, at });
      return `${plain.slice(0, -1)},"body":${body},"record":${record}}`;
    }),
  );
  return `[${texts.join(",")}]`;
}

/** Hashes of texts that are stored, so that they are not sent again. Forgotten now and then: it must not grow for ever. */
const keptTexts = new Set<string>();
const mostKept = 20_000;

/** Texts that may not be stored yet, in one order for all workers, so that two that bring the same do not deadlock. */
function newTextsIn(settlements: Settlement[]): SentText[] {
  if (keptTexts.size > mostKept) keptTexts.clear();
  const found = new Map<string, SentText>();
  for (const { events } of settlements) {
    for (const { texts } of events) for (const one of texts) if (!keptTexts.has(one.hash)) found.set(one.hash, one);
  }
  return [...found.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
}

const judgementsIn = (settlements: Settlement[]) =>
  settlements.flatMap(({ attempt, ending }) => (ending?.status === "done" ? [{ ...ending.judgement, attempt }] : []));

/** Why runs gave less than was wanted. A run whose budget is spent is paused here. */
async function shortagesOf(runs: string[]): Promise<Shortage[]> {
  await db().$executeRaw`
    UPDATE "Run" SET "status" = 'paused', "pauseReason" = 'budget'
    WHERE "id" = ANY(${runs}::text[]) AND "status" = 'running' AND "spent" >= "budget"
      AND EXISTS (SELECT 1 FROM "Attempt" a WHERE a."runId" = "Run"."id" AND a."status" = 'waiting')`;
  return db().$queryRaw<Shortage[]>`
    SELECT r."id" AS "run", NOT (r."status" = 'running' AND EXISTS (
      SELECT 1 FROM "Attempt" a WHERE a."runId" = r."id" AND a."status" = 'waiting')) AS "over",
      EXISTS (SELECT 1 FROM "Attempt" a WHERE a."runId" = r."id" AND a."status" = 'open') AS "played"
    FROM "Run" r WHERE r."id" = ANY(${runs}::text[])`;
}

/**
 * Stores what lanes have done and takes their next attempts, in one transaction that no model call is held in.
 * Attempts that would go on go back in line when their run stands still or has spent its budget, which pauses it.
 * Within a connection no more attempts are played at once than its limit, over all runs and workers.
 */
export async function settleAndClaim(owner: string, settlements: Settlement[], wants: Want[]): Promise<Batch> {
  await installedOnce();
  const texts = newTextsIn(settlements);
  const values = [
    owner,
    JSON.stringify(texts),
    JSON.stringify(rowsOf(settlements)),
    eventsIn(settlements),
    JSON.stringify(judgementsIn(settlements)),
    JSON.stringify(wants),
  ];
  type Row = { batch: { settled: string[]; halted: string[]; claims: Claim[] } };
  // Not through Prisma: its way of sending and reading a statement takes as long as the statement.
  const call = `SELECT "${batchFunction}"($1, $2, $3, $4, $5, $6) AS "batch"`;
  const { rows } = await pool()
    .query<Row>(call, values)
    .catch((error) => {
      // The database that comes back may be an older one, without the function and the texts that it had.
      installed = null;
      keptTexts.clear();
      throw error;
    });
  for (const { hash } of texts) keptTexts.add(hash);
  const { settled, halted, claims } = (rows[0] as Row).batch;
  const short = wants.filter((want) => claims.filter((one) => one.runId === want.run).length < want.lanes);
  return {
    settled: new Set(settled),
    halted: new Set(halted),
    claims,
    shortages: short.length > 0 ? await shortagesOf(short.map((want) => want.run)) : [],
  };
}

/** An attempt that a worker still holds, as it is stored now; null when it is not the worker's any more. */
export async function reclaim(owner: string, id: string): Promise<Claim | null> {
  const rows = await db().$queryRaw<Claim[]>`
    SELECT a."id", a."taskId", a."family", a."condition", a."seed", a."keyVersion", a."modelId", a."baseline",
      a."modelSnapshot" AS "snapshot", m."connectionId", a."runId", a."epoch", a."tries" + 1 AS "tries"
    FROM "Attempt" a LEFT JOIN "Model" m ON m."id" = a."modelId"
    WHERE a."id" = ${id} AND a."leaseOwner" = ${owner} AND a."status" = 'open'`;
  return rows[0] ?? null;
}

/** The events of an attempt without their records, in order. */
export function eventsOf(attempt: string): Promise<{ seq: number; type: string; body: Prisma.JsonValue }[]> {
  return db().event.findMany({
    where: { attemptId: attempt },
    select: { seq: true, type: true, body: true },
    orderBy: { seq: "asc" },
  });
}

/**
 * Puts open attempts back in line; those of a cancelled run are cancelled. Their runs are locked in between, so that a
 * cancel at the same moment either sees them waiting or is seen here.
 * @param which a condition on the attempt `a`
 */
export async function putBack(tx: Tx, which: Prisma.Sql): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string; runId: string }[]>`
    UPDATE "Attempt" a SET "status" = 'waiting', "leaseOwner" = NULL
    WHERE a."status" = 'open' AND a."runId" IS NOT NULL AND ${which} RETURNING a."id", a."runId"`;
  if (rows.length === 0) return;
  const runs = rows.map((row) => row.runId);
  await tx.$executeRaw`SELECT 1 FROM "Run" WHERE "id" = ANY(${runs}::text[]) ORDER BY "id" FOR UPDATE`;
  await tx.$executeRaw`
    UPDATE "Attempt" a SET "status" = 'cancelled' FROM "Run" r
    WHERE r."id" = a."runId" AND r."status" = 'cancelled' AND a."id" = ANY(${rows.map((row) => row.id)}::text[])`;
}

/** Puts attempts that a worker holds and does not play back in line: what it took when an answer was lost. */
export async function releaseStrays(owner: string, playing: string[]): Promise<void> {
  const strays = Prisma.sql`a."leaseOwner" = ${owner} AND a."id" <> ALL(${playing}::text[])`;
  await db().$transaction((tx) => putBack(tx, strays));
}
