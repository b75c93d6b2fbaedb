import { expect, test } from "vitest";
import { connectionLimitsSchema, modelSchema, planSchema } from "@/lib/contracts/runs";
import { episodeJudge } from "@/lib/families/episode/judge";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { db } from "./db";
import { connectionConfig, createConnection, createModel, updateConnection } from "./models";
import { publishEpisode } from "./publish-episode";
import { launchRun } from "./runs";

const connect = (key?: string) =>
  createConnection({
    name: "c",
    kind: "openai-compatible",
    baseUrl: "https://one.example/v1",
    key,
    limits: connectionLimitsSchema.parse({}),
  });

test("a stored key is not sent to another origin: it must be entered again or taken away", async () => {
  const { id } = await connect("secret-1");
  for (const baseUrl of ["https://two.example/v1", "http://one.example/v1", "https://one.example:8443/v1"]) {
    await expect(updateConnection(id, { baseUrl })).rejects.toMatchObject({
      code: "invalid",
      faults: [{ field: "key" }],
    });
  }
  expect(await connectionConfig(id)).toMatchObject({ baseUrl: "https://one.example/v1", key: "secret-1" });
  await updateConnection(id, { baseUrl: "https://one.example/v2" });
  expect(await connectionConfig(id)).toMatchObject({ baseUrl: "https://one.example/v2", key: "secret-1" });
  await updateConnection(id, { baseUrl: "https://two.example/v1", key: "secret-2" });
  expect(await connectionConfig(id)).toMatchObject({ baseUrl: "https://two.example/v1", key: "secret-2" });
  await updateConnection(id, { baseUrl: "https://three.example/v1", key: null });
  expect(await connectionConfig(id)).toMatchObject({ baseUrl: "https://three.example/v1", key: null });
});

test("without a key an address may be changed alone", async () => {
  const { id } = await connect();
  expect(await updateConnection(id, { baseUrl: "https://two.example/v1" })).toMatchObject({ keySet: false });
});

/** A run of two attempts by a model of its own. */
async function launched(name: string) {
  const { id: connection } = await connect();
  const model = await createModel(modelSchema.parse({ name, connection, modelId: "m" }));
  const document = madeUpDocument();
  await publishEpisode(document);
  const conditions = [{ language: "en" }];
  const plan = planSchema.parse({ name, tasks: [document.episode.slug], models: [model.id], conditions, epochs: 2 });
  const { run } = await launchRun(plan);
  const snapshots = async () => {
    const rows = await db().attempt.findMany({ where: { runId: run.id }, orderBy: { id: "asc" } });
    return rows.map((row) => row.modelSnapshot as { promptVersion: string; connection: { baseUrl: string } });
  };
  const attempts = await db().attempt.findMany({ where: { runId: run.id }, orderBy: { id: "asc" } });
  return { connection, model, plan, snapshots, first: attempts[0]?.id ?? "" };
}

test("an attempt keeps the address at which its model is asked; once it answered, the origin stays", async () => {
  const { connection, snapshots, first } = await launched("address");
  const addresses = async () => (await snapshots()).map((snapshot) => snapshot.connection.baseUrl);
  expect(await addresses()).toEqual(["https://one.example/v1", "https://one.example/v1"]);
  await db().attempt.update({ where: { id: first }, data: { status: "open" } });
  const elsewhere = { baseUrl: "https://two.example/v1" };
  await expect(updateConnection(connection, elsewhere)).rejects.toMatchObject({ code: "conflict" });
  await db().attempt.update({ where: { id: first }, data: { status: "failed" } });
  await updateConnection(connection, elsewhere);
  expect(await addresses()).toEqual(["https://two.example/v1", "https://two.example/v1"]);

  await db().event.create({ data: { attemptId: first, seq: 1, type: "call", body: { reply: { text: "x" } } } });
  await expect(updateConnection(connection, { baseUrl: "https://one.example/v1" })).rejects.toMatchObject({
    code: "conflict",
  });
  await updateConnection(connection, { baseUrl: "https://two.example/v2" });
  expect(await addresses()).toEqual(["https://two.example/v1", "https://two.example/v2"]);
});

test("other prompts are another configuration, and a snapshot names the prompts that are asked", async () => {
  const { model, connection, plan, snapshots } = await launched("prompts");
  const { promptVersion } = episodeJudge;
  const again = modelSchema.parse({ name: "again", connection, modelId: "m" });
  await expect(createModel(again)).rejects.toMatchObject({ code: "conflict" });
  Object.assign(episodeJudge, { promptVersion: "episode-next" });
  try {
    expect(await createModel(again)).toMatchObject({ promptVersion: "episode-next" });
    await launchRun({ ...plan, models: [model.id], epochs: 3 });
    const versions = (await snapshots()).map((snapshot) => snapshot.promptVersion).sort();
    expect(versions).toEqual([promptVersion, promptVersion, "episode-next"].sort());
  } finally {
    Object.assign(episodeJudge, { promptVersion });
  }
});
