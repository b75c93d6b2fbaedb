import { z } from "zod";
import { accountBodySchema, accountRowSchema, apiKeyRowSchema } from "./accounts";
import { attemptBodySchema } from "./attempt-body";
import { storedResponseSchema } from "./attempts";
import { exportRowSchema } from "./export";
import { importedSchema } from "./import";
import { insightsSchema } from "./insights";
import type { ApiCall } from "./openapi";
import { attemptRowSchema } from "./run-attempts";
import {
  connectionBodySchema,
  connectionTestBodySchema,
  launchEstimateSchema,
  modelBodySchema,
  planSchema,
  runBodySchema,
} from "./runs";
import { benchmarkSchema, taskSummarySchema } from "./tasks";

/** The shapes that several answers hold, by the names under which the document knows them. */
const shapes: Record<string, z.ZodType> = {
  Account: accountBodySchema,
  AccountRow: accountRowSchema,
  ApiKey: apiKeyRowSchema,
  Attempt: attemptBodySchema,
  AttemptRow: attemptRowSchema,
  Benchmark: benchmarkSchema,
  Connection: connectionBodySchema,
  ConnectionTest: connectionTestBodySchema,
  Estimate: launchEstimateSchema,
  ExportRow: exportRowSchema,
  Import: importedSchema,
  Insights: insightsSchema,
  Model: modelBodySchema,
  Plan: planSchema,
  Response: storedResponseSchema,
  Run: runBodySchema,
  Task: taskSummarySchema,
};

const uriOf = (name: string) => `#/components/schemas/${name}`;

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schemas of all answers. Named shapes are apart and are referred to. */
export function answerSchemas(calls: ApiCall[]): {
  shapes: Record<string, JsonSchema>;
  of: (call: ApiCall) => JsonSchema;
} {
  const registry = z.registry<{ id: string }>();
  const known = new Map<z.ZodType, string>();
  for (const [name, schema] of [
    ...Object.entries(shapes),
    ...calls.map((call) => [`${call.method} ${call.path}`, call.answer] as const),
  ]) {
    if (known.has(schema)) continue;
    known.set(schema, name);
    registry.add(schema, { id: name });
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: uriOf,
    // What says nothing beyond the format and the type.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const plain = (name: string) => {
    const { $schema: _schema, $id: _id, ...schema } = schemas[name] as JsonSchema;
    return schema;
  };
  return {
    shapes: Object.fromEntries(Object.keys(shapes).map((name) => [name, plain(name)])),
    of(call) {
      const name = known.get(call.answer) as string;
      return name in shapes ? { $ref: uriOf(name) } : plain(name);
    },
  };
}
