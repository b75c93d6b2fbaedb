import { anthropic } from "./anthropic";
import { google } from "./google";
import { openaiCompatible } from "./openai-compatible";
import type { ConnectionKind, Provider } from "./provider";

/** The only list of providers. */
export const providers: Record<ConnectionKind, Provider> = {
  "openai-compatible": openaiCompatible,
  anthropic,
  google,
};
