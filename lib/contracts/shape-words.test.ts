import { expect, test } from "vitest";
import { z } from "zod";
import { answerSchemas } from "./answer-schemas";
import { apiCalls, inputSchema } from "./openapi";
import { shapeWords } from "./shape-words";

const wordsOf = (schema: z.ZodType) => shapeWords(z.toJSONSchema(schema, { io: "input" }));

test("types are written as a programmer writes them", () => {
  const kind = z.enum(["a", "b"]);
  const schema = z.strictObject({
    id: z.string().describe("What it is called"),
    count: z.int().nullable(),
    kinds: z.array(kind),
    at: z.iso.datetime().optional(),
    quarters: z.tuple([z.number(), z.boolean()]),
    limits: z.strictObject({ tries: z.int().default(4) }),
    counts: z.record(z.string(), z.number()),
    rest: z.record(z.string(), z.unknown()),
  });
  expect(wordsOf(schema)).toBe(`{
  // What it is called
  id: string
  count: integer | null
  kinds: ("a" | "b")[]
  at?: time
  quarters: [number, boolean]
  limits: {
    tries?: integer = 4
  }
  counts: {
    [name]: number
  }
  rest: object
}`);
});

test("named shapes are named, in answers as in other shapes", () => {
  const answers = answerSchemas(apiCalls);
  const answerTo = (method: string, path: string) => {
    const call = apiCalls.find((one) => one.method === method && one.path === path);
    return call && shapeWords(answers.of(call));
  };
  expect(answerTo("get", "/runs/{id}")).toBe("Run");
  expect(answerTo("get", "/keys")).toBe("{\n  keys: ApiKey[]\n}");
  expect(answerTo("post", "/runs")).toMatch(/^\{\n {2}run: Run[\s\S]*\} \| \{\n {2}estimate: Estimate\n\}$/);
  expect(shapeWords(answers.shapes.Run ?? true)).toContain("\n  plan: Plan\n");
});

test("everything that is sent or answered has words", () => {
  const answers = answerSchemas(apiCalls);
  const inputs = apiCalls.flatMap(({ body, query }) => [body, query].filter((schema) => schema !== undefined));
  const schemas = [...inputs.map(inputSchema), ...Object.values(answers.shapes), ...apiCalls.map(answers.of)];
  for (const words of schemas.map(shapeWords)) expect(words).not.toMatch(/undefined|\[object|: \n|: $/);
});
