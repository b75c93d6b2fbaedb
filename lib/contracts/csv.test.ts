import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvCell, csvField, csvLine } from "./csv";

/** A reader of RFC 4180 of the test's own. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign === '"' && text[at + 1] === '"') {
        field += '"';
        at++;
      } else if (sign === '"') quoted = false;
      else field += sign;
    } else if (sign === '"') quoted = true;
    else if (sign === ",") {
      row.push(field);
      field = "";
    } else if (sign === "\r" && text[at + 1] === "\n") {
      rows.push([...row, field]);
      row = [];
      field = "";
      at++;
    } else field += sign;
  }
  return rows;
}

test.each([
  ["=1+1", "'=1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["-2", "'-2"],
  ["\tx", "'\tx"],
  ["−5 分", "−5 分"],
  ["C01+C02", "C01+C02"],
])("the text %j is written as %j", (text, written) => {
  expect(csvField(text)).toBe(written);
});

test("numbers are never defused, and nothing is an empty field", () => {
  expect(csvLine([-12, 0.5, null, undefined, true])).toBe("-12,0.5,,,true\r\n");
});

test("a formula in quotes is defused too", () => {
  expect(csvField('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`);
});

test("whatever is written is read back, but for the apostrophe of a defused text", () => {
  const texts = fc.array(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 5 }), { maxLength: 5 });
  fc.assert(
    fc.property(texts, (rows) => {
      const read = readCsv(rows.map((row: CsvCell[]) => csvLine(row)).join(""));
      const plain = read.map((row, at) =>
        row.map((field, column) => (field === `'${rows[at]?.[column]}` ? field.slice(1) : field)),
      );
      expect(plain).toEqual(rows);
    }),
  );
});
