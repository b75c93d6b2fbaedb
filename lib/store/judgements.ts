import "server-only";
import type { Attempt, Prisma } from "@/generated/prisma/client";
import type { TallyEntry, Validity } from "@/lib/families/family";
import type { AnyJudge } from "@/lib/families/judge-registry";
import { json } from "./db";
import { newId } from "./ids";

/** How the reading of an attempt came out. */
export type Outcome = { validity: Validity; reason?: string; repairs: string[] };

/** A tally entry as it is stored: dimension, value and amount. Field names would weigh more than what they name. */
type StoredEntry = [dimension: string, value: string, amount: number];

type Counted = Pick<Attempt, "playerId" | "modelId" | "baseline" | "runId" | "first" | "excluded">;

/** The tally group of an attempt, or null when it enters no comparison. */
export function groupOf(attempt: Counted): string | null {
  if (attempt.excluded) return null;
  if (attempt.baseline) return `baseline:${attempt.baseline}`;
  if (attempt.modelId) return `run:${attempt.runId ?? "none"}/model:${attempt.modelId}`;
  return attempt.first ? "people" : null;
}

/**
 * The judgement of a finished attempt, ready to be stored. An invalid attempt counts only towards validity:
 * it is excluded and counted, never a zero.
 */
export function composeJudgement(input: {
  attempt: Counted & Pick<Attempt, "id" | "keyVersion">;
  judge: AnyJudge;
  task: unknown;
  key: unknown;
  state: unknown;
  outcome: Outcome;
}): Prisma.JudgementCreateManyInput {
  const { attempt, judge, task, key, state, outcome } = input;
  const valid = outcome.validity !== "invalid";
  const scores = valid ? judge.score(task, key, state) : null;
  const value = outcome.reason ? `${outcome.validity}:${outcome.reason}` : outcome.validity;
  const counted: TallyEntry[] = [{ dimension: "validity", value, amount: 1 }];
  if (scores) counted.push(...judge.tallies(task, key, state, scores));
  const entries = counted.map(({ dimension, value, amount }): StoredEntry => [dimension, value, amount]);
  return {
    id: newId("jdg"),
    attemptId: attempt.id,
    readerVersion: judge.readerVersion,
    keyVersion: attempt.keyVersion,
    scorerVersion: judge.scorerVersion,
    validity: outcome.validity,
    reason: outcome.reason ?? null,
    repairs: outcome.repairs,
    ...(valid ? { response: json(judge.response(state)), scores: json(scores) } : {}),
    group: groupOf(attempt),
    entries: json(entries),
  };
}
