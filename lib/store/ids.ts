import "server-only";
import { createHash, randomBytes, randomFillSync } from "node:crypto";

const idBytes = 12;
// Drawn for many ids at once: a draw costs the same for one as for all.
const drawn = Buffer.alloc(idBytes * 128);
let used = drawn.length;

/** A new id with the prefix of its noun, such as `att_4k…` (96 random bits). */
export function newId(prefix: string): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += idBytes;
  return `${prefix}_${drawn.toString("hex", used - idBytes, used)}`;
}

/** A secret for a cookie, a key or a link (256 bits, URL-safe). */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Hex SHA-256 of a text. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** JSON with sorted keys, so that equal values have equal hashes. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value && typeof value === "object") {
    const entries = Object.entries(value).filter(([, held]) => held !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, held]) => `${JSON.stringify(name)}:${canonical(held)}`).join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}
