import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";

/**
 * What the rest of the product knows of model providers: messages in, a reply or a typed failure out, and a record of
 * what was sent and what came back. A provider is one file beside this one that implements `Provider`.
 */

export type ConnectionKind = "openai-compatible" | "anthropic" | "google";

export type ConnectionLimits = {
  /** Calls at once. */
  concurrency: number;
  requestsPerMinute?: number;
  tokensPerMinute?: number;
  /** Tries after the first; 0 means none. */
  retries: number;
  /** Longest silence of the provider within one try, before its first byte too. */
  idleSeconds: number;
  /** Longest time of one try. */
  totalSeconds: number;
};

export type ConnectionConfig = {
  id: string;
  kind: ConnectionKind;
  baseUrl: string;
  key: string | null;
  limits: ConnectionLimits;
  /** Hosts, or host:port, that an administrator allows although they are private. */
  allowedHosts: string[];
};

export type ModelConfig = {
  modelId: string;
  parameters: {
    temperature?: number;
    topP?: number;
    maxTokens?: number;
    seed?: number;
    /** In the vendor's words: low, medium, high … */
    reasoningEffort?: string;
    /** Merged into the request's body, objects within it too; what stands here wins. */
    extraBody?: Record<string, unknown>;
  };
  rules: {
    /** The model refuses a temperature. */
    noTemperature: boolean;
    /** Send max_completion_tokens instead of max_tokens. */
    maxCompletionTokens: boolean;
    /**
     * Send the reasoning text back in assistant messages. Anthropic takes thinking back only with a signature, which
     * a reply does not hold, and does not ask for it where no tools are used: there the rule changes nothing.
     */
    sendReasoning: boolean;
  };
};

export type Message = { role: "system" | "user" | "assistant"; content: string; reasoning?: string };

/** Tokens. `input` includes `cached`, `output` includes `reasoning`. A part is null when the provider did not tell. */
export type Usage = { input: number | null; cached: number | null; output: number | null; reasoning: number | null };

/** One request to the provider. `at` is an ISO time, `status` the HTTP status when there was one. */
export type Try = { at: string; ms: number; status: number | null; error: string | null };

export type CallRecord = {
  /** The body as sent; never the key or headers. Null when nothing could be sent. */
  request: unknown;
  response: {
    model: string | null;
    id: string | null;
    fingerprint: string | null;
    /** In the vendor's words. */
    finishReason: string | null;
  } | null;
  usage: Usage;
  tries: Try[];
  /** From the call to its outcome, waiting for a free place and between tries included. */
  ms: number;
  /** The body of the last answer that could not be read, at most 64,000 characters. */
  unread?: string;
};

export type FailureCode =
  | "auth"
  | "quota"
  | "rate-limited"
  | "refused-parameter"
  | "unknown-model"
  | "bad-request"
  | "server"
  | "network"
  | "timeout"
  | "too-large"
  | "blocked-address"
  | "bad-response"
  | "stopped";

export type Failure = {
  code: FailureCode;
  /** Plain words: what is wrong and what to change. */
  message: string;
  /** True when other calls would fail in the same way, so that a run had better pause. */
  final: boolean;
};

export type Reply = { text: string; reasoning?: string; cut?: boolean };

export type CallOutcome =
  | { ok: true; reply: Reply; record: CallRecord }
  | { ok: false; failure: Failure; record: CallRecord };

/** The SDK's language model (specification v3), taken from a package that is among our own dependencies. */
export type LanguageModel = ReturnType<ReturnType<typeof createOpenAICompatible>["chatModel"]>;
export type CallOptions = Parameters<LanguageModel["doGenerate"]>[0];
export type Fetch = typeof globalThis.fetch;
export type Body = Record<string, unknown>;

/** What one kind of provider must offer. */
export interface Provider {
  /** The SDK's model without a key; all its requests go through `fetch`. */
  languageModel(baseUrl: string, modelId: string, fetch: Fetch): LanguageModel;
  /** The headers that carry a key, and what else each request needs. */
  headers(key: string | null): Record<string, string>;
  /**
   * The SDK's body under the model's rules and with the parameters that the SDK does not carry; the same object when
   * nothing changes. `extraBody` comes later.
   */
  adjust(body: Body, model: ModelConfig): Body;
  /** What the SDK drops from an answer's body. */
  details(body: unknown): { fingerprint: string | null; usage: Usage; requestId?: string | null };
  /** Where the provider lists its models: a path below the base URL, and the ids in the answer. */
  list: { path: string; ids(body: unknown): string[] | null };
}
