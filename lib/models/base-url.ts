import type { ConnectionKind } from "./provider";

/** Where each kind of provider is reached unless a connection says otherwise. */
export const defaultBaseUrls: Record<ConnectionKind, string> = {
  "openai-compatible": "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

/**
 * What is wrong with a base URL as it is written, in words; null when nothing is. Whether its host may be reached is
 * known only when a connection is made.
 */
export function checkBaseUrl(url: string): string | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return "This is not an address. It looks like https://api.example.com/v1.";
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:")
    return "The address begins with https:// or http://.";
  if (parsed.username || parsed.password)
    return "The address holds a user name or password. Put the key in its own field.";
  if (parsed.search || parsed.hash)
    return "The address ends before ? and #. Put further settings in the model's extra body.";
  if (/\/(chat\/completions|messages|models)\/?$/.test(parsed.pathname)) {
    return "Give the base address alone, without the path of one call: …/v1, not …/v1/chat/completions.";
  }
  return null;
}
