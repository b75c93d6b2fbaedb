import { expect, test } from "vitest";
import { connectionLimitsSchema, modelSchema } from "@/lib/contracts/runs";
import { db } from "./db";
import {
  connectionConfig,
  createConnection,
  createModel,
  deleteConnection,
  findModel,
  listConnections,
  updateConnection,
} from "./models";
import { decryptKey, encryptKey } from "./secrets";

const limits = connectionLimitsSchema.parse({});
const connect = (name: string, key?: string) =>
  createConnection({ name, kind: "openai-compatible", baseUrl: "https://models.example/v1", key, limits });
const modelOf = (connection: string, name: string, modelId: string) =>
  modelSchema.parse({ name, connection, modelId, parameters: { temperature: 0.5 } });

test("a key is encrypted, never shown, and replaced or taken away on demand", async () => {
  const { id } = await connect("with a key", "sk-very-secret");
  const row = await db().connection.findUniqueOrThrow({ where: { id } });
  expect(row.keyCipher).not.toContain("secret");
  expect(JSON.stringify(await listConnections())).not.toContain("sk-very");
  expect((await connectionConfig(id)).key).toBe("sk-very-secret");
  expect(await updateConnection(id, { name: "renamed", limits: { concurrency: 3 } })).toMatchObject({
    name: "renamed",
    keySet: true,
    limits: { ...limits, concurrency: 3 },
  });
  expect((await connectionConfig(id)).key).toBe("sk-very-secret");
  await updateConnection(id, { key: "another" });
  expect((await connectionConfig(id)).key).toBe("another");
  expect(await updateConnection(id, { key: null })).toMatchObject({ keySet: false });
  expect((await connectionConfig(id)).key).toBeNull();
});

test("a key that was stored under another secret, or was changed, is told of and not used", () => {
  const secret = "a secret of enough length";
  const stored = encryptKey("sk-1", secret);
  expect(decryptKey(stored, secret)).toBe("sk-1");
  expect(encryptKey("sk-1", secret)).not.toBe(stored);
  const damaged = `${stored.slice(0, -2)}${stored.endsWith("AA") ? "BB" : "AA"}`;
  for (const [text, key] of [
    [stored, "another secret of length"],
    [damaged, secret],
    ["sk-1", secret],
  ] as const) {
    expect(() => decryptKey(text, key)).toThrow(expect.objectContaining({ code: "conflict" }));
  }
});

test("one configuration is one model; a name that several have names none; a connection in use stays", async () => {
  const { id } = await connect("for models");
  const first = await createModel(modelOf(id, "twin", "m-1"));
  await expect(createModel(modelOf(id, "other name", "m-1"))).rejects.toMatchObject({ code: "conflict" });
  expect(await findModel("twin")).toMatchObject({ id: first.id, connection: { name: "for models" } });
  await createModel(modelOf(id, "twin", "m-2"));
  await expect(findModel("twin")).rejects.toMatchObject({ code: "invalid" });
  expect(await findModel(first.id)).toMatchObject({ modelId: "m-1" });
  await expect(findModel("nobody")).rejects.toMatchObject({ code: "not-found" });
  await expect(deleteConnection(id)).rejects.toMatchObject({ code: "conflict" });
  const unused = await connect("unused");
  await deleteConnection(unused.id);
  await expect(connectionConfig(unused.id)).rejects.toMatchObject({ code: "not-found" });
});

test("a model names its faults by field", async () => {
  const wrong = { ...modelOf("nowhere", "wrong", "m"), method: "guess" };
  await expect(createModel(wrong)).rejects.toMatchObject({
    code: "invalid",
    faults: expect.arrayContaining([
      expect.objectContaining({ field: "method" }),
      expect.objectContaining({ field: "connection" }),
    ]),
  });
});
