import { z } from "zod";

/** Everything the software takes from its surroundings, read and checked once. The only reader of process.env. */
const schema = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"),
  AUTH_SECRET: z.string().min(16, "must have at least 16 characters"),
  ENCRYPTION_KEY: z.string().min(16, "must have at least 16 characters"),
  NEXTAUTH_URL: z.string().url().optional(),
  NODE_ENV: z.string().default("development"),
});

export type Env = z.infer<typeof schema>;

let parsed: Env | undefined;

/** The checked environment. @throws Error naming every variable that is missing or wrong. */
export function env(): Env {
  if (!parsed) {
    const result = schema.safeParse(process.env);
    if (!result.success) {
      const faults = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
      throw new Error(`The environment is not complete: ${faults.join("; ")}.`);
    }
    parsed = result.data;
  }
  return parsed;
}

/** Whether this is a development server: known without the rest of the environment. */
export const isDevelopment = process.env.NODE_ENV === "development";

/** Which build this is: written in when it is built. */
export const build = process.env.WORTH_BUILD ?? "unbuilt";
