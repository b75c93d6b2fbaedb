import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "./db";
import { putBack, takeOut, wholeRecords } from "./sent-texts";

const long = "the same long prompt ".repeat(20);

test("what is taken out of a request is put back, whatever the request holds", () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: "grapheme", minLength: 200 }), fc.constant(`${long}\ud800`));
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(text), (value, more) => {
      const sent = { value, messages: more.map((content) => ({ role: "user", content })) };
      const { request, texts } = takeOut(sent);
      expect(putBack(request, new Map(texts.map((one) => [one.hash, one.text])))).toEqual(sent);
    }),
  );
});

test("a long text is taken out once for each place, and a short one stays", () => {
  const { request, texts } = takeOut({ system: long, messages: [{ content: long }, { content: "short" }] });
  expect(texts.map(({ text }) => text)).toEqual([long, long]);
  expect(new Set(texts.map(({ hash }) => hash)).size).toBe(1);
  expect(JSON.stringify(request)).not.toContain(long);
  expect(JSON.stringify(request)).toContain("short");
});

test("records are read with their texts; a hash that stands for nothing stays as it was sent", async () => {
  const { request, texts } = takeOut({ system: long, extra: { "worth:text": "no text of ours" } });
  await db().sentText.createMany({ data: texts });
  const records = [null, { request, ms: 5 }, { request: null, ms: 6 }, { ms: 7 }];
  expect(await wholeRecords(records)).toEqual([
    null,
    { request: { system: long, extra: { "worth:text": "no text of ours" } }, ms: 5 },
    { request: null, ms: 6 },
    { ms: 7 },
  ]);
});
