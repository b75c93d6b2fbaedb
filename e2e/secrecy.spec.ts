import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, expect, test } from "@playwright/test";
import { parse } from "yaml";
import { apiCalls } from "@/lib/contracts/openapi";

const episodes = fileURLToPath(new URL("../prisma/seed/episodes", import.meta.url));

type Note = { zh: string; en: string };
type Key = {
  canary: string;
  clues: Record<string, { note: Note }>;
  solution: { text: Note }[];
  attractor: { note: Note };
  misled?: { text: Note }[];
};

/** What only answer keys hold: canaries, notes, solutions, of every case and each of its variants. */
function secretsOf(slug: string): string[] {
  const read = (file: string) => parse(readFileSync(`${episodes}/${slug}/${file}`, "utf8"));
  const variants = readdirSync(`${episodes}/${slug}/variants`).map((file) => read(`variants/${file}`).key as Key);
  return [read("key.yaml") as Key, ...variants.filter(Boolean)].flatMap((key) => [
    key.canary,
    ...Object.values(key.clues).flatMap(({ note }) => [note.zh, note.en]),
    ...key.solution.flatMap(({ text }) => [text.zh, text.en]),
    ...[key.attractor.note.zh, key.attractor.note.en],
    ...(key.misled ?? []).flatMap(({ text }) => [text.zh, text.en]),
  ]);
}

const slugs = readdirSync(episodes, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const secrets = slugs.flatMap(secretsOf).map((text) => text.trim());

/** A text as it may stand in HTML, in a script's string or in JSON: escapes taken away. */
function plain(body: string): string {
  return body
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\"', '"')
    .replaceAll("&quot;", '"')
    .replaceAll(/&#x27;|&#39;|&apos;/g, "'")
    .replaceAll("&amp;", "&");
}

test("nothing of an answer key is in any answer of any route before a submission", async ({ request, browser }) => {
  test.setTimeout(180_000);
  expect(slugs.length).toBeGreaterThanOrEqual(3);
  expect(secrets.length).toBeGreaterThan(100);
  const seen = new Map<string, number>();
  const files = new Set<string>();
  const pages = new Set<string>();

  async function look(from: APIRequestContext, path: string, headers: Record<string, string> = {}, body?: string) {
    const response =
      body === undefined ? await from.get(path, { headers }) : await from.post(path, { headers, data: body });
    const raw = await response.text();
    const text = plain(raw);
    const told = secrets.find((secret) => text.includes(secret));
    if (told) throw new Error(`${path} holds "${told.slice(0, 60)}"`);
    seen.set(`${path} ${JSON.stringify(headers)}`, response.status());
    for (const [, file] of text.matchAll(/["'(](\/_next\/static\/[^"'()\\]+)/g)) if (file) files.add(file);
    for (const [, link] of text.matchAll(/href="(\/[^"#]*)"/g)) {
      if (link && !/\.\w+$/.test(link.split("?")[0] ?? "") && !link.startsWith("/api/")) pages.add(link);
    }
    return { status: response.status(), raw };
  }

  for (const start of [
    "/",
    "/insights",
    "/sign-in",
    "/api",
    "/nothing",
    ...slugs.flatMap((slug) => [`/play/${slug}`, `/insights/${slug}`]),
  ])
    pages.add(start);
  for (const locale of ["en", "zh"]) {
    const context = await browser.newContext({ locale: locale === "zh" ? "zh-CN" : "en-GB" });
    const from = context.request;
    const done = new Set<string>();
    // Views of a page by its address are the same code in the other language.
    const waiting = () => [...pages].find((one) => !done.has(one) && (locale === "en" || !one.includes("?")));
    for (let next = waiting(); next; next = waiting()) {
      done.add(next);
      await look(from, next);
      // The same page as the router fetches it: the payload of server components.
      await look(from, `${next}${next.includes("?") ? "&" : "?"}_rsc=1`, { rsc: "1" });
      expect(done.size).toBeLessThan(150);
    }
    await context.close();
  }
  for (const slug of slugs) {
    for (const panel of ["hits", "selection", "validity"]) {
      for (const format of ["csv", "svg"])
        await look(request, `/insights/${slug}/download?panel=${panel}&format=${format}`);
    }
  }

  for (const call of apiCalls.filter((one) => one.method === "get")) {
    for (const slug of slugs) await look(request, `/api/v1${call.path.replaceAll(/\{\w+\}/g, slug)}`);
  }
  await look(request, "/api/v1/openapi.json");

  for (const slug of slugs) {
    for (const presentation of ["full", "incremental"]) {
      const condition = { language: "en", presentation };
      const headers = { "content-type": "application/json" };
      const started = await look(request, "/api/v1/attempts", headers, JSON.stringify({ task: slug, condition }));
      expect(started.status).toBe(201);
      const { id } = JSON.parse(started.raw);
      await look(request, `/api/v1/attempts/${id}`);
      const reveal = await look(request, `/api/v1/attempts/${id}/reveal`, headers, "{}");
      expect(reveal.status, "the solution does not open before the answer").toBe(409);
    }
  }
  // What is looked for is what the solution tells: after an answer it is there.
  const data = { task: slugs[0], condition: { language: "en", presentation: "full" } };
  const { id } = await (await request.post("/api/v1/attempts", { data })).json();
  const response = { clues: ["S001"], participants: [], reconstruction: "Nobody did.", confidence: 1 };
  const moves = [{ seq: 1, type: "submit", response }];
  expect((await request.post(`/api/v1/attempts/${id}/moves`, { data: { moves } })).status()).toBe(200);
  const told = plain(await (await request.post(`/api/v1/attempts/${id}/reveal`, { data: {} })).text());
  expect(secrets.filter((secret) => told.includes(secret)).length).toBeGreaterThan(5);

  for (const file of files) {
    await look(request, file);
    const map = await request.get(`${file}.map`);
    expect(map.status(), `${file} has no source map`).toBe(404);
  }
  expect(files.size).toBeGreaterThan(3);
  expect([...seen.values()].filter((status) => status >= 500)).toEqual([]);
  expect(seen.size).toBeGreaterThan(60);
});
