import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "messages");
const read = (locale: string, file: string) => JSON.parse(readFileSync(path.join(folder, locale, file), "utf8"));

/** Every message by its dotted name. */
function messagesOf(held: object, at = ""): [name: string, text: string][] {
  return Object.entries(held).flatMap(([name, value]) =>
    typeof value === "string" ? [[at + name, value]] : messagesOf(value, `${at}${name}.`),
  );
}

const namesOf = (locale: string, file: string) =>
  messagesOf(read(locale, file))
    .map(([name]) => name)
    .sort();

const files = readdirSync(path.join(folder, "en"));

test("both languages have the same files", () => {
  expect(readdirSync(path.join(folder, "zh")).sort()).toEqual(files.sort());
});

test.each(files)("%s has the same messages in both languages", (file) => {
  expect(namesOf("zh", file)).toEqual(namesOf("en", file));
});

test("no Chinese message is left in English words; names and codes may stand", () => {
  const untold = files.flatMap((file) =>
    messagesOf(read("zh", file)).filter(([, text]) => {
      const words = text.replaceAll(/\{[^}]*\}/g, "");
      return /(^|[^A-Za-z])[a-z]{4,}/.test(words) && !/\p{Script=Han}/u.test(text);
    }),
  );
  expect(untold).toEqual([]);
});
