import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { at, countAt, mergeBody, textAt } from "./json-fields";
import type { Provider, Usage } from "./provider";

/** Google's generateContent. */

function usageOf(body: unknown): Usage {
  const usage = at(body, "usageMetadata");
  const visible = countAt(usage, "candidatesTokenCount");
  const thoughts = countAt(usage, "thoughtsTokenCount");
  return {
    input: countAt(usage, "promptTokenCount"),
    cached: countAt(usage, "cachedContentTokenCount"),
    output: visible === null && thoughts === null ? null : (visible ?? 0) + (thoughts ?? 0),
    reasoning: thoughts,
  };
}

export const google: Provider = {
  // Without a key the SDK would take one from its surroundings: an empty one keeps it from looking.
  languageModel: (baseURL, modelId, fetch) =>
    createGoogleGenerativeAI({ baseURL, apiKey: "", fetch }).languageModel(modelId),
  headers: (key): Record<string, string> => (key ? { "x-goog-api-key": key } : {}),
  adjust: (body, model) =>
    model.parameters.reasoningEffort === undefined
      ? body
      : mergeBody(body, {
          generationConfig: { thinkingConfig: { thinkingLevel: model.parameters.reasoningEffort } },
        }),
  details: (body) => ({ fingerprint: null, usage: usageOf(body), requestId: textAt(body, "responseId") }),
  list: {
    path: "/models?pageSize=1000",
    ids(body) {
      const models = at(body, "models");
      if (!Array.isArray(models)) return null;
      return models.flatMap((one) => {
        const methods = at(one, "supportedGenerationMethods");
        const generates = !Array.isArray(methods) || methods.includes("generateContent");
        return generates ? (textAt(one, "name")?.replace(/^models\//, "") ?? []) : [];
      });
    },
  },
};
