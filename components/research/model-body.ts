import { filled, numberOf, textOf } from "./form-values";

export const parameterFields = ["temperature", "topP", "maxTokens", "seed", "reasoningEffort", "extraBody"] as const;
export const ruleFields = ["noTemperature", "maxCompletionTokens", "sendReasoning"] as const;
export const priceFields = ["input", "cached", "output", "reasoning"] as const;

/** A JSON object, undefined for an empty text, null for anything else. */
function objectOf(text: string | undefined): Record<string, unknown> | null | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The model form as the API takes it; null when the free part of the request is no JSON object. */
export function modelBodyOf(form: FormData) {
  const extraBody = objectOf(textOf(form, "extraBody"));
  if (extraBody === null) return null;
  const texts = ["name", "connection", "modelId", "method", "tier", "interface", "notes"];
  return {
    ...filled(Object.fromEntries(texts.map((field) => [field, textOf(form, field)]))),
    parameters: filled({
      temperature: numberOf(form, "temperature"),
      topP: numberOf(form, "topP"),
      maxTokens: numberOf(form, "maxTokens"),
      seed: numberOf(form, "seed"),
      reasoningEffort: textOf(form, "reasoningEffort"),
      extraBody,
    }),
    rules: Object.fromEntries(ruleFields.map((field) => [field, form.get(field) !== null])),
    prices: filled(Object.fromEntries(priceFields.map((field) => [field, numberOf(form, `price-${field}`)]))),
  };
}
