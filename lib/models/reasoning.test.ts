import { expect, test } from "vitest";
import { splitReasoning } from "./reasoning";

test.each([
  ["plain text", "Yes.", "", false, { text: "Yes." }],
  ["a tag", "<think>Hm.</think>\n\nYes.", "", false, { text: "Yes.", reasoning: "Hm." }],
  ["a tag in capitals after space", "\n <THINK>Hm.</THINK>Yes.", "", false, { text: "Yes.", reasoning: "Hm." }],
  ["an opening tag in the server's template", "Hm.\n</think>\nYes.", "", false, { text: "Yes.", reasoning: "Hm." }],
  ["an unclosed tag", "<think>Hm, and", "", false, { text: "", reasoning: "Hm, and", cut: true }],
  ["a field", "Yes.", "Hm.", false, { text: "Yes.", reasoning: "Hm." }],
  ["a field and a tag", "<think>B</think>Yes.", "A", false, { text: "Yes.", reasoning: "A\n\nB" }],
  ["an empty tag", "<think>\n\n</think>\n\nYes.", "", false, { text: "Yes." }],
  ["cut by length", '{"clues": ["S0', "", true, { text: '{"clues": ["S0', cut: true }],
  ["a tag in the middle of the text", "I use <think> tags.", "", false, { text: "I use <think> tags." }],
] as const)("%s", (_what, text, reasoning, cut, expected) => {
  expect(splitReasoning(text, reasoning, cut)).toEqual(expected);
});
