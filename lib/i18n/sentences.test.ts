import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { apiCalls } from "@/lib/contracts/openapi";
import { checkDocumentText } from "@/lib/families/episode/check-text";
import { saidIn, saidPlainly } from "./sentences";
import chinese from "./sentences.zh.json";

const root = path.join(import.meta.dirname, "../..");
const folders = ["lib/auth", "lib/contracts", "lib/http", "lib/models", "lib/store", "lib/worker", "app"];
const checker = ["check", "check-key", "measures", "prepare", "read-document", "schema"];
const notSaid = /\.test\.ts$|\/(?:protocol-|test-)(?!connection)|\/(?:openapi|run-calls)\.ts$/;

const files = [
  ...folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  ),
  ...checker.map((name) => `lib/families/episode/${name}.ts`),
].filter((name) => /\.tsx?$/.test(name) && !notSaid.test(name));

/** What stands before a text that is said of a fault. */
const saying = [
  /AppError\(\s*"[a-z-]+",\s*$/,
  /ProviderFault\(\s*"[a-z-]+",\s*$/,
  /(?:refused|unreadable|found\.push)\(\s*$/,
  /say\((?:[^()]|\([^()]*\))*,\s*$/,
  /message(?: =|:)[^;,{}]*$/,
  /\.(?:regex|refine|min|max)\([^;]*,\s*$/,
];
/** Before whole sentences: functions that return them, and lists of them by name. */
const listing = [/return [^;{}]*$/, /^\s*\w+:\s*$/m];

/** The sentences that a file says of faults, `{}` where something is filled in. */
function sentencesOf(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].flatMap((found) => {
    const before = code.slice(Math.max(0, found.index - 200), found.index);
    const text = found[0]
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replaceAll(/\$\{[^}]*\}/g, "{}");
    if (!/\S \S/.test(text) || /\n|\$\{/.test(text)) return [];
    const whole = /^[A-Z"`{].*\.$/.test(text) ? listing : [];
    return [...saying, ...whole].some((one) => one.test(before)) ? [text] : [];
  });
}

const written = [...new Set(files.flatMap((file) => sentencesOf(readFileSync(path.join(root, file), "utf8"))))];
// What the libraries say of values and of texts that are not JSON stands in no source of ours.
const { wrappers, schemas, parsers, ...own } = chinese;
const all = Object.entries(Object.assign({}, ...Object.values(chinese)) as Record<string, string>);
const keys = all.map(([sentence]) => sentence);

/** Whether an entry is for a written sentence: the same, or one of its cases. */
function isFor(entry: string, sentence: string): boolean {
  const parts = sentence.split("{}").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(entry);
}

test("the sentences of the sources are found", () => {
  expect(written.length).toBeGreaterThan(150);
  expect(written).toContain("The provider refuses the key: {}");
});

test("every sentence that the product writes of a fault has its Chinese", () => {
  expect(written.filter((sentence) => !keys.some((entry) => isFor(entry, sentence)))).toEqual([]);
});

test("no Chinese is left over from a sentence that nobody writes any more", () => {
  const left = Object.values(own).flatMap((group) => Object.keys(group));
  expect(left.filter((entry) => !written.some((sentence) => isFor(entry, sentence)))).toEqual([]);
});

test("what is filled in is filled in by its name; a provider's words are left to stand below", () => {
  const names = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const unknown = all.filter(([sentence, words]) => [...names(words)].some((name) => !names(sentence).has(name)));
  expect(unknown).toEqual([]);
  expect(all.filter(([, words]) => names(words).has("quote"))).toEqual([]);
});

test.each([
  ["There is no such connection.", "没有这个连接。", null],
  ["The provider refuses the key: Incorrect API key: [key]", /^服务商不接受这个密钥。/, "Incorrect API key: [key]"],
  ["The provider refuses the request: Invalid input", "服务商拒绝了这个请求。", "Invalid input"],
  [
    "The provider asks to wait 900 s, longer than 120 s. Resume later. The provider asks for fewer calls: Slow\ndown",
    /等 900 秒.*调用太频繁/,
    "Slow\ndown",
  ],
  [
    "The provider does not know this model, or the base URL is wrong: no m The server's list of 3 models does not hold m.",
    /没有这个模型.*3 个模型里没有 m。$/,
    "no m",
  ],
  ["The connection to a.test:80 failed (E9).", "与 a.test:80 的连接失败（E9）。", null],
  ['night-train: Invalid option: expected one of "zh"|"en"', 'night-train：只能是这几项之一："zh"|"en"。', null],
])("%s", (sentence, text, quote) => {
  const said = saidIn("zh", sentence);
  expect(said).toEqual({ text: typeof text === "string" ? text : expect.stringMatching(text), quote, locale: "zh" });
});

test("English stays as it is, and so does what is none of ours", () => {
  expect(saidIn("en", "The provider refuses the key: no")).toEqual({
    text: "The provider refuses the key: no",
    quote: null,
    locale: "en",
  });
  expect(saidIn("zh", "Something else")).toEqual({ text: "Something else", quote: null, locale: "en" });
  expect(saidPlainly("zh", "The provider refuses the request: no")).toBe("服务商拒绝了这个请求。“no”");
});

test.each([
  "slug: made-up",
  '{\n  "format": "x"\n  "episode": {}\n}',
  '{"format": "worth", "episode": {',
  '{"a": [1 2], b}',
])("what is wrong with a text that is not JSON is said in Chinese: %s", (text) => {
  const messages = checkDocumentText(text).faults.map((fault) => fault.message);
  expect(messages.filter((message) => saidIn("zh", message).locale !== "zh")).toEqual([]);
});

const junk = [undefined, null, "", "x y", "x".repeat(100_000), -1, 0.5, 1e12, true, [], Array(999).fill(""), {}];

test("whatever a schema of the API finds wrong is said in Chinese", () => {
  const said = new Set<string>();
  for (const { body } of apiCalls) {
    if (!body) continue;
    const fields = Object.keys("shape" in body ? (body.shape as object) : {});
    for (const value of junk) {
      const sent = [value, Object.fromEntries(fields.map((field) => [field, value])), { other: value }];
      for (const one of sent) for (const issue of body.safeParse(one).error?.issues ?? []) said.add(issue.message);
    }
  }
  expect(said.size).toBeGreaterThan(10);
  expect([...said].filter((message) => saidIn("zh", message).locale !== "zh")).toEqual([]);
});
