import { z } from "zod";
import { AppError } from "@/lib/errors";

/** How many rows a page of a list has: 50 unless told, at most 200. */
export const pageSize = z.coerce.number().int().min(1).max(200).default(50);

/**
 * Query parameters checked by a schema. An empty value counts as none, because plain forms send every field.
 * @throws AppError invalid, naming each parameter
 */
export function parseQuery<T>(schema: z.ZodType<T>, params: URLSearchParams): T {
  const given: Record<string, string> = {};
  const faults = [];
  for (const [name, value] of params) {
    if (name in given) faults.push({ field: name, message: "is given twice" });
    else if (value !== "") given[name] = value.replaceAll("\u0000", "");
  }
  const checked = schema.safeParse(given);
  if (!checked.success) {
    for (const issue of checked.error.issues) {
      const names = issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".") || "query"];
      const message = issue.code === "unrecognized_keys" ? "is not a parameter of this call" : issue.message;
      for (const field of names) faults.push({ field, message });
    }
  }
  if (faults.length > 0 || !checked.success) {
    throw new AppError("invalid", "The query is not as it must be.", { faults });
  }
  return checked.data;
}

/** What a page is given after its `?`. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Query parameters of a page: those that do not fit the schema are left out, so that an old link still opens. */
export function keepValid<T>(schema: z.ZodType<T>, given: Awaited<SearchParams>): T {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const text = (Array.isArray(value) ? value[0] : value)?.replaceAll("\u0000", "");
    if (text && schema.safeParse({ [name]: text }).success) kept[name] = text;
  }
  return schema.parse(kept);
}
