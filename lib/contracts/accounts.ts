import { z } from "zod";
import { pageSize } from "./query";
import { timeSchema } from "./values";

const roles = z.enum(["player", "researcher", "admin"]);

export const accountSchema = z.strictObject({
  email: z.email("must be an email address").max(200),
  password: z.string().min(10, "must have at least 10 characters").max(200),
  name: z.string().trim().max(80).optional(),
});

export const setupSchema = accountSchema.extend({ token: z.string().min(1).max(200) });

export const apiKeySchema = z.strictObject({ name: z.string().trim().min(1).max(80) });

export const roleSchema = z.strictObject({ role: roles });

export const usersPageSchema = z.strictObject({
  q: z.string().trim().max(200).optional().describe("A part of the email or the name"),
  after: z.string().max(200).optional().describe("The last email of the page before"),
  limit: pageSize,
});

export const accountBodySchema = z.strictObject({ id: z.string(), email: z.string(), name: z.string(), role: roles });

export const accountRowSchema = accountBodySchema.extend({ createdAt: timeSchema });

export const apiKeyRowSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: roles,
  createdAt: timeSchema,
  revokedAt: timeSchema.nullable(),
  lastUsedAt: timeSchema.nullable(),
});

export const newApiKeySchema = z.strictObject({ id: z.string(), secret: z.string().describe("Shown only now") });
