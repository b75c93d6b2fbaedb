import { z } from "zod";

/** What a person tells of themselves, if they like; null takes it back. Nothing else of a person is asked. */
export const aboutPlayerSchema = z.strictObject({
  nativeLanguage: z.enum(["zh", "en", "other"]).nullable().optional(),
  priorReading: z
    .enum(["seldom", "sometimes", "often"])
    .nullable()
    .optional()
    .describe("How often they read detective stories"),
});

export type AboutPlayer = z.infer<typeof aboutPlayerSchema>;
