import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, startDatabase } from "./database.mjs";
import { migrate } from "./migrate.mjs";
import { endGroup, wait } from "./processes.mjs";
import { answers, childEnv, startWeb } from "./services.mjs";
import { testFolder } from "./test-folder.mjs";

let data;
let database;
let web;
let address;

beforeAll(async () => {
  data = testFolder("worth-outage");
  database = await startDatabase({ dataDir: data, fast: true });
  await migrate(database.url);
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const secret = "only-for-the-outage-test-0123456789";
  const env = childEnv({ url: database.url, authSecret: secret, encryptionKey: secret, address });
  web = startWeb({ env: { ...env, NEXT_DIST_DIR: process.env.NEXT_DIST_DIR }, host: "127.0.0.1", port });
  if (!(await answers(address))) throw new Error("The web server does not answer.");
});

afterAll(async () => {
  if (web) await endGroup(web.pid);
  await database?.stop();
  rmSync(data, { recursive: true, force: true });
});

const get = async (at, language = "en") => {
  const response = await fetch(`${address}${at}`, { headers: { "accept-language": language }, redirect: "manual" });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

it("answers 503 with Retry-After on pages and API while the database is away, and well within 10 s of its return", async () => {
  const pages = ["/", "/insights", "/sign-in", "/insights/nothing", "/api/auth/session"];
  const calls = ["/api/v1/tasks", "/api/v1/health", "/api/v1/benchmarks"];
  expect((await get("/")).status).toBe(200);
  process.kill(database.pid, "SIGKILL");
  await database.exited;
  for (const at of [...pages, ...calls, ...pages]) {
    const { status, headers, text } = await get(at);
    expect(status, at).toBe(503);
    expect(Number(headers.get("retry-after")), at).toBeGreaterThan(0);
    expect(text, at).not.toMatch(/prisma|ECONNREFUSED|127\.0\.0\.1|node_modules/i);
    if (calls.includes(at)) expect(JSON.parse(text).code).toBe("unavailable");
  }
  expect((await get("/")).text).toContain("The database is away");
  expect((await get("/", "zh-CN")).text).toContain("数据库暂时连不上");
  expect((await get("/icon.svg")).status).toBe(200);

  database = await startDatabase({ dataDir: data, fast: true, port: database.port });
  const back = Date.now();
  for (;;) {
    const statuses = await Promise.all([...pages.slice(0, 3), ...calls].map(async (at) => (await get(at)).status));
    if (statuses.every((status) => status === 200)) break;
    expect(Date.now() - back, statuses.join(" ")).toBeLessThan(10_000);
    await wait(100);
  }
});
