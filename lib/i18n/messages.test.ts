import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Messages = { [name: string]: string | Messages };

const folder = new URL("./messages/", import.meta.url);
const namespaces = readdirSync(new URL("en/", folder)).sort();

/** Every text of a namespace by its full name. */
function textsOf(locale: string, file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const visit = (messages: Messages, path: string) => {
    for (const [name, value] of Object.entries(messages)) {
      if (typeof value === "string") texts.set(path + name, value);
      else visit(value, `${path}${name}.`);
    }
  };
  visit(JSON.parse(readFileSync(new URL(`${locale}/${file}`, folder), "utf8")), "");
  return texts;
}

/** The arguments and tags that a text uses, sorted. Braces at an even depth hold the branches of a choice, not arguments. */
function argumentsOf(text: string): string {
  const found = new Set<string>();
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if (sign === "}") depth -= 1;
    if (sign !== "{") continue;
    depth += 1;
    const name = /^\s*(\w+)\s*[,}]/.exec([...text].slice(at + 1).join(""))?.[1];
    if (depth % 2 === 1 && name) found.add(name);
  }
  for (const tag of text.matchAll(/<(\w+)>/g)) found.add(`<${tag[1]}>`);
  return [...found].sort().join(" ");
}

test("both languages have the same namespaces", () => {
  expect(readdirSync(new URL("zh/", folder)).sort()).toEqual(namespaces);
});

test.each(namespaces)("%s says the same things in both languages, with the same arguments", (file) => {
  const [zh, en] = [textsOf("zh", file), textsOf("en", file)];
  expect([...zh.keys()].sort()).toEqual([...en.keys()].sort());
  for (const [name, text] of en)
    expect(`${name}: ${argumentsOf(zh.get(name) ?? "")}`).toBe(`${name}: ${argumentsOf(text)}`);
});

test.each(namespaces)("%s has no empty text and no exclamation mark", (file) => {
  for (const locale of ["zh", "en"]) {
    for (const [name, text] of textsOf(locale, file)) {
      expect(text.trim(), `${locale} ${name}`).not.toBe("");
      expect(text, `${locale} ${name}`).not.toMatch(/[!！]/);
    }
  }
});
