import "server-only";
import type { Task } from "@/generated/prisma/client";
import type { TaskSummary } from "@/lib/contracts/tasks";
import { AppError } from "@/lib/errors";
import { judgeOf } from "@/lib/families/judge-registry";
import type { Text } from "@/lib/families/family";
import { db, json } from "./db";
import { canonical, hashOf, newId } from "./ids";

// What a list shows of a task's content; nothing here is secret.
type Listed = {
  title: Text;
  blurb: Text;
  sentences: number;
  candidates: unknown[];
  quota: number;
  languages: string[];
  variants?: { name: string }[];
};

function summarise(row: Task): TaskSummary {
  const content = row.content as unknown as Listed;
  return {
    id: row.id,
    benchmark: row.benchmarkId,
    slug: row.slug,
    version: row.version,
    family: row.family,
    title: content.title,
    blurb: content.blurb,
    sentences: content.sentences,
    candidates: content.candidates.length,
    quota: content.quota,
    languages: content.languages,
    variants: (content.variants ?? []).map((variant) => variant.name),
    tutorial: row.tutorial,
  };
}

/** The latest version of every task: tutorials first, then by slug. */
export async function listTasks(): Promise<TaskSummary[]> {
  const rows = await db().task.findMany({ orderBy: [{ slug: "asc" }, { version: "desc" }], distinct: ["slug"] });
  return rows.map(summarise).sort((a, b) => Number(b.tutorial) - Number(a.tutorial) || a.slug.localeCompare(b.slug));
}

/** A task by id, or the latest version by slug. @throws AppError not-found */
export async function findTask(idOrSlug: string): Promise<Task> {
  const row =
    (await db().task.findUnique({ where: { id: idOrSlug } })) ??
    (await db().task.findFirst({ where: { slug: idOrSlug }, orderBy: { version: "desc" } }));
  if (!row) throw new AppError("not-found", `There is no task "${idOrSlug}".`);
  return row;
}

/** The public summary of one task. @throws AppError not-found */
export async function taskSummary(idOrSlug: string): Promise<TaskSummary> {
  return summarise(await findTask(idOrSlug));
}

/** A task's answer key, the latest version unless one is named. Only the judge and `prepare` may see it. */
export async function keyOf(taskId: string, version?: number): Promise<{ version: number; key: unknown }> {
  const row = await db().answerKey.findFirst({
    where: { taskId, ...(version === undefined ? {} : { version }) },
    orderBy: { version: "desc" },
  });
  if (!row) throw new AppError("internal", "This task has no answer key.", { internal: `no key for ${taskId}` });
  return { version: row.version, key: row.key };
}

export type Publication = {
  benchmark: string;
  family: string;
  slug: string;
  version: number;
  canary: string;
  tunedOn: string[];
  tutorial: boolean;
  content: unknown;
  key: unknown;
};

/**
 * Publishes a task version with its key, all or nothing. The same content again changes nothing; other content
 * under a published version is refused: an edit makes a new version.
 * @throws AppError conflict, invalid
 */
export async function publishTask(publication: Publication): Promise<{ id: string; created: boolean }> {
  const { schemas } = judgeOf(publication.family);
  for (const [name, schema, value] of [
    ["content", schemas.content, publication.content],
    ["key", schemas.key, publication.key],
  ] as const) {
    const checked = schema.safeParse(value);
    if (!checked.success) {
      const faults = checked.error.issues.map((issue: { path: PropertyKey[]; message: string }) => ({
        field: `${name}.${issue.path.join(".")}`,
        message: issue.message,
      }));
      throw new AppError("invalid", "The task cannot be published as it is.", { faults });
    }
  }
  const contentHash = hashOf(canonical({ content: publication.content, key: publication.key }));
  const { slug, version } = publication;
  return db().$transaction(async (tx) => {
    const held = await tx.task.findUnique({ where: { slug_version: { slug, version } } });
    if (held) {
      if (held.contentHash === contentHash) return { id: held.id, created: false };
      throw new AppError(
        "conflict",
        `Version ${version} of "${slug}" is published and cannot change. Give the edit a new version number.`,
      );
    }
    await tx.benchmark.upsert({
      where: { id: publication.benchmark },
      update: {},
      create: {
        id: publication.benchmark,
        family: publication.family,
        name: json({ zh: publication.benchmark, en: publication.benchmark }),
        description: json({ zh: "", en: "" }),
      },
    });
    const id = newId("tsk");
    await tx.task.create({
      data: {
        id,
        benchmarkId: publication.benchmark,
        slug,
        version,
        family: publication.family,
        content: json(publication.content),
        contentHash,
        canary: publication.canary,
        tunedOn: publication.tunedOn,
        tutorial: publication.tutorial,
      },
    });
    await tx.answerKey.create({ data: { id: newId("key"), taskId: id, version: 1, key: json(publication.key) } });
    return { id, created: true };
  });
}

/** Every benchmark with how many tasks it has. */
export async function listBenchmarks() {
  const rows = await db().benchmark.findMany({
    include: { _count: { select: { tasks: true } } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, family, name, version, _count }) => ({ id, family, name, version, tasks: _count.tasks }));
}
