import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectionLimitsSchema } from "@/lib/contracts/runs";
import { problem } from "@/lib/http/problem";
import { startProtocolServer } from "@/lib/models/protocol-server";
import { testConnection } from "@/lib/models/test-connection";
import { db } from "./db";
import { connectionConfig, createConnection, updateConnection } from "./models";

const canary = "sk-canary-5f1c-of-the-tests";
const limits = connectionLimitsSchema.parse({ retries: 0 });
const connect = (name: string, baseUrl = "https://models.example/v1") =>
  createConnection({ name, kind: "openai-compatible", baseUrl, key: canary, limits });

/** Every table of every schema with its rows, as text. */
async function dump(): Promise<Map<string, string>> {
  const tables = await db().$queryRaw<{ at: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS at FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`;
  const texts = new Map<string, string>();
  for (const { at } of tables) {
    const rows = await db().$queryRawUnsafe<{ row: string }[]>(`SELECT to_jsonb(held)::text AS row FROM ${at} held`);
    texts.set(at, rows.map(({ row }) => row).join("\n"));
  }
  return texts;
}

/** What a text looks like in the forms that hide nothing. */
const forms = (text: string) => {
  const bytes = Buffer.from(text);
  const inBase64 = bytes.toString("base64").replace(/=+$/, "").slice(0, -1);
  return [text, inBase64, bytes.toString("base64url").slice(0, -1), bytes.toString("hex")];
};

let said: string[];
beforeEach(() => {
  said = [];
  const keep = (chunk: unknown) => {
    said.push(
      chunk instanceof Error
        ? `${chunk.stack} ${JSON.stringify(chunk, Object.getOwnPropertyNames(chunk))}`
        : String(chunk),
    );
    return true;
  };
  for (const name of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, name).mockImplementation((...parts) => void parts.forEach(keep));
  }
  vi.spyOn(process.stdout, "write").mockImplementation(keep);
  vi.spyOn(process.stderr, "write").mockImplementation(keep);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.resetModules();
});

test("a provider's key lies in no column of any table, and is read back whole", async () => {
  const { id } = await connect("with a canary");
  const replaced = await connect("replaced");
  await updateConnection(replaced.id, { key: `${canary}-second` });
  const texts = await dump();
  expect(texts.get('public."Connection"')).toContain("with a canary");
  expect(texts.size).toBeGreaterThan(15);
  for (const [table, text] of texts) {
    for (const form of forms(canary)) expect(text.includes(form), `${table} holds the key`).toBe(false);
  }
  expect((await connectionConfig(id)).key).toBe(canary);
  expect((await connectionConfig(replaced.id)).key).toBe(`${canary}-second`);
});

test("with another ENCRYPTION_KEY the failure is a conflict that says what to do; a new key mends it", async () => {
  const { id } = await connect("of an older server");
  vi.stubEnv("ENCRYPTION_KEY", "another-encryption-key-of-enough-length");
  vi.resetModules();
  const later = await import("./models");
  const failure = await later.connectionConfig(id).catch((error) => error);
  expect(failure).toMatchObject({ code: "conflict", userMessage: expect.stringContaining("Enter the key again") });
  const answer = (await import("@/lib/http/problem")).problem(failure);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("Enter the key again") });
  // What needs no key goes on.
  expect(await later.readConnection(id)).toMatchObject({ keySet: true });
  await later.updateConnection(id, { key: "sk-new" });
  expect((await later.connectionConfig(id)).key).toBe("sk-new");
});

test("the key is in no line of the log and in no answer, whatever goes wrong with it", async () => {
  const server = await startProtocolServer({ key: "another key than the connection's" });
  try {
    const { id } = await connect("refused", server.url);
    const config = { ...(await connectionConfig(id)), allowedHosts: [`127.0.0.1:${server.port}`] };
    const told = await testConnection(config);
    expect(JSON.stringify(told)).not.toContain(canary);
    await server.stop();
    expect(JSON.stringify(await testConnection(config))).not.toContain(canary);
    // A row that cannot be written, with the error logged as the server logs what it did not foresee.
    const error = await createConnection({
      name: null as unknown as string,
      kind: "openai-compatible",
      baseUrl: server.url,
      key: canary,
      limits,
    }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    const answer = problem(error);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain(canary);
    expect(said.join("\n")).not.toBe("");
    expect(said.filter((line) => forms(canary).some((form) => line.includes(form)))).toEqual([]);
  } finally {
    await server.stop().catch(() => {});
  }
});
