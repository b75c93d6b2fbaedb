import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { appendMoves, startAttempt } from "./attempts";
import { readTallies } from "./tallies";

/** What people do in tests with a database. */

/** An attempt that a player began, in English and with the whole text unless `condition` says otherwise. @returns its id */
export function startedBy(player: string, task: string, condition: object = {}): Promise<string> {
  return startAttempt({
    task,
    condition: { language: "en", presentation: "full", ...condition },
    actor: { player },
    assignment: "chosen",
    source: "browser",
  });
}

/** Such an attempt, answered with these clues. @returns its id */
export async function answeredBy(player: string, task: string, clues: string[], condition?: object): Promise<string> {
  const id = await startedBy(player, task, condition);
  await appendMoves(id, [{ seq: 1, type: "submit", response: madeUpResponse({ clues }) }]);
  return id;
}

/** How many answers of people the comparison of a task counts. */
export async function peopleCounted(task: string): Promise<number> {
  const rows = await readTallies(task);
  return rows
    .filter((row) => row.group === "people" && row.dimension === "validity")
    .reduce((sum, row) => sum + row.count, 0);
}
