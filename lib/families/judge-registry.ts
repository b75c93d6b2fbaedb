import { AppError } from "@/lib/errors";
import { episodeJudge } from "./episode/judge";
import type { FamilyJudge } from "./family";
import type { FamilyId } from "./play-registry";

// The shell treats content, key, task, state and moves as opaque data that only their family reads.
// biome-ignore lint/suspicious/noExplicitAny: a heterogeneous registry; each judge checks its own inputs by schema
export type AnyJudge = FamilyJudge<any, any, any, any, any, any, any, any, any>;

/** Every family, by id: the server's half. */
export const judges = { episode: episodeJudge } satisfies Record<FamilyId, AnyJudge>;

/** @throws AppError `not-found` when there is no such family */
export function judgeOf(id: string): AnyJudge {
  if (!Object.hasOwn(judges, id)) throw new AppError("not-found", `There is no task family "${id}".`);
  return judges[id as FamilyId];
}

/** The names of all scores of all families, in the order of their metrics. */
export function scoreNames(): string[] {
  return [...new Set(Object.values(judges).flatMap((judge) => judge.metrics.map((metric) => metric.id)))];
}
