import { beforeAll, expect, test } from "vitest";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { db } from "./db";
import { publishEpisode } from "./publish-episode";
import { submitResponses } from "./submit-responses";

let task: string;
const actor = { name: "m", modelId: "m-1", method: "plain", interface: "external", parameters: {} };
const condition = { language: "en", presentation: "full" };
const body = (raw: string, epoch?: number) => ({ task, condition, actor, raw, epoch });
type Many = { responses: { id: string; created: boolean }[] };

beforeAll(async () => {
  const document = madeUpDocument();
  task = document.episode.slug;
  await publishEpisode(document);
});

test("equal responses of one call are as many responses, and the same call again adds none", async () => {
  const [x, y] = ['{"clues": ["S001"], "participants": ["C01"]}', '{"clues": ["S002"], "participants": ["C01"]}'];
  const call = [body(x), body(y), body(x), body(x, 2), body(x)];
  const first = (await submitResponses(call)).body as Many;
  expect(first.responses.map(({ created }) => created)).toEqual([true, true, true, true, true]);
  const ids = first.responses.map(({ id }) => id);
  const rows = await db().attempt.findMany({ where: { id: { in: ids } } });
  expect(ids.map((id) => rows.find((row) => row.id === id)?.epoch)).toEqual([1, 1, 3, 2, 4]);
  const again = await submitResponses(call);
  expect(again.status).toBe(200);
  expect((again.body as Many).responses.map(({ id }) => id)).toEqual(ids);
  expect(await db().attempt.count()).toBe(5);
});

test("responses that differ only in how their condition is written are equal", async () => {
  const raw = '{"clues": ["S003"], "participants": ["C01"]}';
  const written = { ...body(raw), condition: { ...condition, given: "none" } };
  const { responses } = (await submitResponses([body(raw), written])).body as Many;
  expect(responses.map(({ created }) => created)).toEqual([true, true]);
});
