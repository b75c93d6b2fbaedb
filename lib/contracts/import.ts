import { z } from "zod";

/** The largest import document in bytes: several times the longest story with its key and variants. */
export const importBytes = 1_048_576;

export const importQuerySchema = z.strictObject({
  dryRun: z.enum(["true", "false"]).default("false").describe("true only checks and says what would happen"),
});
