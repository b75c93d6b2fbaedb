import { expect, test } from "vitest";
import { checkBaseUrl, defaultBaseUrls } from "./base-url";

test("the providers' own addresses are right", () => {
  for (const url of Object.values(defaultBaseUrls)) expect(checkBaseUrl(url)).toBeNull();
  expect(checkBaseUrl("http://localhost:11434/v1/")).toBeNull();
});

test.each([
  ["api.example.com/v1", /not an address/],
  ["ftp://example.com", /begins with https/],
  ["file:///etc/passwd", /begins with https/],
  ["javascript:alert(1)", /begins with https/],
  ["https://me:secret@example.com/v1", /user name or password/],
  ["https://example.com/v1?key=1", /ends before/],
  ["https://example.com/v1/chat/completions", /base address alone/],
])("%s is wrong, in words", (url, words) => {
  expect(checkBaseUrl(url)).toMatch(words);
});
