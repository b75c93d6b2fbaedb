import "server-only";
import type { ZodType } from "zod";
import { AppError, type Fault } from "@/lib/errors";
import { isStorable } from "@/lib/store/text";

/** Reads and checks what a call sends. Every refusal names its field; nothing that PostgreSQL refuses gets past here. */

const defaultBytes = 262_144;
/** Deeper than any body of ours, and far from where recursion ends the process. */
const deepest = 40;

export type BodyOptions<Body> = {
  body?: ZodType<Body>;
  /** Largest body in bytes; 256 kB unless told. */
  maxBytes?: number;
  /** Top fields whose text may hold anything, because the store mends it and says so. */
  anyText?: readonly string[];
};

const tooLarge = (limit: number) => new AppError("too-large", `The body is larger than ${limit} bytes.`);

/** The first fault of a parsed value that no schema looks for: too deep, or text that cannot be stored. */
function unfit(value: unknown, anyText: readonly string[]): Fault | null {
  const waiting: { at: string[]; held: unknown; free: boolean }[] = [{ at: [], held: value, free: false }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { at, held, free } = next;
    const field = at.slice(0, 6).join(".") || "body";
    if (at.length > deepest) return { field, message: `is nested more than ${deepest} levels deep` };
    if (typeof held === "string" && !free && !isStorable(held)) {
      return { field, message: "holds a character that cannot be stored" };
    }
    if (typeof held !== "object" || held === null) continue;
    for (const [name, inner] of Object.entries(held)) {
      // A list of items is a list of bodies: its items' fields are top fields too.
      const top = at.length === 0 || (at.length === 1 && Array.isArray(value));
      const open = free || (top && anyText.includes(name));
      if (!open && !isStorable(name)) return { field, message: "has a name that cannot be stored" };
      waiting.push({ at: [...at, name], held: inner, free: open });
    }
  }
  return null;
}

const notValid = (faults: Fault[]) => new AppError("invalid", "The body is not as it must be.", { faults });

/** The bytes of a body as text, read no further than the limit. @throws AppError too-large, bad-request */
async function readText(request: Request, limit: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new AppError("bad-request", "The body is not UTF-8 text.");
  }
}

/** The body as it was sent and as the schema makes it. @throws AppError bad-request, too-large, invalid (faults) */
export async function readBody<Body>(
  request: Request,
  options: BodyOptions<Body>,
): Promise<{ text: string; body: Body }> {
  const text = await readText(request, options.maxBytes ?? defaultBytes);
  if (!options.body) return { text, body: undefined as Body };
  let parsed: unknown;
  try {
    parsed = text === "" ? {} : JSON.parse(text);
  } catch {
    throw new AppError("bad-request", "The body is not JSON.");
  }
  const fault = unfit(parsed, options.anyText ?? []);
  if (fault) throw notValid([fault]);
  const checked = options.body.safeParse(parsed);
  if (checked.success) return { text, body: checked.data };
  throw notValid(
    checked.error.issues.map((issue) => ({
      field: issue.path.map(String).join(".") || "body",
      message: issue.message,
    })),
  );
}
