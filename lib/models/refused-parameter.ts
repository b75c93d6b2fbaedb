import { objectOf } from "./json-fields";
import type { Body } from "./provider";

/** What to change when a provider refuses a parameter. Keys are names in request bodies. */
const advice: Record<string, string> = {
  temperature: "The model refuses temperature. Switch on 'no temperature' in the model's rules.",
  top_p: "The model refuses top-p. Remove it from the model's parameters.",
  topP: "The model refuses top-p. Remove it from the model's parameters.",
  max_tokens: "The model refuses this max_tokens. Change or remove it in the model's parameters.",
  max_completion_tokens:
    "The model refuses max_completion_tokens. Switch off 'max_completion_tokens' in the model's rules, or change the number.",
  maxOutputTokens: "The model refuses this number of tokens. Change or remove it in the model's parameters.",
  seed: "The model refuses a seed. Remove it from the model's parameters.",
  reasoning_effort: "The model refuses this reasoning effort. Change or remove it in the model's parameters.",
  effort: "The model refuses this reasoning effort. Change or remove it in the model's parameters.",
  thinkingLevel: "The model refuses this reasoning effort. Change or remove it in the model's parameters.",
  reasoning_content:
    "The model refuses reasoning text from earlier turns. Switch off 'send reasoning' in the model's rules.",
};

const ofTheCall = new Set(["model", "messages", "contents", "system", "systemInstruction", "stream"]);

/** Names of everything in the body that a person set. */
function settable(body: Body): string[] {
  const inner = ["generationConfig", "thinkingConfig", "output_config"];
  return Object.entries(body).flatMap(([name, value]) => {
    if (ofTheCall.has(name)) return [];
    const nested = objectOf(value);
    return nested && inner.includes(name) ? settable(nested) : [name];
  });
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const names = (message: string, name: string) =>
  [name, snake(name)].some((one) => new RegExp(`(?<![\\w-])${one.replace(/[^\w]/g, "\\$&")}(?![\\w-])`).test(message));

/**
 * Plain words when a refusal names one of the parameters that were sent; null when it does not.
 * @param param the provider's own `param` field
 */
export function refusedParameter(message: string, param: string | null, sent: Body | null): string | null {
  const body = sent ?? {};
  const known = settable(body);
  const spoken = message;
  const name = known.find((one) => one === param) ?? known.find((one) => names(spoken, one));
  const reasoning = names(spoken, "reasoning_content") || param === "reasoning_content";
  if (!name) return reasoning ? (advice.reasoning_content ?? null) : null;
  if (name === "max_tokens" && /max_completion_tokens/.test(spoken)) {
    return "The model refuses max_tokens. Switch on 'max_completion_tokens' in the model's rules.";
  }
  return (
    advice[name] ?? `The model refuses ${name}. Change or remove it in the model's extra body. It says: ${message}`
  );
}
