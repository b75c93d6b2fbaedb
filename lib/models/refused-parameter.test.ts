import { expect, test } from "vitest";
import { refusedParameter } from "./refused-parameter";

const sent = { model: "m", messages: [], temperature: 0.7, max_tokens: 10, top_p: 1, enable_thinking: true };

test.each([
  ["Unsupported value: 'temperature' does not support 0.7 with this model.", "temperature", /no temperature/],
  ["`temperature` may only be set to 1 when thinking is enabled.", null, /no temperature/],
  ["Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens", /Switch on 'max_comp/],
  ["max_tokens: 90000 > 8192, which is the maximum", null, /refuses this max_tokens/],
  ["Extra inputs are not permitted: enable_thinking", null, /enable_thinking.*extra body/],
  ["messages[2].reasoning_content is not allowed", null, /Switch off 'send reasoning'/],
])("%s", (message, param, advice) => {
  expect(refusedParameter(message, param, sent)).toMatch(advice);
});

test("Google's names are found within its settings, in either spelling", () => {
  const body = { contents: [], generationConfig: { topP: 1, thinkingConfig: { thinkingLevel: "x" } } };
  expect(refusedParameter("Invalid value at generation_config.top_p", null, body)).toMatch(/top-p/);
  expect(refusedParameter("Unknown thinking_level", null, body)).toMatch(/reasoning effort/);
});

test("what was not sent, or is the call's own, is no parameter to change", () => {
  expect(refusedParameter("temperature is too high in this room", null, { model: "m", messages: [] })).toBeNull();
  expect(refusedParameter("messages must not be empty", "messages", sent)).toBeNull();
  expect(refusedParameter("The seeded context is too long", null, { ...sent, seed: 1 })).toBeNull();
  expect(refusedParameter("anything", null, null)).toBeNull();
});
