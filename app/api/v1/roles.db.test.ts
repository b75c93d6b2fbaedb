import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type ApiCall, apiCalls } from "@/lib/contracts/openapi";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { db } from "@/lib/store/db";
import { createPlayer } from "@/lib/store/players";
import { publishEpisode } from "@/lib/store/publish-episode";
import { startedBy } from "@/lib/store/test-players";
import { type Account, createApiKey, createUser, type Role } from "@/lib/store/users";
import { exampleOf, schemaOf } from "./drawn-bodies";
import { browser, mockedHeaders, mockedSession, parametersOf, send } from "./handlers";

vi.mock("next/headers", () => mockedHeaders);
vi.mock("next-auth", async (original) => ({ ...(await original<object>()), getServerSession: mockedSession }));
vi.mock("@/lib/store/limits", async (original) => ({ ...(await original<object>()), takeLimit: async () => {} }));

const roles: Role[] = ["player", "researcher", "admin"];
const accounts = {} as Record<Role, Account & { secret: string }>;
const players = {} as Record<"own" | "another", string>;
let attempt: string;
let anothersKey: string;

beforeAll(async () => {
  for (const role of roles) {
    const account = await createUser({ email: `${role}@example.org`, password: "long enough", role });
    accounts[role] = { ...account, secret: (await createApiKey(account, role)).secret };
  }
  const another = await createUser({ email: "another@example.org", password: "long enough" });
  anothersKey = (await createApiKey(another, "another")).id;
  const [own, foreign] = [await createPlayer(), await createPlayer()];
  players.own = own.cookie;
  players.another = foreign.cookie;
  const { id: task } = await publishEpisode(madeUpDocument());
  attempt = await startedBy(own.id, task);
});

beforeEach(() => {
  browser.userId = null;
  browser.cookies.clear();
});

const name = (call: ApiCall) => `${call.method.toUpperCase()} ${call.path}`;
const bodyOf = (call: ApiCall) => (call.body ? JSON.stringify(exampleOf(schemaOf(call.body))) : undefined);
const sentFor = (call: ApiCall, id = "nobody") => ({
  body: bodyOf(call),
  params: Object.fromEntries(parametersOf(call).map((parameter) => [parameter, id])),
});
const allows = (needed: Role, held: Role) => roles.indexOf(held) >= roles.indexOf(needed);
const has = (role: string): role is Role => (roles as string[]).includes(role);

describe.each(apiCalls.map((call) => [name(call), call] as const))("%s", (_name, call) => {
  test("anonymous", async () => {
    const { status } = await send(call, sentFor(call));
    if (has(call.role)) expect(status).toBe(401);
    else if (call.role === "player's cookie") expect([401, 404, 422]).toContain(status);
    else expect([401, 403].includes(status) && call.path !== "/setup").toBe(false);
  });

  test.each(roles)("%s, signed in and by an API key", async (role) => {
    if (!has(call.role)) return;
    browser.userId = accounts[role].id;
    const signedIn = await send(call, sentFor(call));
    browser.userId = null;
    const headers = { authorization: `Bearer ${accounts[role].secret}` };
    const byKey = await send(call, { ...sentFor(call), headers });
    for (const { status } of [signedIn, byKey]) {
      if (allows(call.role, role)) expect([401, 403, 500]).not.toContain(status);
      else expect(status).toBe(403);
    }
  });

  test("an id that does not exist is 404, or its body is refused first", async () => {
    if (parametersOf(call).length === 0) return;
    browser.userId = accounts.admin.id;
    const { status, text } = await send(call, sentFor(call));
    const fits = !call.body || call.body.safeParse(JSON.parse(bodyOf(call) ?? "null")).success;
    expect(status, text).toBe(fits ? 404 : 422);
  });

  test("another site's page cannot write with a session", async () => {
    if (call.method === "get") return;
    browser.userId = accounts.admin.id;
    for (const [header, value] of [
      ["origin", "https://elsewhere.example"],
      ["sec-fetch-site", "cross-site"],
    ] as const) {
      expect((await send(call, { ...sentFor(call), headers: { [header]: value } })).status).toBe(403);
    }
  });

  test("an API key that is not known opens nothing", async () => {
    const headers = { authorization: "Bearer worth_unknown" };
    expect((await send(call, { ...sentFor(call), headers })).status).toBe(401);
  });
});

describe("an attempt", () => {
  const calls = apiCalls.filter((call) => call.role === "player's cookie" && call.path.startsWith("/attempts"));
  const asked = (call: ApiCall) => ({
    ...sentFor(call, attempt),
    ...(call.path.endsWith("/moves") && { body: '{"moves":[{"seq":1,"type":"mark","sentence":"S001"}]}' }),
  });

  test.each(calls.map((call) => [name(call), call] as const))("%s is its own player's alone", async (_name, call) => {
    expect([401, 404]).toContain((await send(call, asked(call))).status);
    browser.cookies.set("worth-player", players.another);
    expect((await send(call, asked(call))).status).toBe(404);
    browser.cookies.set("worth-player", players.own.replace(/\..*/, ".forged"));
    expect([401, 404]).toContain((await send(call, asked(call))).status);
    browser.cookies.set("worth-player", players.own);
    expect([200, 409]).toContain((await send(call, asked(call))).status);
  });

  test("a researcher may look at it, and not act in it", async () => {
    browser.userId = accounts.researcher.id;
    for (const call of calls) {
      expect(call.method === "get" ? [200] : [401, 404]).toContain((await send(call, asked(call))).status);
    }
  });

  test("a script cannot act as a person", async () => {
    const start = apiCalls.find((call) => name(call) === "POST /attempts") as ApiCall;
    const headers = { authorization: `Bearer ${accounts.admin.secret}` };
    expect((await send(start, { body: '{"task":"made-up"}', headers })).status).toBe(403);
  });
});

test("what a player tells of themselves is kept for that player, and only by their cookie", async () => {
  const call = apiCalls.find((one) => name(one) === "PATCH /player") as ApiCall;
  const tell = (body: object) => send(call, { body: JSON.stringify(body) });
  const kept = async (cookie: string) => db().player.findUnique({ where: { id: cookie.split(".")[0] as string } });
  expect((await tell({ nativeLanguage: "zh" })).status).toBe(401);
  browser.cookies.set("worth-player", players.own.replace(/\..*/, ".forged"));
  expect((await tell({ nativeLanguage: "zh" })).status).toBe(401);
  browser.cookies.set("worth-player", players.own);
  expect((await tell({ nativeLanguage: "tlh" })).status).toBe(422);
  expect((await tell({ nativeLanguage: "zh" })).status).toBe(200);
  const { status, text } = await tell({ priorReading: "often" });
  expect([status, JSON.parse(text)]).toEqual([200, { nativeLanguage: "zh", priorReading: "often" }]);
  expect(await kept(players.own)).toMatchObject({ nativeLanguage: "zh", priorReading: "often" });
  expect(await kept(players.another)).toMatchObject({ nativeLanguage: null, priorReading: null });
  await tell({ nativeLanguage: null });
  expect(await kept(players.own)).toMatchObject({ nativeLanguage: null, priorReading: "often" });
});

test("another's API key cannot be revoked", async () => {
  const call = apiCalls.find((one) => name(one) === "DELETE /keys/{id}") as ApiCall;
  browser.userId = accounts.admin.id;
  expect((await send(call, { params: { id: anothersKey } })).status).toBe(404);
});
