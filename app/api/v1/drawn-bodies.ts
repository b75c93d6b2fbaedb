import fc from "fast-check";
import { z } from "zod";

/** Test support: bodies made from a call's own schema, right ones and ones that are wrong somewhere. */

type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
  format?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
};

/** The JSON Schema of a body as it is sent. */
export function schemaOf(body: z.ZodType): JsonSchema {
  return z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

const resolve = (schema: JsonSchema, root: JsonSchema): JsonSchema =>
  schema.$ref ? (root.$defs?.[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;

/** A small value that fits a schema, where that can be told from types, sizes and formats. */
export function exampleOf(given: JsonSchema, root: JsonSchema = given): unknown {
  const schema = resolve(given, root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
  if (choice) return exampleOf(choice, root);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const needed = (schema.required ?? []).map((name) => [name, exampleOf(schema.properties?.[name] ?? {}, root)]);
    return Object.fromEntries(needed);
  }
  if (type === "array") return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items ?? {}, root));
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return false;
  if (schema.format === "email") return "example@example.org";
  return "x".repeat(Math.max(1, schema.minLength ?? 1));
}

const odd = [
  ...["\u0000", "\ud800", "a\u0000b", "\u202e", "\ufeff", '\'; DROP TABLE "User"; --', "<script>alert(1)</script>"],
  ...["../../etc/passwd", "%00", "{{7*7}}", "__proto__", "constructor", "toString", "é".repeat(300), "x".repeat(5_000)],
  ...["1e999", "-0", "NaN", "null", "2026-13-45T99:99:99Z", "S001", "C01", "original", "en"],
];
const numbers = [0, -1, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1.5, 1e308];

/** Any JSON value, the awkward ones often. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  { maxDepth: 3 },
  fc.constantFrom(...odd),
  fc.constantFrom(...numbers),
  fc.constantFrom(null, true, false, [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: "binary" }),
);

/** Values near a schema: most parts fit, some are left out, some are junk. @param ids texts that exist */
export function near(given: JsonSchema, ids: string[], root: JsonSchema = given): fc.Arbitrary<unknown> {
  const schema = resolve(given, root);
  const mostly = (fits: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 9, arbitrary: fits }, { weight: 1, arbitrary: junk });
  if (schema.const !== undefined) return mostly(fc.constant(schema.const));
  if (schema.enum) return mostly(fc.constantFrom(...schema.enum));
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((choice) => near(choice, ids, root)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const fields: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, inner] of Object.entries(schema.properties ?? {})) fields[name] = near(inner, ids, root);
    const known = fc.record(fields, { requiredKeys: schema.required ?? [] });
    const open = typeof schema.additionalProperties === "object" ? near(schema.additionalProperties, ids, root) : junk;
    const more = fc.dictionary(fc.oneof(fc.constantFrom(...odd), fc.string()), open, { maxKeys: 2 });
    return mostly(
      fc.oneof(
        { weight: 6, arbitrary: known },
        { weight: 2, arbitrary: fc.tuple(known, more).map(([one, other]) => ({ ...one, ...other })) },
        { weight: 1, arbitrary: more },
      ),
    );
  }
  if (type === "array") return mostly(fc.array(near(schema.items ?? {}, ids, root), { maxLength: 3 }));
  if (type === "integer") return mostly(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(...numbers)));
  if (type === "number") return mostly(fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(...numbers)));
  if (type === "boolean") return mostly(fc.boolean());
  if (schema.format === "email") return mostly(fc.emailAddress());
  if (type === "string") return mostly(fc.oneof(fc.constantFrom(...ids), fc.string(), fc.constantFrom(...odd)));
  return junk;
}

/** Bodies as they may come over the wire, texts that are no JSON among them. */
export function drawnBody(body: z.ZodType | undefined, ids: string[]): fc.Arbitrary<string> {
  const value = body
    ? fc.oneof({ weight: 4, arbitrary: near(schemaOf(body), ids) }, { weight: 1, arbitrary: junk })
    : junk;
  const text = value.map((held) => JSON.stringify(held) ?? "");
  const cut = fc.tuple(text, fc.nat(200)).map(([whole, at]) => whole.slice(0, at));
  const deep = fc.constantFrom("[".repeat(50_000), `${"[".repeat(3_000)}${"]".repeat(3_000)}`, '{"a":'.repeat(900));
  return fc.oneof(
    { weight: 24, arbitrary: text },
    { weight: 2, arbitrary: cut },
    { weight: 2, arbitrary: fc.string({ unit: "binary" }) },
    { weight: 1, arbitrary: deep },
  );
}
