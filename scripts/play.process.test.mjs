// A reader goes on while the web server and PostgreSQL are killed under them: real processes, a real browser.
import { rmSync } from "node:fs";
import { chromium } from "@playwright/test";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, startDatabase } from "./database.mjs";
import { migrate } from "./migrate.mjs";
import { keepRunning } from "./processes.mjs";
import { answers, childEnv, seed, startWeb } from "./services.mjs";
import { testFolder } from "./test-folder.mjs";

const host = "127.0.0.1";
const secret = "only-for-the-process-tests-0123456789";
let folder;
let database;
let web;
let browser;
let address;

beforeAll(async () => {
  folder = testFolder("worth play");
  database = await startDatabase({ dataDir: folder });
  await migrate(database.url);
  const port = await freePort();
  // Chromium takes cookies and service workers from this name without https.
  address = `http://localhost:${port}`;
  const env = childEnv({ url: database.url, authSecret: secret, encryptionKey: secret, address });
  await seed(env);
  web = keepRunning({ name: "web server", start: () => startWeb({ env, host, port }), say: () => {} });
  await answers(address);
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-quic"] });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await web?.stop();
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("a reader loses no move and none is doubled when the web server and then PostgreSQL are killed", async () => {
  const page = await browser.newPage({ locale: "en-GB" });
  const sentences = page.locator(".sentence");
  const state = (name) => page.locator(`[data-sync=${name}]`).waitFor({ timeout: 60_000 });
  const readTo = async (count) => {
    for (let open = await sentences.count(); open < count; open++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => sentences.count()).toBe(count);
  };
  await page.goto(`${address}/play/ferry-lane-broth`);
  await page.getByRole("button", { name: "Begin reading" }).click();
  await sentences.first().waitFor();
  await readTo(4);
  await state("synced");

  process.kill(web.pid(), "SIGKILL");
  await readTo(8);
  await state("waiting");
  await readTo(10);
  await state("synced");

  const { port } = database;
  process.kill(database.pid, "SIGKILL");
  await database.exited;
  await readTo(13);
  await state("waiting");
  database = await startDatabase({ dataDir: folder, port });
  await readTo(15);
  await state("synced");

  const id = await page.evaluate(() => localStorage.getItem("worth-attempt:ferry-lane-broth"));
  const { events } = await (await page.request.get(`${address}/api/v1/attempts/${id}`)).json();
  expect(events.map((move) => move.seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter((move) => move.type === "reveal")).toHaveLength(15);
});
