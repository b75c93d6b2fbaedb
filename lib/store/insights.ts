import "server-only";
import { type GroupSummary, summariseGroups } from "@/lib/stats/groups";
import { db } from "./db";
import { readTallies } from "./tallies";
import { findTask, keyOf } from "./tasks";

export type Insights = {
  task: { id: string; slug: string; version: number };
  groups: (GroupSummary & { label: string })[];
};

/** The summaries of one task version: every group under every condition, from the tallies. */
export async function insightsOf(idOrSlug: string): Promise<Insights> {
  const row = await findTask(idOrSlug);
  const summaries = summariseGroups(await readTallies(row.id));
  const models = await db().model.findMany({
    where: { id: { in: summaries.filter((summary) => summary.kind === "model").map((summary) => summary.member) } },
    select: { id: true, name: true, method: true },
  });
  const names = new Map(
    models.map((model) => [model.id, model.method === "plain" ? model.name : `${model.name} · ${model.method}`]),
  );
  const groups = summaries.map((summary) => ({ ...summary, label: names.get(summary.member) ?? summary.member }));
  return { task: { id: row.id, slug: row.slug, version: row.version }, groups };
}

/** Which sentences are key clues and who took part, under the original key. Only for those who may see spoilers. */
export async function answersOf(taskId: string): Promise<{ clues: string[]; participants: string[] }> {
  const { key } = (await keyOf(taskId)) as { key: { clues: object; participants: object } };
  return { clues: Object.keys(key.clues), participants: Object.keys(key.participants) };
}

/** Whether this person finished the task, in this browser or under this account. */
export async function hasRevealed(
  taskId: string,
  player: { id: string; userId: string | null } | null,
): Promise<boolean> {
  if (!player) return false;
  const own = player.userId ? { player: { userId: player.userId } } : { playerId: player.id };
  return (await db().attempt.count({ where: { taskId, ...own, revealedAt: { not: null } } })) > 0;
}
