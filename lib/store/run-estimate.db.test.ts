import { beforeAll, expect, test } from "vitest";
import { connectionLimitsSchema, modelSchema, planSchema } from "@/lib/contracts/runs";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { createConnection, createModel } from "./models";
import { publishEpisode } from "./publish-episode";
import { estimateRun } from "./run-estimate";

const document = madeUpDocument();

beforeAll(async () => {
  await publishEpisode(document);
});

async function connection(concurrency: number) {
  const limits = connectionLimitsSchema.parse({ concurrency });
  return (await createConnection({ name: "c", kind: "openai-compatible", baseUrl: "https://one.example/v1", limits }))
    .id;
}

async function model(name: string, at: string, prices: object) {
  return (await createModel(modelSchema.parse({ name, connection: at, modelId: name, prices }))).id;
}

const warningsOf = async (plan: object) => {
  const base = { name: "r", tasks: [document.episode.slug], conditions: [{ language: "en" }], epochs: 2 };
  return (await estimateRun(planSchema.parse({ ...base, ...plan }))).warnings;
};

test("a budget is warned of while a model has no prices; without a budget nothing is", async () => {
  const at = await connection(8);
  const models = [await model("free", at, { output: 0 }), await model("bare", at, { cached: 1 })];
  models.push(await model("bare too", at, {}));
  expect(await warningsOf({ models, budget: 5 })).toEqual([
    { code: "budget-without-prices", models: ["bare", "bare too"] },
  ]);
  expect(await warningsOf({ models })).toEqual([]);
  expect(await warningsOf({ models: models.slice(0, 1), baselines: ["random"], budget: 5 })).toEqual([]);
});

test("more attempts at once than the run's connections allow together are warned of", async () => {
  const [narrow, wide] = [await connection(2), await connection(4)];
  const [a, b] = [await model("a", narrow, {}), await model("b", narrow, {})];
  const c = await model("c", wide, {});
  expect(await warningsOf({ models: [a, b], concurrency: 3 })).toEqual([
    { code: "concurrency-above-connections", models: ["a", "b"], limit: 2 },
  ]);
  expect(await warningsOf({ models: [a, b], concurrency: 2 })).toEqual([]);
  expect(await warningsOf({ models: [a, c], concurrency: 6 })).toEqual([]);
  expect(await warningsOf({ models: [a, c], concurrency: 7 })).toMatchObject([{ limit: 6 }]);
  expect(await warningsOf({ baselines: ["random"], concurrency: 256 })).toEqual([]);
});
