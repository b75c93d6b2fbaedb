import { expect, test } from "vitest";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { db } from "./db";
import { importEpisode } from "./import-episode";
import { findTask } from "./tasks";

const text = (change: (document: ReturnType<typeof madeUpDocument>) => void = () => {}) => {
  const document = madeUpDocument();
  change(document);
  return JSON.stringify(document, null, 2);
};

test("a check stores nothing; an import stores one version; the same again adds nothing", async () => {
  const checked = await importEpisode(text(), { publish: false });
  expect(checked).toMatchObject({ id: null, slug: "made-up", version: 1, created: true });
  expect(await db().task.count()).toBe(0);
  const first = await importEpisode(text(), { publish: true });
  expect(first).toMatchObject({ id: expect.any(String), version: 1, created: true });
  expect(await importEpisode(text(), { publish: true })).toMatchObject({ id: first.id, version: 1, created: false });
  expect(await db().task.count()).toBe(1);
});

test("a changed document becomes the next version and replaces nothing", async () => {
  const before = await findTask("made-up");
  const changed = text((document) => {
    document.episode.title.en = "Made up again";
  });
  const second = await importEpisode(changed, { publish: true });
  expect(second).toMatchObject({ version: 2, created: true });
  expect(await db().task.findUniqueOrThrow({ where: { id: before.id } })).toEqual(before);
  // Sent again under its old number it is the version that it became.
  expect(await importEpisode(changed, { publish: true })).toMatchObject({ id: second.id, version: 2, created: false });
  expect(await importEpisode(text(), { publish: true })).toMatchObject({ id: before.id, version: 1, created: false });
  expect(await db().task.count()).toBe(2);
});

test("of a document with a fault nothing is imported, and the preview tells nothing of the key", async () => {
  const before = await db().task.count();
  const faulty = text((document) => {
    document.episode.slug = "half";
    document.episode.quota = 900;
  });
  await expect(importEpisode(faulty, { publish: true })).rejects.toMatchObject({
    code: "invalid",
    faults: expect.arrayContaining([expect.objectContaining({ field: "episode.quota", line: expect.any(Number) })]),
  });
  expect(await db().task.count()).toBe(before);
  expect(await db().benchmark.count()).toBe(1);
  const { preview } = await importEpisode(text(), { publish: false });
  expect(JSON.stringify(preview)).not.toMatch(/Why it counts|22222222-2222/);
});
