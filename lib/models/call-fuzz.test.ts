import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callModel } from "./call";
import type { ConnectionKind } from "./provider";
import { connectionTo, modelNamed, type PlainServer, plainServer } from "./test-fixtures";

let server: PlainServer;
let next: { status: number; body: string; headers: Record<string, string> };

beforeAll(async () => {
  server = await plainServer((request, response) => {
    request.resume();
    response.writeHead(next.status, { "content-type": "application/json", ...next.headers });
    response.end([204, 304].includes(next.status) ? undefined : next.body);
  });
});
afterAll(() => server.stop());

const word = fc.constantFrom("error", "message", "code", "choices", "content", "candidates", "parts", "text", "usage");
const { body } = fc.letrec<{ body: unknown }>((tie) => ({
  body: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 0, -1, 1e308, "", "429", "assistant", "stop", "<think>"),
    fc.string({ unit: "binary" }),
    fc.array(tie("body"), { maxLength: 3 }),
    fc.dictionary(word, tie("body"), { maxKeys: 5 }),
  ),
}));

test("whatever a server answers, a call ends in a reply or a typed failure", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<ConnectionKind>("openai-compatible", "anthropic", "google"),
      fc.constantFrom(200, 200, 200, 201, 204, 301, 400, 401, 404, 418, 422, 429, 500, 503, 599),
      fc.oneof(
        body.map((value) => JSON.stringify(value)),
        fc.string({ unit: "binary" }),
      ),
      fc.constantFrom("", "0", "-1", "soon", "99999999999999999999", "Thu, 99 Foo 2026"),
      async (kind, status, text, retryAfter) => {
        next = { status, body: text, headers: { "retry-after": retryAfter } };
        const outcome = await callModel(connectionTo(server.url, { kind }), modelNamed("m"), [
          { role: "user", content: "hello" },
        ]);
        if (outcome.ok) expect(typeof outcome.reply.text).toBe("string");
        else expect(outcome.failure.message.length).toBeGreaterThan(10);
        expect(outcome.record.tries).toHaveLength(1);
        expect(outcome.record.request).not.toBeNull();
        expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
        expect(outcome.ok && status !== 200 && status !== 201 && status !== 400).toBe(false);
      },
    ),
    { numRuns: 600 },
  );
});
