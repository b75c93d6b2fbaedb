import "server-only";
import type { Attempt, Prisma } from "@/generated/prisma/client";
import type { TallyEntry, Validity } from "@/lib/families/family";
import type { AnyJudge } from "@/lib/families/judge-registry";
import { json } from "./db";
import { newId } from "./ids";

/** How the reading of an attempt came out. */
export type Outcome = { validity: Validity; reason?: string; repairs: string[] };

/** One entry of the tallies: where it counts, and by how much. */
export type GroupedEntry = TallyEntry & { group: string };

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
  const group = groupOf(attempt);
  const value = outcome.reason ? `${outcome.validity}:${outcome.reason}` : outcome.validity;
  const entries: GroupedEntry[] = [];
  if (group) {
    entries.push({ group, dimension: "validity", value, amount: 1 });
    if (scores) for (const entry of judge.tallies(task, key, state, scores)) entries.push({ group, ...entry });
  }
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
    entries: json(entries),
  };
}
