import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { documentJsonSchemaText, documentSchemaFile, splitDocument } from "./document";
import { madeUpDocument } from "./made-up-document";
import { episodeContentSchema, episodeKeySchema } from "./schema";

test("the published schema is current (npm run episodes:schema writes it)", async () => {
  expect(await readFile(documentSchemaFile, "utf8")).toBe(documentJsonSchemaText());
});

test("a split document has every key in the key and no word of one in the content", () => {
  const document = madeUpDocument();
  const { content, key } = splitDocument(document);
  expect(episodeContentSchema.parse(content)).toEqual(content);
  expect(episodeKeySchema.parse(key)).toEqual(key);
  expect(Object.keys(key.variants)).toEqual(["other-hand"]);
  expect(content.variants.map((variant) => variant.name)).toEqual(["other-hand", "reworded"]);
  const open = JSON.stringify(content);
  for (const secret of [document.key.canary, document.variants[0]?.key?.canary, "Why it counts", "How it ended"]) {
    expect(open).not.toContain(secret);
  }
});
