import type { z } from "zod";

/** JSON Schemas in the words of TypeScript, for readers. */

type Schema = z.core.JSONSchema.BaseSchema | boolean;

const indent = (text: string) => text.replaceAll("\n", "\n  ");

/** Whether a schema's words need brackets before what binds closer. */
const isChoice = (schema: Schema) =>
  typeof schema === "object" && Boolean(schema.enum ?? schema.anyOf ?? schema.oneOf ?? Array.isArray(schema.type));

function objectWords(schema: z.core.JSONSchema.BaseSchema): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const lines = Object.entries(properties).map(([name, property]) => {
    const { description, default: standard } = property as z.core.JSONSchema.BaseSchema;
    const given = standard === undefined ? "" : ` = ${JSON.stringify(standard)}`;
    const mark = required.includes(name) ? "" : "?";
    return `${description ? `// ${description}\n` : ""}${name}${mark}: ${shapeWords(property as Schema)}${given}`;
  });
  if (typeof additionalProperties === "object") {
    const open = Object.keys(additionalProperties).length === 0;
    if (open && lines.length === 0) return "object";
    lines.push(open ? "…" : `[name]: ${shapeWords(additionalProperties as Schema)}`);
  }
  return lines.length === 0 ? "{}" : `{\n  ${indent(lines.join("\n"))}\n}`;
}

/** A schema as a type; what a field means stands above it. */
export function shapeWords(schema: Schema): string {
  if (typeof schema === "boolean") return "any";
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "any";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => shapeWords(choice as Schema)))].join(" | ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => shapeWords({ ...schema, type } as Schema)).join(" | ");
  }
  if (schema.type === "array") {
    const tuple = schema.prefixItems as Schema[] | undefined;
    if (tuple) return `[${tuple.map(shapeWords).join(", ")}]`;
    const items = (schema.items as Schema | undefined) ?? true;
    return isChoice(items) ? `(${shapeWords(items)})[]` : `${shapeWords(items)}[]`;
  }
  if (schema.type === "object") return objectWords(schema);
  if (schema.format === "date-time") return "time";
  return schema.type ?? "any";
}
