import { expect, test } from "vitest";
import { messagesOf } from "./sent-messages";

const wanted = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Who did it?" },
  { role: "assistant", content: "C01" },
];

test.each([
  ["OpenAI", { model: "m", messages: wanted }],
  [
    "Anthropic",
    {
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        { role: "user", content: [{ type: "text", text: "Who did it?" }] },
        { role: "assistant", content: "C01" },
      ],
    },
  ],
  [
    "Google",
    {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [
        { role: "user", parts: [{ text: "Who did " }, { text: "it?" }] },
        { role: "model", parts: [{ text: "C01" }] },
      ],
    },
  ],
])("the messages of a request to %s", (_vendor, request) => {
  expect(messagesOf(request)).toEqual(wanted);
});

test("a request without messages has none", () => {
  for (const request of [null, "text", {}, { messages: "x" }]) expect(messagesOf(request)).toBeNull();
});
