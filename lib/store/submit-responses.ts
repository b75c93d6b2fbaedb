import "server-only";
import type { Task } from "@/generated/prisma/client";
import type { ActorBody, ResponseBody, StoredResponse } from "@/lib/contracts/attempts";
import { AppError, type Fault } from "@/lib/errors";
import { judgeOf } from "@/lib/families/judge-registry";
import { resolveCondition } from "./attempts";
import { db, json } from "./db";
import { canonical, hashOf, newId } from "./ids";
import { responseText, storeResponse } from "./responses";
import { findTask } from "./tasks";

/** The model configuration that an external answer names; made when it is new. @throws AppError invalid */
async function externalModel(actor: ActorBody, promptVersion: string): Promise<{ id: string; configuration: unknown }> {
  if ("model" in actor) {
    const model = await db().model.findUnique({ where: { id: actor.model } });
    if (!model) throw new AppError("invalid", `There is no model "${actor.model}".`);
    return { id: model.id, configuration: { configHash: model.configHash } };
  }
  const configHash = hashOf(canonical({ ...actor, connection: null }));
  const { name, modelId, method, tier, parameters } = actor;
  await db().model.createMany({
    data: [
      {
        id: newId("mod"),
        name,
        modelId,
        method,
        promptVersion,
        tier: tier ?? null,
        interface: actor.interface,
        parameters: json(parameters),
        configHash,
      },
    ],
    skipDuplicates: true,
  });
  const model = await db().model.findUniqueOrThrow({ where: { configHash } });
  return { id: model.id, configuration: { configHash } };
}

type ExternalModel = { id: string; configuration: unknown };
type Envelope = { row: Task; model?: ExternalModel };

/**
 * The number of each response: its own, or its ordinal among the equal ones of this call, so that two answers that say
 * the same are two answers, while the same file sent again adds nothing.
 * @param equal per response, what is the same in equal ones
 */
function numbersOf(items: ResponseBody[], equal: string[]): number[] {
  const taken = new Set(items.flatMap(({ epoch }, index) => (epoch === undefined ? [] : [`${epoch} ${equal[index]}`])));
  const last = new Map<string, number>();
  return items.map(({ epoch }, index) => {
    if (epoch !== undefined) return epoch;
    const same = equal[index] as string;
    let number = (last.get(same) ?? 0) + 1;
    while (taken.has(`${number} ${same}`)) number += 1;
    last.set(same, number);
    return number;
  });
}

/** The task and the model that a response names. */
async function open(item: ResponseBody, tasks: Map<string, Promise<Task>>, at: string): Promise<Envelope | Fault[]> {
  const row = tasks.get(item.task) ?? findTask(item.task);
  tasks.set(item.task, row);
  try {
    resolveCondition(await row, item.condition);
    return { row: await row, ...("model" in item.actor && { model: await externalModel(item.actor, "") }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not-found") return [{ field: `${at}task`, message: "is not a task that exists" }];
    if (error.faults.length === 0) return [{ field: `${at}actor.model`, message: "is not a model that exists" }];
    return error.faults.map((fault) => ({ ...fault, field: `${at}condition.${fault.field}` }));
  }
}

/**
 * One response or many from a script. Envelopes are all checked before anything is stored; an answer that cannot be
 * scored is stored as invalid. 201 when at least one is new, else 200.
 * @throws AppError invalid, naming every field
 */
export async function submitResponses(body: ResponseBody | ResponseBody[]) {
  const many = Array.isArray(body);
  const items = many ? body : [body];
  const tasks = new Map<string, Promise<Task>>();
  const opened = await Promise.all(items.map((item, index) => open(item, tasks, many ? `${index}.` : "")));
  const faults = opened.flatMap((one) => (Array.isArray(one) ? one : []));
  if (faults.length > 0) throw new AppError("invalid", "Nothing was stored: the envelope is not right.", { faults });
  const named: { row: Task; model: ExternalModel; equal: string }[] = [];
  for (const [index, item] of items.entries()) {
    const { row, ...held } = opened[index] as Envelope;
    const model = held.model ?? (await externalModel(item.actor, judgeOf(row.family).promptVersion));
    const condition = resolveCondition(row, item.condition);
    const equal = canonical({ task: row.id, condition, actor: model.configuration, raw: responseText(item).text });
    named.push({ row, model, equal });
  }
  const numbers = numbersOf(
    items,
    named.map(({ equal }) => equal),
  );
  const stored: StoredResponse[] = [];
  for (const [index, item] of items.entries()) {
    const { row, model } = named[index] as (typeof named)[number];
    const { id, configuration } = model;
    const epoch = numbers[index];
    stored.push(await storeResponse({ ...item, epoch, task: row, actor: { model: id }, configuration, source: "api" }));
  }
  const status = stored.some((response) => response.created) ? 201 : 200;
  return { status, body: many ? { responses: stored } : (stored[0] as StoredResponse) };
}
