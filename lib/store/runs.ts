import "server-only";
import type { Prisma } from "@/generated/prisma/client";
import type { RunBody, RunPlan, RunStatus } from "@/lib/contracts/runs";
import { AppError } from "@/lib/errors";
import { judgeOf } from "@/lib/families/judge-registry";
import { orderOf } from "./attempts";
import { db, json, type Tx } from "./db";
import { newId } from "./ids";
import { addLanes, endRunIfFinished } from "./run-lanes";
import { type Cell, type PlannedAttempt, plannedAttempts, type PlannedModel, resolvePlan } from "./run-plan";
import { runBodies } from "./run-bodies";

export { estimateRun } from "./run-estimate";

/** Attempts laid out by one statement. */
const chunk = 2_000;

/**
 * What of a model an attempt keeps, for a model and its connection may be edited later.
 * @param promptVersion of the prompts that it will be asked with, whatever they were when the model was stored
 */
function snapshotOf(model: PlannedModel, promptVersion: string) {
  const { id, name, modelId, method, parameters, rules, prices, tier, connectionId } = model;
  const { connection: held } = model;
  const connection = held && { id: connectionId, name: held.name, kind: held.kind, baseUrl: held.baseUrl };
  return {
    id,
    name,
    modelId,
    method,
    promptVersion,
    parameters,
    rules,
    prices,
    tier,
    interface: model.interface,
    connection,
  };
}

/** What all attempts of a cell have in common. */
function cellRow(cell: Cell) {
  const judge = judgeOf(cell.row.family);
  const model = "model" in cell.actor ? cell.actor.model : null;
  return {
    task: cell.row.id,
    family: cell.row.family,
    condition: cell.condition,
    conditionKey: cell.conditionKey,
    key: cell.keyVersion,
    protocol: judge.play.protocolVersion,
    model: model?.id ?? null,
    snapshot: model && snapshotOf(model, judge.promptVersion),
    baseline: "baseline" in cell.actor ? cell.actor.baseline : null,
  };
}

/** Inserts the attempts that are missing. @returns how many */
async function insertAttempts(tx: Tx, run: string, attempts: PlannedAttempt[]): Promise<number> {
  // Ids that grow with the plan's order: a list of one launch is in the order of the plan.
  const base = newId("att").slice(0, -8);
  let added = 0;
  for (let from = 0; from < attempts.length; from += chunk) {
    const part = attempts.slice(from, from + chunk);
    const places = new Map([...new Set(part.map(({ cell }) => cell))].map((cell, place) => [cell, place]));
    const cells = JSON.stringify([...places].map(([cell, place]) => ({ place, ...cellRow(cell) })));
    const inserted = await tx.$executeRaw`
      INSERT INTO "Attempt" ("id", "taskId", "family", "condition", "conditionKey", "assignment", "seed", "keyVersion",
        "protocolVersion", "modelId", "baseline", "modelSnapshot", "runId", "epoch", "status", "source", "identity",
        "context", "createdAt")
      SELECT a."id", c."task", c."family", c."condition", c."conditionKey", 'fixed', a."seed", c."key", c."protocol",
        c."model", c."baseline", nullif(c."snapshot", 'null'::jsonb), ${run}, a."epoch", 'waiting', 'worker',
        a."identity", a."context"::jsonb, now() AT TIME ZONE 'UTC'
      FROM unnest(${part.map((_, index) => base + (from + index).toString(16).padStart(8, "0"))}::text[],
          ${part.map(({ cell }) => places.get(cell))}::int[], ${part.map(({ seed }) => seed)}::int[],
          ${part.map(({ epoch }) => epoch)}::int[], ${part.map(({ identity }) => identity)}::text[],
          ${part.map(({ cell, seed }) => JSON.stringify(orderOf(cell.row, seed)))}::text[])
        AS a("id", "place", "seed", "epoch", "identity", "context")
      JOIN jsonb_to_recordset(${cells}::jsonb) AS c("place" int, "task" text, "family" text, "condition" jsonb,
        "conditionKey" text, "key" int, "protocol" int, "model" text, "snapshot" jsonb, "baseline" text)
        ON c."place" = a."place"
      ORDER BY a."id"
      ON CONFLICT ("identity") DO NOTHING`;
    added += inserted;
    if (inserted === part.length) continue;
    // Attempts that a cancel took out and that this plan asks for are missing too.
    added += await tx.$executeRaw`
      UPDATE "Attempt" SET "status" = 'waiting'
      WHERE "status" = 'cancelled' AND "identity" = ANY(${part.map((one) => one.identity)}::text[])`;
  }
  return added;
}

/**
 * Lays out a run's attempts and its lanes, in one transaction. A run is known by its name: launching a plan under a
 * name that exists adds what is missing and repeats nothing.
 * @returns the run, and how many attempts were added
 * @throws AppError invalid, everything that is wrong with the plan by field
 */
export async function launchRun(
  plan: RunPlan,
  by: { userId?: string | null } = {},
): Promise<{ run: RunBody; added: number }> {
  const cells = await resolvePlan(plan);
  const { id, added } = await launchCells(plan, cells, by);
  return { run: await readRun(id), added };
}

async function launchCells(plan: RunPlan, cells: Cell[], by: { userId?: string | null }) {
  const { name, concurrency } = plan;
  const budget = plan.budget ?? null;
  return db().$transaction(
    async (tx) => {
      await tx.run.createMany({
        data: [{ id: newId("run"), name, plan: json(plan), concurrency, budget, createdById: by.userId ?? null }],
        skipDuplicates: true,
      });
      const [held] = await tx.$queryRaw<{ id: string; status: RunStatus }[]>`
        SELECT "id", "status"::text FROM "Run" WHERE "name" = ${name} FOR UPDATE`;
      if (!held) throw new AppError("conflict", "The run could not be laid out. Launch it again.");
      const { id } = held;
      const added = await insertAttempts(tx, id, plannedAttempts(id, cells));
      const goesOn = added > 0 || held.status === "running" || held.status === "paused";
      const data: Prisma.RunUpdateInput = { plan: json(plan), concurrency, budget };
      if (goesOn) Object.assign(data, { status: "running", pauseReason: null, finishedAt: null });
      await tx.run.update({ where: { id }, data });
      await addLanes(tx, id);
      return { id, added };
    },
    { timeout: 300_000, maxWait: 30_000 },
  );
}

/** A run as it stands. @throws AppError not-found */
export async function readRun(id: string): Promise<RunBody> {
  const row = await db().run.findUnique({ where: { id } });
  if (!row) throw new AppError("not-found", "There is no such run.");
  const [body] = await runBodies([row]);
  return body as RunBody;
}

/** A run's id by id or name. @throws AppError not-found */
export async function findRun(idOrName: string): Promise<string> {
  const row = await db().run.findFirst({ where: { OR: [{ id: idOrName }, { name: idOrName }] }, select: { id: true } });
  if (!row) throw new AppError("not-found", `There is no run "${idOrName}".`);
  return row.id;
}

/** Runs, the newest first, in pages. @param page.after the id of the last one seen */
export async function listRuns(
  page: { after?: string; limit?: number } = {},
): Promise<{ runs: RunBody[]; next: string | null }> {
  const limit = Math.min(page.limit ?? 50, 200);
  const rows = await db().run.findMany({
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    ...(page.after ? { cursor: { id: page.after }, skip: 1 } : {}),
  });
  const runs = await runBodies(rows.slice(0, limit));
  return { runs, next: rows.length > limit ? (runs.at(-1)?.id ?? null) : null };
}

/** The latest runs by name alone: for choosing one, without counting what is in it. */
export async function listRunNames(limit: number): Promise<{ id: string; name: string }[]> {
  return db().run.findMany({
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: { id: true, name: true },
  });
}

async function held(tx: Tx, id: string): Promise<RunStatus> {
  const [row] = await tx.$queryRaw<{ status: RunStatus }[]>`
    SELECT "status"::text FROM "Run" WHERE "id" = ${id} FOR UPDATE`;
  if (!row) throw new AppError("not-found", "There is no such run.");
  return row.status;
}

/** Pauses a running run: calls under way are finished and kept. Does nothing to a run that does not run. */
export async function pauseRun(id: string, reason = "asked"): Promise<void> {
  const { count } = await db().run.updateMany({
    where: { id, status: "running" },
    data: { status: "paused", pauseReason: reason },
  });
  if (count === 0) await readRun(id);
}

/** Lets a paused run go on; with nothing left to play it ends. @throws AppError not-found, conflict (cancelled) */
export async function resumeRun(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const status = await held(tx, id);
    if (status === "cancelled") throw new AppError("conflict", "This run was cancelled. Launch its plan again.");
    if (status !== "paused") return;
    await tx.run.update({ where: { id }, data: { status: "running", pauseReason: null } });
    await addLanes(tx, id);
  });
  await endRunIfFinished(id);
}

/**
 * Puts a run's failed attempts back to waiting and lets it go on. Replies that they have are kept and used.
 * @returns how many were put back
 * @throws AppError not-found, conflict (cancelled)
 */
export async function retryRun(id: string): Promise<number> {
  const count = await db().$transaction(async (tx) => {
    if ((await held(tx, id)) === "cancelled") {
      throw new AppError("conflict", "This run was cancelled. Launch its plan again.");
    }
    const back = await tx.$executeRaw`
      UPDATE "Attempt" SET "status" = 'waiting', "failure" = NULL, "failureMessage" = NULL
      WHERE "runId" = ${id} AND "status" = 'failed'`;
    await tx.run.update({ where: { id }, data: { status: "running", pauseReason: null, finishedAt: null } });
    await addLanes(tx, id);
    return back;
  });
  await endRunIfFinished(id);
  return count;
}

/** Cancels a run: what waits is taken out; calls under way are stopped by their workers within seconds. */
export async function cancelRun(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const status = await held(tx, id);
    if (status === "done" || status === "cancelled") return;
    await tx.run.update({
      where: { id },
      data: { status: "cancelled", pauseReason: null, finishedAt: new Date() },
    });
    await tx.$executeRaw`
      UPDATE "Attempt" SET "status" = 'cancelled' WHERE "runId" = ${id} AND "status" = 'waiting'`;
  });
}
