import "server-only";
import type { Insights } from "@/lib/contracts/insights";
import { summariseGroups } from "@/lib/stats/groups";
import { db } from "./db";
import { readTallies } from "./tallies";
import { findTask, keyOf } from "./tasks";

/**
 * The summaries of one task version: every group under every condition, from the tallies.
 * @param asOf a moment of the past, in place of now
 */
export async function insightsOf(idOrSlug: string, asOf?: Date): Promise<Insights> {
  const row = await findTask(idOrSlug);
  const now = new Date();
  const summaries = summariseGroups(await readTallies(row.id, asOf));
  const models = await db().model.findMany({
    where: { id: { in: summaries.filter((summary) => summary.kind === "model").map((summary) => summary.member) } },
    select: { id: true, name: true, method: true },
  });
  const names = new Map(
    models.map((model) => [model.id, model.method === "plain" ? model.name : `${model.name} · ${model.method}`]),
  );
  const groups = summaries.map((summary) => ({ ...summary, label: names.get(summary.member) ?? summary.member }));
  // Kinds stay in the order of the summaries; within one, by the names that are shown.
  const kinds = [...new Set(groups.map((group) => group.kind))];
  groups.sort(
    (a, b) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      a.label.localeCompare(b.label) ||
      a.conditionKey.localeCompare(b.conditionKey),
  );
  const task = { id: row.id, slug: row.slug, version: row.version };
  return { task, asOf: (asOf ?? now).toISOString(), groups };
}

type Answers = { clues: object; participants: object };

/**
 * Which sentences are key clues and who took part, under the key of a variant. Only for those who may see spoilers.
 * @returns also `otherKeys`, the variants that are judged by another key than this one
 */
export async function answersOf(taskId: string, variant = "original") {
  const { key } = (await keyOf(taskId)) as { key: Answers & { variants?: Record<string, Answers> } };
  const own = key.variants ?? {};
  const { clues, participants } = own[variant] ?? key;
  const otherKeys = Object.keys(own).filter((name) => name !== variant);
  if (own[variant]) otherKeys.push("original");
  return { clues: Object.keys(clues), participants: Object.keys(participants), otherKeys };
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
