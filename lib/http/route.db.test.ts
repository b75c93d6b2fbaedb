import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { db } from "@/lib/store/db";
import { forgetOld } from "@/lib/store/limits";
import { createApiKey, createUser } from "@/lib/store/users";
import { route } from "./route";

let secret: string;
let other: string;

beforeAll(async () => {
  const keyOf = async (name: string) => {
    const user = await createUser({ email: `${name}@example.org`, password: "long enough" });
    return (await createApiKey(user, name)).secret;
  };
  secret = await keyOf("one");
  other = await keyOf("other");
});

type Sent = { body?: BodyInit; key?: string; params?: Record<string, string>; as?: string; query?: string };

/** Posts to a handler as a script does. */
async function post(handler: ReturnType<typeof route>, path: string, sent: Sent = {}) {
  const headers: Record<string, string> = { authorization: `Bearer ${sent.as ?? secret}` };
  if (sent.key !== undefined) headers["idempotency-key"] = sent.key;
  const request = new Request(`http://localhost/api/v1/${path}${sent.query ?? ""}`, {
    method: "POST",
    headers,
    body: sent.body,
  });
  const response = await handler(request, { params: Promise.resolve(sent.params) });
  const type = response.headers.get("content-type");
  return { status: response.status, type, body: await response.json(), headers: response.headers };
}

test("each route has its own limit, whatever the id in its path", async () => {
  const many = route({ perMinute: 50 }, async () => ({ body: {} }));
  const few = route({ perMinute: 3 }, async () => ({ body: {} }));
  const status = async (handler: typeof many, path: string, params?: Record<string, string>) =>
    (await post(handler, path, { params })).status;
  for (let call = 0; call < 10; call++) expect(await status(many, "attempts/att_1/moves", { id: "att_1" })).toBe(200);
  expect(await status(few, "attempts")).toBe(200);
  for (const id of ["att_1", "att_2", "att_3"]) expect(await status(few, `attempts/${id}/reveal`, { id })).toBe(200);
  const refused = await post(few, "attempts/att_4/reveal", { params: { id: "att_4" } });
  expect(refused).toMatchObject({ status: 429, type: "application/problem+json", body: { code: "rate-limited" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await post(few, "attempts/att_4/reveal", { params: { id: "att_4" }, as: other })).status).toBe(200);
});

/** A route that counts how often its work was done. */
function counting(work: (times: number) => Promise<void> = async () => {}) {
  const done = { times: 0 };
  const handler = route({ body: z.strictObject({ n: z.int() }), idempotent: true }, async ({ body }) => {
    done.times += 1;
    await work(done.times);
    return { status: 201, body: { n: body.n, times: done.times } };
  });
  return { done, handler };
}

test("the same body under the same key is answered once and the same; another body under it is 422", async () => {
  const { done, handler } = counting();
  const first = await post(handler, "things", { key: "k1", body: '{"n":1}' });
  const again = await post(handler, "things", { key: "k1", body: '{"n":1}' });
  expect(first).toMatchObject({ status: 201, body: { n: 1, times: 1 } });
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(await post(handler, "things", { key: "k1", body: '{"n":2}' })).toMatchObject({
    status: 422,
    type: "application/problem+json",
    body: { faults: [{ field: "Idempotency-Key" }] },
  });
  expect(done.times).toBe(1);
  await post(handler, "things", { key: "k1", body: '{"n":1}', as: other });
  await post(handler, "others", { key: "k1", body: '{"n":1}' });
  expect(done.times).toBe(3);
});

test("of two at once under one key the work is done once, and both get its answer", async () => {
  const { done, handler } = counting(() => new Promise((resolve) => setTimeout(resolve, 150)));
  const body = '{"n":5}';
  const both = await Promise.all([1, 2, 3].map(() => post(handler, "things", { key: "twice", body })));
  expect(done.times).toBe(1);
  for (const one of both) expect(one).toMatchObject({ status: 201, body: { n: 5, times: 1 } });
});

test("work that fails leaves the key free; a claim of a dead process is taken over", async () => {
  const { done, handler } = counting(async (times) => {
    if (times === 1) throw new AppError("conflict", "Not now.");
  });
  const sent = { key: "again", body: '{"n":3}' };
  expect((await post(handler, "things", sent)).status).toBe(409);
  expect(await post(handler, "things", sent)).toMatchObject({ status: 201, body: { times: 2 } });
  const long = new Date(Date.now() - 600_000);
  await db().idempotency.updateMany({ where: { key: { endsWith: ":again" } }, data: { status: 0, createdAt: long } });
  expect(await post(handler, "things", sent)).toMatchObject({ status: 201, body: { times: 3 } });
  expect(done.times).toBe(3);
});

test("an Idempotency-Key without end is refused by name", async () => {
  const { handler } = counting();
  expect(await post(handler, "things", { key: "x".repeat(300), body: '{"n":1}' })).toMatchObject({
    status: 422,
    body: { faults: [{ field: "Idempotency-Key" }] },
  });
});

const plain = route(
  { body: z.strictObject({ text: z.string(), raw: z.string().optional() }), anyText: ["raw"] },
  async ({ body }) => ({ body }),
);
const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

test.each<[string, BodyInit, number, string | undefined]>([
  ["not JSON", "{", 400, undefined],
  ["bytes that are no text", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 400, undefined],
  ["a list", "[]", 422, "body"],
  ["a number", "7", 422, "body"],
  ["a wrong type", '{"text":[1]}', 422, "text"],
  ["U+0000", '{"text":"a\\u0000b"}', 422, "text"],
  ["half a pair", '{"text":"\\ud800"}', 422, "text"],
  ["a name with U+0000", '{"text":"","a\\u0000":1}', 422, "body"],
  ["a nested value", '{"text":{"a":{"b":"\\u0000"}}}', 422, "text.a.b"],
  ["nesting without end", deep, 422, undefined],
  ["too much", `{"text":"${"x".repeat(300_000)}"}`, 413, undefined],
])("%s is refused", async (_name, body, status, field) => {
  const answer = await post(plain, "things", { body });
  expect(answer).toMatchObject({ status, type: "application/problem+json" });
  if (field) expect(answer.body.faults[0].field).toBe(field);
});

test("a field that the store mends may hold anything", async () => {
  expect((await post(plain, "things", { body: '{"text":"","raw":"a\\u0000\\ud800"}' })).status).toBe(200);
});

test("ids and filters that cannot be stored, and a broken percent code, are refused by name", async () => {
  const bad = await post(plain, "things/%00", { params: { id: "\u0000" }, body: '{"text":""}' });
  expect(bad).toMatchObject({ status: 422, body: { faults: [{ field: "id" }] } });
  expect(await post(plain, "things", { query: "?q=%00", body: '{"text":""}' })).toMatchObject({
    status: 422,
    body: { faults: [{ field: "q" }] },
  });
  expect((await post(plain, "things/%E0%A4%A", { params: { id: "x" }, body: '{"text":""}' })).status).toBe(400);
});

test("an unexpected fault tells nothing of the inside", async () => {
  const broken = route({}, async () => {
    throw new Error("secret place: /srv/inside");
  });
  const answer = await post(broken, "things");
  expect(answer).toMatchObject({ status: 500, type: "application/problem+json" });
  expect(JSON.stringify(answer.body)).not.toMatch(/secret|\/srv|at /);
});

test("the same key and body under another query is another request", async () => {
  const { handler } = counting();
  const body = JSON.stringify({ n: 1 });
  expect((await post(handler, "tasks", { body, key: "asked", query: "?dryRun=true" })).status).toBe(201);
  expect((await post(handler, "tasks", { body, key: "asked" })).status).toBe(422);
});

test("old limits and kept answers are forgotten, new ones stay", async () => {
  const old = new Date(Date.now() - 8 * 24 * 3_600_000);
  await db().rateLimit.createMany({
    data: [
      { key: "old", count: 1, windowAt: old },
      { key: "new", count: 1, windowAt: new Date() },
    ],
  });
  await db().idempotency.create({ data: { key: "old", bodyHash: "x", status: 200, body: {}, createdAt: old } });
  await forgetOld();
  const left = async (key: string) => [
    await db().rateLimit.count({ where: { key } }),
    await db().idempotency.count({ where: { key } }),
  ];
  expect([await left("old"), await left("new")]).toEqual([
    [0, 0],
    [1, 0],
  ]);
});
