import { expect, test } from "vitest";
import { connectionLimitsSchema, modelSchema, planSchema } from "@/lib/contracts/runs";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { db } from "./db";
import { createConnection, createModel } from "./models";
import { publishEpisode } from "./publish-episode";
import { launchRun, readRun } from "./runs";

test("a run tells for how many calls no cost is known, beside what is known", async () => {
  const document = madeUpDocument();
  await publishEpisode(document);
  const connection = await createConnection({
    name: "c",
    kind: "openai-compatible",
    baseUrl: "https://one.example/v1",
    limits: connectionLimitsSchema.parse({}),
  });
  const model = await createModel(modelSchema.parse({ name: "m", connection: connection.id, modelId: "m" }));
  const conditions = [{ language: "en" }];
  const plan = { name: "r", tasks: [document.episode.slug], models: [model.id], conditions, epochs: 3 };
  const { run } = await launchRun(planSchema.parse(plan));
  expect(run).toMatchObject({ calls: 0, cost: null, callsWithoutCost: 0 });
  const [one, two] = await db().attempt.findMany({ where: { runId: run.id } });
  await db().attempt.update({ where: { id: one?.id }, data: { calls: 2, cost: null } });
  expect(await readRun(run.id)).toMatchObject({ calls: 2, cost: null, callsWithoutCost: 2 });
  await db().attempt.update({ where: { id: two?.id }, data: { calls: 1, cost: 0.5 } });
  expect(await readRun(run.id)).toMatchObject({ calls: 3, cost: 0.5, callsWithoutCost: 2 });
});
