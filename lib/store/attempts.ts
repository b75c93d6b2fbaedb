import "server-only";
import type { Attempt, Event, Task } from "@/generated/prisma/client";
import { AppError } from "@/lib/errors";
import { conditionKey, type FamilyEvent, isRefusal, replay, type Validity } from "@/lib/families/family";
import { type AnyJudge, judgeOf } from "@/lib/families/judge-registry";
import { requireRoom } from "./attempt-room";
import { db, json, type Tx } from "./db";
import { exposedBefore, exposure, lockPerson, lockPersonOf } from "./first-attempts";
import { canonical, newId } from "./ids";
import { composeJudgement, type Outcome } from "./judgements";
import { retireJudgement } from "./tallies";
import { findTask, keyOf } from "./tasks";
import { storableValue } from "./text";

export type Actor = { player: string } | { model: string } | { baseline: string };
export type NewAttempt = {
  task: string;
  condition: unknown;
  actor: Actor;
  assignment: "chosen" | "randomised" | "fixed";
  source: "browser" | "worker" | "api" | "import";
  context?: Record<string, unknown>;
  /** An attempt that the same person began and whose player this browser no longer is. */
  continues?: string;
  seed?: number;
  runId?: string;
  epoch?: number;
  identity?: string;
  modelSnapshot?: unknown;
};

/** An attempt replayed: everything that judging, viewing and going on need. */
export type LoadedAttempt = {
  attempt: Attempt;
  row: Task;
  judge: AnyJudge;
  task: unknown;
  key: unknown;
  stored: Event[];
  events: FamilyEvent[];
  state: unknown;
};

export type MoveInput = { seq: number; type: string; at?: string } & Record<string, unknown>;

/** A condition with defaults filled, checked against the task. @throws AppError invalid, naming each field */
export function resolveCondition(row: Task, input: unknown): Record<string, unknown> {
  const result = judgeOf(row.family).condition(row.content, input);
  if ("faults" in result) {
    throw new AppError("invalid", "The condition does not fit this task.", { faults: result.faults });
  }
  return result.condition as Record<string, unknown>;
}

/** A seed for the random draws of one attempt. */
function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

function refuseField(field: string | null, message: string): void {
  if (field === null) return;
  throw new AppError("invalid", message, {
    faults: [{ field: `condition.${field}`, message: "is not for a player to choose" }],
  });
}

/** A person who could choose to be told of the key would know it for every later try. @throws AppError invalid */
function refuseKeyOpening(row: Task, condition: Record<string, unknown>): void {
  const field = judgeOf(row.family).opensKey(condition);
  refuseField(field, "A player cannot choose a condition that tells of the answer key.");
}

/** How a person reads is theirs to choose; what is compared, and what a case is delivered by, is not. @throws AppError invalid */
function refuseUnchosen(row: Task, condition: unknown): void {
  const asked = typeof condition === "object" && condition !== null ? (condition as Record<string, unknown>) : {};
  const field = judgeOf(row.family).notForPlayers(row.content, asked);
  refuseField(field, "This part of the condition is not for a player to choose at this case.");
}

/** The drawn order of an attempt, as its context keeps it: for people and models alike. */
export function orderOf(row: Task, seed: number): { order?: string[] } {
  const order = judgeOf(row.family).drawnOrder?.(row.content, seed);
  return order ? { order } : {};
}

/** The row of a new attempt, actor's columns included. The seed and the key's version are fixed from here on. */
export async function composeAttempt(tx: Tx, row: Task, input: NewAttempt) {
  const condition = resolveCondition(row, input.condition);
  if ("player" in input.actor) refuseKeyOpening(row, condition);
  const { version } = await keyOf(row.id);
  const person = "player" in input.actor ? await exposure(tx, row, input.actor.player) : null;
  const seed = input.seed ?? newSeed();
  return {
    id: newId("att"),
    taskId: row.id,
    family: row.family,
    condition: json(condition),
    conditionKey: conditionKey(condition),
    assignment: input.assignment,
    seed,
    keyVersion: version,
    protocolVersion: judgeOf(row.family).play.protocolVersion,
    playerId: "player" in input.actor ? input.actor.player : null,
    modelId: "model" in input.actor ? input.actor.model : null,
    baseline: "baseline" in input.actor ? input.actor.baseline : null,
    ...(input.modelSnapshot ? { modelSnapshot: json(input.modelSnapshot) } : {}),
    runId: input.runId ?? null,
    epoch: input.epoch ?? null,
    source: input.source,
    first: person !== null && person.priorAttempts === 0 && !input.continues,
    excluded: person?.excluded ?? null,
    context: json({
      ...input.context,
      ...orderOf(row, seed),
      ...(input.continues && { continues: input.continues }),
      ...(person && {
        priorAttempts: person.priorAttempts,
        priorReveals: person.priorReveals,
        tutorialSeen: person.tutorialSeen,
      }),
    }),
    identity: input.identity ?? null,
    startedAt: new Date(),
  };
}

/**
 * The attempt that this player already began under the same condition and made no move in, or null. The answer to its
 * start was lost on the way, or another tab has just begun: a second one would be no first attempt.
 */
async function untouched(tx: Tx, row: Task, player: string, condition: Record<string, unknown>, assignment: string) {
  const [held] = await tx.$queryRaw<{ id: string }[]>`
    SELECT a."id" FROM "Attempt" a
    WHERE a."playerId" = ${player} AND a."taskId" = ${row.id} AND a."conditionKey" = ${conditionKey(condition)}
      AND a."assignment" = ${assignment} AND a."status" = 'open' AND a."context" -> 'continues' IS NULL
      AND NOT EXISTS (SELECT 1 FROM "Event" e WHERE e."attemptId" = a."id")
    ORDER BY a."createdAt" LIMIT 1`;
  return held?.id ?? null;
}

/**
 * Starts an attempt. Two starts by one person at once are ordered, so that only one is the first; a start that is sent
 * again is answered with the attempt that it made.
 */
export async function startAttempt(input: NewAttempt): Promise<string> {
  const row = await findTask(input.task);
  return db().$transaction(async (tx) => {
    if ("player" in input.actor) {
      const { player } = input.actor;
      if (input.assignment === "chosen") refuseUnchosen(row, input.condition);
      await lockPerson(tx, player);
      const condition = resolveCondition(row, input.condition);
      const held = input.continues ? null : await untouched(tx, row, player, condition, input.assignment);
      if (held) return held;
    }
    const data = await composeAttempt(tx, row, input);
    await tx.attempt.create({ data });
    return data.id;
  });
}

/** A failed call is kept for the record and is nothing that happened in the attempt. */
function familyEvents(stored: Pick<Event, "seq" | "type" | "body">[]): FamilyEvent[] {
  const happened = stored.filter((event) => event.type !== "failed-call");
  return happened.map((event) => ({ seq: event.seq, type: event.type, ...(event.body as object) }) as FamilyEvent);
}

/** Prepares a task for an attempt exactly as it was when the attempt started: condition, seed and key version are stored. */
export async function prepareFor(row: Task, attempt: Pick<Attempt, "condition" | "seed" | "keyVersion">) {
  const { key } = await keyOf(row.id, attempt.keyVersion);
  return judgeOf(row.family).prepare(row.content, key, attempt.condition, attempt.seed);
}

/** An attempt with its events replayed. @throws AppError not-found */
export async function loadAttempt(id: string, tx: Tx = db()): Promise<LoadedAttempt> {
  const found = await tx.attempt.findUnique({
    where: { id },
    include: { task: true, events: { orderBy: { seq: "asc" } } },
  });
  if (!found) throw new AppError("not-found", "There is no such attempt.");
  const { task: row, events: stored, ...attempt } = found;
  const judge = judgeOf(attempt.family);
  const { task, key } = await prepareFor(row, attempt);
  const events = familyEvents(stored);
  return { attempt, row, judge, task, key, stored, events, state: replay(judge.play, task, events) };
}

function parseMove(judge: AnyJudge, input: MoveInput): { move: unknown; at: Date | null } {
  const { seq: _seq, at, ...rest } = input;
  const checked = judge.schemas.move.safeParse(storableValue(rest));
  if (!checked.success) {
    const faults = checked.error.issues.map((issue: { path: PropertyKey[]; message: string }) => ({
      field: `moves.${input.seq}.${issue.path.join(".") || "type"}`,
      message: issue.message,
    }));
    throw new AppError("invalid", "A move is not of a known form.", { faults });
  }
  const time = at ? new Date(at) : null;
  // A clock may be off by years, but not by more than a timestamp can hold.
  const plausible = time && time.getFullYear() >= 1970 && time.getFullYear() < 3000;
  return { move: checked.data, at: plausible ? time : null };
}

/**
 * Appends a person's moves. A number already stored with the same body is passed over; with another body the
 * whole call is refused with the events since, so that the later of two tabs can show the saved state.
 * Stores the judgement, uncounted, in the same transaction as the final move.
 * @throws AppError conflict (extra.events), invalid (field), not-found
 */
export async function appendMoves(
  id: string,
  moves: MoveInput[],
): Promise<{ seq: number; done: boolean; loaded: LoadedAttempt }> {
  return db().$transaction(async (tx) => {
    // Whether it is a first attempt is settled with the final move; the person is locked before the attempt, as elsewhere.
    if (moves.some((move) => move.type === "submit")) await lockPersonOf(tx, id);
    await tx.$executeRaw`SELECT 1 FROM "Attempt" WHERE "id" = ${id} FOR UPDATE`;
    await requireRoom(tx, id, moves);
    const loaded = await loadAttempt(id, tx);
    const { judge, task, attempt } = loaded;
    let { state } = loaded;
    let last = loaded.stored.at(-1)?.seq ?? 0;
    const bySeq = new Map(loaded.stored.map((event) => [event.seq, event]));
    const fresh: { attemptId: string; seq: number; type: string; body: ReturnType<typeof json>; at: Date | null }[] =
      [];
    for (const input of moves) {
      const { move, at } = parseMove(judge, input);
      const held = bySeq.get(input.seq);
      if (held) {
        if (canonical(held.body) === canonical({ move })) continue;
        throw conflict(loaded, input.seq);
      }
      if (input.seq !== last + 1) {
        throw input.seq <= last
          ? conflict(loaded, input.seq)
          : new AppError("invalid", `The next move must have the number ${last + 1}.`, {
              faults: [{ field: "moves.seq", message: `must be ${last + 1}` }],
            });
      }
      const next =
        judge.play.lacks?.(task, move) ?? judge.play.apply(task, state, { seq: input.seq, type: "move", move });
      if (isRefusal(next)) {
        throw new AppError("invalid", `Move ${input.seq} is refused: ${next.code}.`, {
          faults: [{ field: `moves.${input.seq}.${next.field}`, message: next.code }],
          extra: { reason: next.code },
        });
      }
      state = next;
      last = input.seq;
      fresh.push({ attemptId: id, seq: input.seq, type: "move", body: json({ move }), at });
    }
    if (fresh.length > 0) await tx.event.createMany({ data: fresh });
    const done = judge.play.isDone(state);
    if (done && attempt.status !== "done") {
      await finishAttempt(tx, { ...loaded, state }, { validity: "scorable", repairs: [] });
    }
    return { seq: last, done, loaded: { ...loaded, state } };
  });
}

function conflict(loaded: LoadedAttempt, seq: number): AppError {
  return new AppError("conflict", "Another tab has gone on with this case. What it saved is shown.", {
    extra: { events: publicEvents(loaded.stored.filter((event) => event.seq >= seq)) },
  });
}

/** Stored moves in the form in which they were sent. */
export function publicEvents(stored: Event[]): MoveInput[] {
  return stored
    .filter((event) => event.type === "move")
    .map((event) => ({
      seq: event.seq,
      ...((event.body as { move: Record<string, unknown> }).move as { type: string }),
      at: (event.at ?? event.createdAt).toISOString(),
    }));
}

/** Closes an attempt and stores its judgement, uncounted. A person who knows more by now made no first attempt. */
export async function finishAttempt(tx: Tx, loaded: LoadedAttempt, outcome: Outcome): Promise<void> {
  const { row } = loaded;
  let { attempt } = loaded;
  const { id, playerId, context } = attempt;
  const exposed = playerId === null ? null : await exposedBefore(tx, row, { id, playerId });
  if (exposed) attempt = { ...attempt, first: false, context: { ...(context as object), exposedBefore: exposed } };
  await tx.judgement.createMany({ data: [composeJudgement({ ...loaded, attempt, outcome })] });
  await tx.attempt.update({
    where: { id },
    data: {
      status: "done",
      submittedAt: new Date(),
      validity: outcome.validity,
      ...(exposed && { first: false, context: json(attempt.context) }),
    },
  });
}

/** Deletes an attempt with everything of it, the tallies included. */
export async function deleteAttempt(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    // A last move under way comes first, or its judgement would be deleted without leaving the tallies.
    await tx.$executeRaw`SELECT 1 FROM "Attempt" WHERE "id" = ${id} FOR UPDATE`;
    await retireJudgement(tx, id);
    await tx.attempt.delete({ where: { id } });
  });
}

/**
 * Judges a finished attempt again, from its events, under the latest key. Its reading stays what it was.
 */
export async function rejudgeAttempt(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM "Attempt" WHERE "id" = ${id} FOR UPDATE`;
    const found = await tx.attempt.findUnique({ where: { id }, include: { judgements: { where: { current: true } } } });
    const held = found?.judgements[0];
    if (!held) throw new AppError("not-found", "There is no judged attempt with this id.");
    const { version } = await keyOf(found.taskId);
    await tx.attempt.update({ where: { id }, data: { keyVersion: version } });
    const loaded = await loadAttempt(id, tx);
    await retireJudgement(tx, id);
    const outcome = { validity: held.validity as Validity, reason: held.reason ?? undefined, repairs: held.repairs };
    await tx.judgement.createMany({ data: [composeJudgement({ ...loaded, outcome })] });
  });
}

/** Opens the author's reveal of a finished attempt, and records that this person and this task were revealed. */
export async function revealAttempt(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const attempt = await tx.attempt.findUnique({ where: { id } });
    if (!attempt) throw new AppError("not-found", "There is no such attempt.");
    if (attempt.status !== "done") throw new AppError("conflict", "The solution opens after the answer is sent.");
    if (attempt.revealedAt) return;
    const now = new Date();
    await tx.attempt.update({ where: { id }, data: { revealedAt: now } });
    await tx.task.updateMany({ where: { id: attempt.taskId, firstRevealedAt: null }, data: { firstRevealedAt: now } });
  });
}
