import { createAnthropic } from "@ai-sdk/anthropic";
import { at, countAt, mergeBody, textAt } from "./json-fields";
import type { Provider, Usage } from "./provider";

/** Anthropic's Messages API. */

function usageOf(body: unknown): Usage {
  const usage = at(body, "usage");
  const fresh = countAt(usage, "input_tokens");
  const cached = countAt(usage, "cache_read_input_tokens");
  const written = countAt(usage, "cache_creation_input_tokens");
  return {
    input: fresh === null ? null : fresh + (cached ?? 0) + (written ?? 0),
    cached,
    output: countAt(usage, "output_tokens"),
    reasoning: countAt(usage, "output_tokens_details", "thinking_tokens"),
  };
}

export const anthropic: Provider = {
  // Without a key the SDK would take one from its surroundings: an empty one keeps it from looking.
  languageModel: (baseURL, modelId, fetch) => createAnthropic({ baseURL, apiKey: "", fetch }).languageModel(modelId),
  headers: (key) => ({ "anthropic-version": "2023-06-01", ...(key ? { "x-api-key": key } : {}) }),
  adjust: (body, model) =>
    model.parameters.reasoningEffort === undefined
      ? body
      : mergeBody(body, { output_config: { effort: model.parameters.reasoningEffort } }),
  details: (body) => ({ fingerprint: null, usage: usageOf(body) }),
  list: {
    path: "/models?limit=1000",
    ids(body) {
      const data = at(body, "data");
      return Array.isArray(data) ? data.flatMap((one) => textAt(one, "id") ?? []) : null;
    },
  },
};
