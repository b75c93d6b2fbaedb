import "server-only";
import type { Attempt } from "@/generated/prisma/client";
import type { EpisodeReveal, EpisodeState } from "@/lib/families/episode/play";
import { type Crowd, crowdOf } from "@/lib/stats/crowd";
import { groupOf } from "./judgements";
import { readTallies } from "./tallies";

/**
 * What the others marked and named at the version of the case that an attempt was at. Only for an attempt whose
 * solution was opened: before that it would tell what is popular.
 */
export async function crowdOfAttempt(attempt: Attempt, state: EpisodeState, reveal: EpisodeReveal): Promise<Crowd> {
  const { variant = "original" } = attempt.condition as { variant?: string };
  const own = groupOf(attempt) === null ? null : state.response;
  return crowdOf(await readTallies(attempt.taskId), variant, reveal.attractor.set, own);
}
