import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { apiCalls } from "@/lib/contracts/openapi";
import { createPlayer } from "@/lib/store/players";
import { publishEpisode } from "@/lib/store/publish-episode";
import { startedBy } from "@/lib/store/test-players";
import { createApiKey, createUser } from "@/lib/store/users";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { drawnBody, junk } from "./drawn-bodies";
import { browser, mockedHeaders, mockedSession, parametersOf, send } from "./handlers";

vi.mock("next/headers", () => mockedHeaders);
vi.mock("next-auth", async (original) => ({ ...(await original<object>()), getServerSession: mockedSession }));
// Limits have their own test; here every body must get as far as it can.
vi.mock("@/lib/store/limits", async (original) => ({ ...(await original<object>()), takeLimit: async () => {} }));
// Passwords are derived slowly on purpose; the fuzzing of bodies is not about them.
vi.mock("node:crypto", async (original) => {
  const real = await original<typeof import("node:crypto")>();
  const quick = (_password: unknown, _salt: unknown, length: number, done: (error: null, key: Buffer) => void) =>
    done(null, Buffer.alloc(length));
  return { ...real, scrypt: quick };
});

const writing = apiCalls.filter((call) => call.method !== "get");
const reading = apiCalls.filter((call) => call.method === "get");
const bodies = 10_000;
const queries = 1_500;
let ids: string[] = [];

beforeAll(async () => {
  const admin = await createUser({ email: "fuzz@example.org", password: "long enough", role: "admin" });
  const other = await createUser({ email: "fuzzed@example.org", password: "long enough" });
  const key = await createApiKey(admin, "fuzz");
  const player = await createPlayer();
  const { id: task } = await publishEpisode(madeUpDocument());
  const attempt = await startedBy(player.id, task, { presentation: "incremental" });
  browser.userId = admin.id;
  browser.cookies.set("worth-player", player.cookie);
  ids = [task, "made-up", attempt, other.id, key.id];
});

/** What every answer must be: known to the caller as a success, or a problem that tells nothing of the inside. */
function checkAnswer(answer: Awaited<ReturnType<typeof send>>): void {
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status < 400) return;
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const problem = JSON.parse(answer.text);
  expect(problem).toMatchObject({ status: answer.status, code: expect.any(String), detail: expect.any(String) });
  expect(answer.text).not.toMatch(/node_modules|\.ts:\d|at \w+ \(|prisma|ZodError/i);
}

const idOf = () => fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.string(), junk.map(fc.stringify));

test(`${bodies} drawn bodies over every call that writes: no 5xx, always problem+json, nothing of the inside`, async () => {
  const seen = new Map<number, number>();
  for (const call of writing) {
    const params = fc.record(Object.fromEntries(parametersOf(call).map((name) => [name, idOf()])));
    await fc.assert(
      fc.asyncProperty(drawnBody(call.body, ids), params, async (body, held) => {
        const answer = await send(call, { body, params: held as Record<string, string> });
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        checkAnswer(answer);
      }),
      { numRuns: Math.ceil(bodies / writing.length) },
    );
  }
  // Fuzzing that never gets through a door tests only the door.
  expect(seen.get(422)).toBeGreaterThan(bodies / 20);
  expect((seen.get(200) ?? 0) + (seen.get(201) ?? 0)).toBeGreaterThan(bodies / 100);
}, 600_000);

test("drawn ids and queries over every call that reads", async () => {
  const names = ["limit", "after", "task", "run", "model", "validity", "status", "format", "q", "asOf"];
  const query = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.oneof(junk.map(fc.stringify), fc.constantFrom(...ids))),
    {
      maxLength: 3,
    },
  );
  for (const call of reading) {
    const params = fc.record(Object.fromEntries(parametersOf(call).map((name) => [name, idOf()])));
    await fc.assert(
      fc.asyncProperty(query, params, async (pairs, held) => {
        const text = new URLSearchParams(pairs.map(([name, value]) => [name, value] as [string, string])).toString();
        checkAnswer(await send(call, { query: `?${text}`, params: held as Record<string, string> }));
      }),
      { numRuns: Math.ceil(queries / reading.length) },
    );
  }
}, 300_000);

test.each(["abc", "0", "1e9", "-1", "1.5", ""])("limit=%s of a list is refused by name, or is none", async (limit) => {
  const list = reading.find((call) => call.path === "/attempts");
  if (!list) throw new Error("no list of attempts");
  const answer = await send(list, { query: `?limit=${limit}` });
  if (limit === "") expect(answer.status).toBe(200);
  else expect(JSON.parse(answer.text)).toMatchObject({ status: 422, faults: [{ field: "limit" }] });
});
