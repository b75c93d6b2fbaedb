import "server-only";
import type { Judgement, Task } from "@/generated/prisma/client";
import type { StoredResponse } from "@/lib/contracts/attempts";
import { AppError } from "@/lib/errors";
import { isRefusal } from "@/lib/families/family";
import { judgeOf } from "@/lib/families/judge-registry";
import { type Actor, composeAttempt, finishAttempt, prepareFor, resolveCondition } from "./attempts";
import { db, json } from "./db";
import { canonical, hashOf } from "./ids";
import type { Outcome } from "./judgements";
import { findTask } from "./tasks";
import { storableValue } from "./text";

export type ResponseInput = {
  /** An id or slug, or the task itself when it was looked up already. */
  task: string | Task;
  condition: unknown;
  actor: Exclude<Actor, { player: string }>;
  /** The actor's configuration as sent, part of the import identity. */
  configuration: unknown;
  epoch?: number;
  response?: unknown;
  raw?: string;
  source: "api" | "import";
  context?: Record<string, unknown>;
};

/** A response as it is kept, and what had to be mended for that. */
export function responseText(input: { response?: unknown; raw?: string }): { text: string; mended: Set<string> } {
  const mended = new Set<string>();
  // A structured response is mended before it becomes text, for JSON would hide the characters in escapes.
  const kept = storableValue(input.raw ?? input.response, mended);
  return { text: input.raw === undefined ? canonical(kept) : (kept as string), mended };
}

/**
 * Stores a whole attempt given in one piece: a model's raw text, or its structured response. An answer that cannot
 * be scored is stored as invalid with its reason. The same response again (task version, condition, configuration,
 * number and text) adds nothing and gives the same answer.
 * @throws AppError not-found (task), invalid (condition or envelope)
 */
export async function storeResponse(input: ResponseInput): Promise<StoredResponse> {
  const row = typeof input.task === "string" ? await findTask(input.task) : input.task;
  const judge = judgeOf(row.family);
  const condition = resolveCondition(row, input.condition);
  const { text, mended } = responseText(input);
  const identity = hashOf(
    canonical({ task: row.id, condition, actor: input.configuration, epoch: input.epoch ?? 1, raw: text }),
  );
  const held = await storedUnder(identity);
  if (held) return { ...held, created: false };
  try {
    await db().$transaction(async (tx) => {
      const data = await composeAttempt(tx, row, {
        task: row.id,
        condition,
        actor: input.actor,
        assignment: "fixed",
        source: input.source,
        epoch: input.epoch ?? 1,
        identity,
        context: input.context ?? {},
        modelSnapshot: input.configuration,
      });
      const attempt = await tx.attempt.create({ data });
      const { task, key } = await prepareFor(row, attempt);
      const play = judge.play;
      let state = play.start(task);
      let seq = 0;
      const events: { attemptId: string; seq: number; type: string; body: ReturnType<typeof json> }[] = [];
      const append = (type: string, body: Record<string, unknown>) => {
        seq += 1;
        events.push({ attemptId: attempt.id, seq, type, body: json(body) });
      };
      append("call", { reply: { text }, given: input.raw === undefined ? "response" : "raw" });
      // A whole answer stands for a whole reading: the story is opened to its end before it is sent in.
      for (let next = play.apply(task, state, { seq, type: "move", move: { type: "reveal" } }); !isRefusal(next); ) {
        append("move", { move: { type: "reveal" } });
        state = next;
        next = play.apply(task, state, { seq, type: "move", move: { type: "reveal" } });
      }
      const reading = judge.read(text, play.view(task, state));
      const repairs = [...mended, ...reading.repairs];
      // Text that had to be mended to be kept is a repair as any other.
      const validity = mended.size > 0 && reading.validity === "scorable" ? "recovered" : reading.validity;
      let outcome: Outcome = { validity, repairs };
      if (reading.validity === "invalid") outcome = { ...outcome, reason: reading.reason };
      else {
        const move = judge.submit(reading.response);
        const next = play.apply(task, state, { seq: seq + 1, type: "move", move });
        if (isRefusal(next)) outcome = { validity: "invalid", reason: next.code, repairs };
        else {
          append("move", { move });
          state = next;
        }
      }
      await tx.event.createMany({ data: events });
      await finishAttempt(tx, { attempt, row, judge, task, key, stored: [], events: [], state }, outcome);
    });
  } catch (error) {
    // Two equal posts at once: the unique identity lets one through, and both get its answer.
    if ((error as { code?: string }).code !== "P2002") throw error;
  }
  const stored = await storedUnder(identity);
  if (!stored) throw new AppError("conflict", "The response could not be stored. Send it again.");
  return { ...stored, created: held === null };
}

async function storedUnder(identity: string): Promise<Omit<StoredResponse, "created"> | null> {
  const attempt = await db().attempt.findUnique({
    where: { identity },
    include: { judgements: { where: { current: true } } },
  });
  const judgement = attempt?.judgements[0];
  if (!attempt || !judgement) return null;
  const { validity, reason, repairs, scores } = judgement as Judgement & Pick<StoredResponse, "validity" | "scores">;
  return { id: attempt.id, validity, reason, repairs, scores };
}
