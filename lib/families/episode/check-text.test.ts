import { expect, test } from "vitest";
import { checkDocumentText } from "./check-text";
import { madeUpDocument } from "./made-up-document";

/** A JSON text with one thing a line, spoilt by a change of the value or of the text. */
function spoilt(change: (document: ReturnType<typeof madeUpDocument>) => void, edit = (text: string) => text): string {
  const document = madeUpDocument();
  change(document);
  return edit(JSON.stringify(document, null, 2));
}

/** The line on which a piece of the text stands. */
const lineWith = (text: string, piece: string) => text.split("\n").findIndex((line) => line.includes(piece)) + 1;

test("a document without faults comes with measures and warnings", () => {
  const checked = checkDocumentText(spoilt(() => {}));
  expect(checked.faults).toEqual([]);
  if (!checked.document) throw new Error("refused");
  expect(checked.document.episode.slug).toBe("made-up");
  expect(Object.keys(checked.measures)).toEqual(["original", "other-hand"]);
  expect(checked.warnings).toContain("small-story");
});

test("what is allowed and worth a second thought is a warning", () => {
  const text = spoilt((document) => {
    document.variants = [];
    document.episode.tunedOn = ["model-x"];
  });
  const checked = checkDocumentText(text);
  expect(checked.faults).toEqual([]);
  expect(checked.document && checked.warnings).toEqual(expect.arrayContaining(["no-variants", "tuned"]));
});

test("faults of every kind are listed at once, each with its field and its line in the text", () => {
  const text = spoilt(
    (document) => {
      document.episode.quota = 400;
      if (document.story.en) document.story.en[2] = "Too short.";
      document.key.participants = { C09: { points: 4 } };
      if (document.key.pairs[0]) document.key.pairs[0].about = "C09";
      if (document.variants[0]) document.variants[0].kind = "other" as "answer";
    },
    (whole) => whole.replace('"version": 1,', '"version": 1,\n    "version": 1,'),
  );
  const { faults } = checkDocumentText(text);
  const at = Object.fromEntries(faults.map((fault) => [fault.field, fault.line]));
  expect(at).toMatchObject({
    "episode.quota": lineWith(text, '"quota": 400'),
    "story.en.2": lineWith(text, "Too short."),
    "key.pairs.0.about": lineWith(text, '"about": "C09"'),
    "variants.0.kind": lineWith(text, '"kind": "other"'),
  });
  expect(at.document).toBe(lineWith(text, '"version": 1') + 1);
  expect(faults.some((fault) => fault.field.startsWith("key.participants"))).toBe(true);
  expect(faults.map((fault) => fault.line ?? 0)).toEqual(
    faults.map((fault) => fault.line ?? 0).toSorted((a, b) => a - b),
  );
});

test.each([
  ["nothing", "", 1],
  ["no JSON", "slug: made-up\n", 1],
  ["a missing comma", '{\n  "format": "worth-episode/1"\n  "episode": {}\n}', 3],
  ["an end too soon", '{\n  "format": "worth-episode/1",\n  "episode": {\n', undefined],
  ["a number", "7", undefined],
  ["a list", "[]", undefined],
  ["nesting without end", "[".repeat(100_000), undefined],
])("%s is refused, and the fault says where", (_name, text, line) => {
  const { faults, document } = checkDocumentText(text);
  expect(document).toBeNull();
  expect(faults.length).toBeGreaterThan(0);
  if (line) expect(faults.some((fault) => fault.line === line)).toBe(true);
});

test("after a broken line the rest is still checked", () => {
  const text = spoilt(
    (document) => {
      document.episode.quota = 400;
    },
    (whole) => whole.replace('"author": "WORTH",', '"author": "WORTH"'),
  );
  const fields = checkDocumentText(text).faults.map((fault) => fault.field);
  expect(fields).toContain("document");
  expect(fields).toContain("episode.quota");
});

test("a character that cannot be kept is named with its line", () => {
  const text = spoilt(() => {}).replace("Who moved the clock", "Who moved\\u0000 the clock");
  expect(checkDocumentText(text).faults).toContainEqual(
    expect.objectContaining({ field: "episode.question.zh", line: lineWith(text, "\\u0000") }),
  );
});
