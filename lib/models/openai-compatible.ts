import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { at, countAt, textAt } from "./json-fields";
import type { Provider, Usage } from "./provider";

/** Chat completions as OpenAI first had them: most vendors, gateways and local servers speak this. */

function usageOf(body: unknown): Usage {
  const usage = at(body, "usage");
  const prompt = countAt(usage, "prompt_tokens");
  const completion = countAt(usage, "completion_tokens");
  const reasoning = countAt(usage, "completion_tokens_details", "reasoning_tokens");
  const total = countAt(usage, "total_tokens");
  // Some vendors count reasoning beside the completion: their total gives it away.
  const beside =
    prompt !== null && completion !== null && reasoning !== null && total === prompt + completion + reasoning;
  return {
    input: prompt,
    cached: countAt(usage, "prompt_tokens_details", "cached_tokens") ?? countAt(usage, "prompt_cache_hit_tokens"),
    output: beside ? completion + reasoning : completion,
    reasoning,
  };
}

export const openaiCompatible: Provider = {
  languageModel: (baseURL, modelId, fetch) =>
    createOpenAICompatible({ name: "provider", baseURL, fetch }).chatModel(modelId),
  headers: (key): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {}),
  adjust(body, model) {
    const { reasoningEffort } = model.parameters;
    const renamed = model.rules.maxCompletionTokens && body.max_tokens !== undefined;
    if (!renamed && reasoningEffort === undefined) return body;
    const { max_tokens, ...rest } = body;
    return {
      ...rest,
      ...(max_tokens === undefined ? {} : { [renamed ? "max_completion_tokens" : "max_tokens"]: max_tokens }),
      ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    };
  },
  details: (body) => ({ fingerprint: textAt(body, "system_fingerprint"), usage: usageOf(body) }),
  list: {
    path: "/models",
    ids(body) {
      const data = at(body, "data");
      return Array.isArray(data) ? data.flatMap((one) => textAt(one, "id") ?? []) : null;
    },
  },
};
