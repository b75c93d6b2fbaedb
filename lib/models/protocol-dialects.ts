import { at, textAt } from "./json-fields";

/** How the protocol server speaks each provider's protocol: reading a request, and writing replies and errors. */

export type Ending = "stop" | "length" | "refusal";
export type ErrorKind = "rate" | "quota" | "auth" | "unknown-model" | "refused-parameter" | "server" | "bad-request";

export type Dialect = {
  /** Null when the body is no request of this protocol. */
  read(body: unknown, path: string): { prompt: string; model: string; temperature: boolean } | null;
  reply(
    text: string,
    ending: Ending,
    reasoning: string | null,
    call: { id: string; model: string; prompt: string },
  ): unknown;
  error(kind: ErrorKind, message: string, status: number): unknown;
  models(ids: string[]): unknown;
};

const plain = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map((part) => textAt(part, "text") ?? "").join("")
      : "";
const tokens = (text: string) => Math.ceil(text.length / 4);
const joined = (list: unknown, field: string) =>
  Array.isArray(list) ? list.map((one) => plain(at(one, field))).join("\n\n") : null;

const openai: Dialect = {
  read(body) {
    const prompt = joined(at(body, "messages"), "content");
    const model = textAt(body, "model");
    return prompt === null || model === null
      ? null
      : { prompt, model, temperature: at(body, "temperature") !== undefined };
  },
  reply(text, ending, reasoning, call) {
    const refused = ending === "refusal";
    return {
      id: `chatcmpl-${call.id}`,
      object: "chat.completion",
      created: 1_700_000_000,
      model: call.model,
      system_fingerprint: "fp_protocol_server",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: refused ? null : text,
            ...(refused ? { refusal: text } : {}),
            ...(reasoning === null ? {} : { reasoning_content: reasoning }),
          },
          finish_reason: ending === "length" ? "length" : "stop",
        },
      ],
      usage: {
        prompt_tokens: tokens(call.prompt),
        completion_tokens: tokens(text) + tokens(reasoning ?? ""),
        total_tokens: tokens(call.prompt) + tokens(text) + tokens(reasoning ?? ""),
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: tokens(reasoning ?? "") },
      },
    };
  },
  error(kind, message) {
    const codes: Record<ErrorKind, [string, string | null]> = {
      rate: ["requests", "rate_limit_exceeded"],
      quota: ["insufficient_quota", "insufficient_quota"],
      auth: ["invalid_request_error", "invalid_api_key"],
      "unknown-model": ["invalid_request_error", "model_not_found"],
      "refused-parameter": ["invalid_request_error", "unsupported_value"],
      server: ["server_error", null],
      "bad-request": ["invalid_request_error", null],
    };
    const [type, code] = codes[kind];
    return { error: { message, type, code, param: kind === "refused-parameter" ? "temperature" : null } };
  },
  models: (ids) => ({ object: "list", data: ids.map((id) => ({ id, object: "model" })) }),
};

const anthropic: Dialect = {
  read(body) {
    const prompt = joined(at(body, "messages"), "content");
    const model = textAt(body, "model");
    const system = plain(at(body, "system"));
    return prompt === null || model === null
      ? null
      : {
          prompt: system ? `${system}\n\n${prompt}` : prompt,
          model,
          temperature: at(body, "temperature") !== undefined,
        };
  },
  reply: (text, ending, reasoning, call) => ({
    id: `msg_${call.id}`,
    type: "message",
    role: "assistant",
    model: call.model,
    content: [
      ...(reasoning === null ? [] : [{ type: "thinking", thinking: reasoning, signature: "made-up" }]),
      { type: "text", text },
    ],
    stop_reason: { stop: "end_turn", length: "max_tokens", refusal: "refusal" }[ending],
    stop_sequence: null,
    usage: {
      input_tokens: tokens(call.prompt),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: tokens(text) + tokens(reasoning ?? ""),
    },
  }),
  error(kind, message) {
    const types: Record<ErrorKind, string> = {
      rate: "rate_limit_error",
      quota: "billing_error",
      auth: "authentication_error",
      "unknown-model": "not_found_error",
      "refused-parameter": "invalid_request_error",
      server: "api_error",
      "bad-request": "invalid_request_error",
    };
    return { type: "error", error: { type: types[kind], message } };
  },
  models: (ids) => ({ data: ids.map((id) => ({ id, type: "model", display_name: id })), has_more: false }),
};

const google: Dialect = {
  read(body, path) {
    const contents = at(body, "contents");
    const model = /\/models\/([^/:]+):/.exec(path)?.[1];
    const prompt = joined(contents, "parts");
    const system = plain(at(body, "systemInstruction", "parts"));
    return prompt === null || !model
      ? null
      : {
          prompt: system ? `${system}\n\n${prompt}` : prompt,
          model: decodeURIComponent(model),
          temperature: at(body, "generationConfig", "temperature") !== undefined,
        };
  },
  reply: (text, ending, reasoning, call) => ({
    candidates: [
      {
        index: 0,
        content: {
          role: "model",
          parts: [...(reasoning === null ? [] : [{ text: reasoning, thought: true }]), { text }],
        },
        finishReason: { stop: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" }[ending],
      },
    ],
    usageMetadata: {
      promptTokenCount: tokens(call.prompt),
      candidatesTokenCount: tokens(text),
      thoughtsTokenCount: tokens(reasoning ?? ""),
      totalTokenCount: tokens(call.prompt) + tokens(text) + tokens(reasoning ?? ""),
    },
    modelVersion: call.model,
    responseId: call.id,
  }),
  error(kind, message, status) {
    const statuses: Record<ErrorKind, string> = {
      rate: "RESOURCE_EXHAUSTED",
      quota: "RESOURCE_EXHAUSTED",
      auth: "UNAUTHENTICATED",
      "unknown-model": "NOT_FOUND",
      "refused-parameter": "INVALID_ARGUMENT",
      server: "INTERNAL",
      "bad-request": "INVALID_ARGUMENT",
    };
    const quotaId =
      kind === "quota" ? "GenerateRequestsPerDayPerProjectPerModel" : "GenerateRequestsPerMinutePerProject";
    const details =
      kind === "rate" || kind === "quota"
        ? [{ "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [{ quotaId }] }]
        : undefined;
    return { error: { code: status, message, status: statuses[kind], ...(details ? { details } : {}) } };
  },
  models: (ids) => ({
    models: ids.map((id) => ({ name: `models/${id}`, supportedGenerationMethods: ["generateContent"] })),
  }),
};

/** The protocol a request's path and headers belong to; null when none. */
export function dialectOf(path: string, headers: Record<string, unknown>): Dialect | null {
  if (path.endsWith("/chat/completions")) return openai;
  if (path.endsWith("/messages")) return anthropic;
  if (path.endsWith(":generateContent")) return google;
  if (!path.endsWith("/models")) return null;
  if (headers["anthropic-version"] !== undefined) return anthropic;
  return headers["x-goog-api-key"] !== undefined || path.includes("/v1beta/") ? google : openai;
}
