import "server-only";
import type { Connection, Model } from "@/generated/prisma/client";
import {
  type ConnectionBody,
  type ConnectionInput,
  type ConnectionLimits,
  connectionLimitsSchema,
  type ModelBody,
  type ModelInput,
  modelRulesSchema,
  type Prices,
} from "@/lib/contracts/runs";
import { AppError } from "@/lib/errors";
import { judges } from "@/lib/families/judge-registry";
import { db, json, type Tx } from "./db";
import { canonical, hashOf, newId } from "./ids";
import { decryptKey, encryptKey } from "./secrets";
import { allowedHosts } from "./settings";

/** A connection as a provider is called through it, its key in plain text: only for the caller, never for a page. */
export type ConnectionConfig = {
  id: string;
  kind: ConnectionBody["kind"];
  baseUrl: string;
  key: string | null;
  limits: ConnectionLimits;
  allowedHosts: string[];
};

function connectionBody(row: Connection): ConnectionBody {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind as ConnectionBody["kind"],
    baseUrl: row.baseUrl,
    keySet: row.keyCipher !== null,
    limits: connectionLimitsSchema.parse(row.limits),
    createdAt: row.createdAt.toISOString(),
  };
}

async function connectionRow(id: string): Promise<Connection> {
  const row = await db().connection.findUnique({ where: { id } });
  if (!row) throw new AppError("not-found", "There is no such connection.");
  return row;
}

/** Stores a connection; its key is encrypted and never shown again. The address has been checked by the caller. */
export async function createConnection(input: ConnectionInput & { baseUrl: string }): Promise<ConnectionBody> {
  const { name, kind, baseUrl, key, limits } = input;
  const data = { id: newId("con"), name, kind, baseUrl, keyCipher: key ? encryptKey(key) : null, limits: json(limits) };
  return connectionBody(await db().connection.create({ data }));
}

/** Every connection, the oldest first. */
export async function listConnections(): Promise<ConnectionBody[]> {
  const rows = await db().connection.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  return rows.map(connectionBody);
}

/** @throws AppError not-found */
export async function readConnection(id: string): Promise<ConnectionBody> {
  return connectionBody(await connectionRow(id));
}

/** What of a connection may be changed. A key of null takes the stored one away. */
export type ConnectionPatch = {
  name?: string;
  baseUrl?: string;
  key?: string | null;
  limits?: Partial<ConnectionLimits>;
};

const originOf = (address: string) => new URL(address).origin;

/**
 * Changes what is named and leaves the rest. A key is of the place it was entered for: another origin, http in place of
 * https included, needs it again, or anyone who may edit a connection could have the stored one sent to themselves.
 * Nor may the origin change once a model has answers from it: they would stand beside those of another place.
 * @throws AppError not-found, invalid (`key`), conflict (models have answers, or are being asked)
 */
export async function updateConnection(id: string, patch: ConnectionPatch): Promise<ConnectionBody> {
  const held = await connectionRow(id);
  const moves = patch.baseUrl !== undefined && originOf(patch.baseUrl) !== originOf(held.baseUrl);
  if (moves && (await hasAnswers(id))) {
    throw new AppError("conflict", "Models have answers from this address. Make a new connection for the other one.");
  }
  if (moves && held.keyCipher !== null && patch.key === undefined) {
    throw new AppError("invalid", "The stored key was entered for another address.", {
      faults: [{ field: "key", message: "must be entered again for the new address" }],
    });
  }
  const limits = { ...connectionLimitsSchema.parse(held.limits), ...patch.limits };
  const data = {
    ...(patch.name === undefined ? {} : { name: patch.name }),
    ...(patch.baseUrl === undefined ? {} : { baseUrl: patch.baseUrl }),
    ...(patch.key === undefined ? {} : { keyCipher: patch.key === null ? null : encryptKey(patch.key) }),
    limits: json(limits),
  };
  return db().$transaction(async (tx) => {
    const row = await tx.connection.update({ where: { id }, data });
    // What waits to be asked is asked at the new address: its snapshot says so.
    if (row.baseUrl !== held.baseUrl) {
      await tx.$executeRaw`
        UPDATE "Attempt" a
        SET "modelSnapshot" = jsonb_set(a."modelSnapshot", '{connection,baseUrl}', to_jsonb(${row.baseUrl}::text))
        FROM "Model" m WHERE m."id" = a."modelId" AND m."connectionId" = ${id}
          AND a."status" IN ('waiting', 'failed', 'cancelled')
          AND jsonb_typeof(a."modelSnapshot" -> 'connection') = 'object'
          AND NOT EXISTS (SELECT 1 FROM "Event" e WHERE e."attemptId" = a."id" AND e."type" = 'call')`;
    }
    return connectionBody(row);
  });
}

/** Whether a provider has answered, or is being asked, through a connection. */
async function hasAnswers(connectionId: string): Promise<boolean> {
  const answered = {
    OR: [{ status: { in: ["open" as const, "done" as const] } }, { events: { some: { type: "call" } } }],
  };
  return (
    (await db().attempt.findFirst({ where: { model: { connectionId }, ...answered }, select: { id: true } })) !== null
  );
}

/** @throws AppError not-found, conflict (models use it) */
export async function deleteConnection(id: string): Promise<void> {
  await connectionRow(id);
  const users = await db().model.findMany({ where: { connectionId: id }, select: { name: true }, take: 5 });
  if (users.length > 0) {
    const names = users.map((model) => model.name).join(", ");
    throw new AppError("conflict", `Models use this connection: ${names}.`);
  }
  await db().connection.delete({ where: { id } });
}

/** A connection with its key decrypted. @throws AppError not-found, conflict (the key cannot be read) */
export async function connectionConfig(id: string): Promise<ConnectionConfig> {
  const row = await connectionRow(id);
  const { kind, baseUrl, limits } = connectionBody(row);
  const key = row.keyCipher === null ? null : decryptKey(row.keyCipher);
  return { id, kind, baseUrl, key, limits, allowedHosts: await allowedHosts() };
}

type ModelRow = Model & { connection: Connection | null };

function modelBody(row: ModelRow): ModelBody {
  return {
    id: row.id,
    name: row.name,
    connection: row.connection && { id: row.connection.id, name: row.connection.name },
    modelId: row.modelId,
    method: row.method,
    parameters: row.parameters as ModelBody["parameters"],
    rules: modelRulesSchema.parse(row.rules),
    prices: row.prices as Prices,
    tier: row.tier,
    interface: row.interface,
    notes: row.notes,
    promptVersion: row.promptVersion,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The prompt methods of any family, and the version of the prompts of the first family that knows one. */
function promptVersionOf(method: string): string | null {
  return Object.values(judges).find((judge) => judge.methods.includes(method))?.promptVersion ?? null;
}

/**
 * Stores a model configuration. What identifies it (connection, model id, method, version of the prompts, parameters,
 * rules, tier, interface) can be stored once: two names for one thing would split its results.
 * @throws AppError invalid (connection, method), conflict (the configuration exists)
 */
export async function createModel(input: ModelInput): Promise<ModelBody> {
  const { name, connection, modelId, method, parameters, rules, prices, tier, notes } = input;
  const faults = [];
  const promptVersion = promptVersionOf(method);
  if (promptVersion === null) {
    const known = [...new Set(Object.values(judges).flatMap((judge) => judge.methods))].join(", ");
    faults.push({ field: "method", message: `There is no such method: use ${known}.` });
  }
  if (!(await db().connection.findUnique({ where: { id: connection } }))) {
    faults.push({ field: "connection", message: "There is no such connection." });
  }
  if (faults.length > 0 || promptVersion === null) {
    throw new AppError("invalid", "The model cannot be stored as it is.", { faults });
  }
  const vendor = { connection, modelId, tier: tier ?? null, interface: input.interface };
  const configHash = hashOf(canonical({ ...vendor, method, promptVersion, parameters, rules }));
  const held = await db().model.findUnique({ where: { configHash } });
  if (held) throw new AppError("conflict", `This configuration exists under the name "${held.name}".`);
  const row = await db().model.create({
    data: {
      id: newId("mod"),
      connectionId: connection,
      name,
      modelId,
      method,
      promptVersion,
      parameters: json(parameters),
      rules: json(rules),
      prices: json(prices),
      tier: tier ?? null,
      interface: input.interface,
      notes,
      configHash,
    },
    include: { connection: true },
  });
  return modelBody(row);
}

/** Models, the newest first, in pages. @param page.after the id of the last one seen */
export async function listModels(
  page: { after?: string; limit?: number } = {},
): Promise<{ models: ModelBody[]; next: string | null }> {
  const limit = Math.min(page.limit ?? 50, 200);
  const rows = await db().model.findMany({
    include: { connection: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    ...(page.after ? { cursor: { id: page.after }, skip: 1 } : {}),
  });
  const models = rows.slice(0, limit).map(modelBody);
  return { models, next: rows.length > limit ? (models.at(-1)?.id ?? null) : null };
}

/** A model's row by id, or by name where one model alone has it. @throws AppError not-found, invalid (several) */
export async function modelRow(idOrName: string, tx: Tx = db()): Promise<ModelRow> {
  const byId = await tx.model.findUnique({ where: { id: idOrName }, include: { connection: true } });
  if (byId) return byId;
  const named = await tx.model.findMany({ where: { name: idOrName }, include: { connection: true }, take: 2 });
  if (named.length > 1) {
    throw new AppError("invalid", `Several models are called "${idOrName}": name one by its id.`, {
      faults: [{ field: "model", message: "is the name of several models" }],
    });
  }
  const [only] = named;
  if (!only) throw new AppError("not-found", `There is no model "${idOrName}".`);
  return only;
}

/** A model by id, or by name where one model alone has it. @throws AppError not-found, invalid (several) */
export async function findModel(idOrName: string): Promise<ModelBody> {
  return modelBody(await modelRow(idOrName));
}
