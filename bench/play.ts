/**
 * npm run bench:play — how fast playing is on a mid-range phone: a real Chromium with its processor slowed to a quarter
 * and a slow 4G network (1.6 Mbit/s down, 0.75 up, 150 ms there and back), against a production build with a database
 * of its own. Needs Chromium (CHROMIUM_PATH names it) and builds first when a source changed.
 *
 * load_ms: from opening the page, nothing cached, until the case can be begun; the median of five.
 * key_to_sentence_p95_ms: from the key to the frame after which the new sentence is on the screen, over a whole long case.
 * cls_on_advance: all layout shifts while reading it, those just after a key included (the browser's own score leaves them out).
 * js_kb_empty: gzipped kilobytes of the scripts that this build loads on every page, whatever is on it.
 * js_kb_over_empty: what the play page loads beyond them, up to the middle of a case.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { freePort } from "../scripts/database.mjs";
import { endGroup } from "../scripts/processes.mjs";
import { build, distDir, root } from "../scripts/project.mjs";
import { answers, childEnv, seed, startWeb } from "../scripts/services.mjs";
import { startTestCluster } from "../scripts/test-cluster.mjs";

const slug = "fourteen-bushes";
const secret = "only-for-the-bench-0123456789";
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "en-GB" };
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};

type Measured = { usable: number | null; keys: number[]; shifts: { value: number; at: number }[] };
declare global {
  interface Window {
    measured: Measured;
  }
}

const quantile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] as number;

/** Runs in the page before anything else: notes when the case can be begun, each key's time, and every layout shift. */
function watch(): void {
  window.measured = { usable: null, keys: [], shifts: [] };
  const look = () => {
    const begin = document.querySelector<HTMLButtonElement>("main .btn-main");
    if (begin && !begin.disabled && getComputedStyle(begin).visibility === "visible") {
      window.measured.usable = performance.now();
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value } = entry as PerformanceEntry & { value: number };
      window.measured.shifts.push({ value, at: entry.startTime });
    }
  }).observe({ type: "layout-shift", buffered: true });
  const painted = (from: number) => {
    requestAnimationFrame(() => {
      // A message posted in a frame arrives after that frame was painted.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => void window.measured.keys.push(performance.now() - from);
      channel.port2.postMessage(null);
    });
  };
  const count = () => document.querySelectorAll(".sentence").length;
  window.addEventListener(
    "keydown",
    (event) => {
      const before = count();
      const seen = new MutationObserver(() => {
        if (count() === before) return;
        seen.disconnect();
        painted(event.timeStamp);
      });
      seen.observe(document.body, { childList: true, subtree: true });
    },
    true,
  );
}

async function openPage(browser: Browser, address: string, slow: boolean): Promise<Page> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  // The name that tsx wraps functions with is not known in the page.
  await page.addInitScript("globalThis.__name = (held) => held;");
  await page.addInitScript(watch);
  if (slow) {
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", network);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  await page.goto(`${address}/play/${slug}`, { waitUntil: "commit" });
  await page.waitForFunction(() => window.measured.usable !== null, null, { timeout: 60_000 });
  return page;
}

async function begin(page: Page): Promise<number> {
  await page.getByRole("button", { name: "Begin reading" }).tap();
  await page.locator(".sentence").first().waitFor();
  const text = await page
    .getByText(/^\d+\/\d+$/)
    .first()
    .textContent();
  return Number(text?.split("/")[1]);
}

async function readOn(page: Page, from: number, to: number): Promise<void> {
  for (let open = from; open < to; open++) {
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((count) => document.querySelectorAll(".sentence").length >= count, open + 1);
    await page.waitForTimeout(60);
  }
}

/** The scripts that the page has loaded up to the middle of a case, by their paths under the build's folder. */
async function scripts(browser: Browser, address: string): Promise<string[]> {
  const page = await openPage(browser, address, false);
  const total = await begin(page);
  await readOn(page, 1, Math.ceil(total / 2));
  await page.waitForLoadState("networkidle");
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
  await page.context().close();
  const places = names.map((name) => new URL(name).pathname).filter((place) => place.endsWith(".js"));
  return [...new Set(places)].map((place) => place.replace("/_next/", ""));
}

const gzipped = (files: string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(root, distDir, file))).length, 0);

async function measure(browser: Browser, address: string) {
  const loaded = await scripts(browser, address);
  const manifest = JSON.parse(readFileSync(path.join(root, distDir, "build-manifest.json"), "utf8"));
  const everywhere: string[] = manifest.rootMainFiles;
  if (!everywhere.every((file) => loaded.includes(file))) throw new Error("The build's own scripts were not loaded.");
  const empty = gzipped(everywhere);
  const all = gzipped(loaded);

  const loads: number[] = [];
  for (let load = 0; load < 5; load++) {
    const page = await openPage(browser, address, true);
    loads.push(await page.evaluate(() => window.measured.usable as number));
    await page.context().close();
  }
  console.log(`loads: ${loads.map(Math.round).join(", ")} ms`);

  const page = await openPage(browser, address, true);
  const total = await begin(page);
  await page.waitForTimeout(3_000);
  const from = await page.evaluate(() => performance.now());
  await readOn(page, 1, total);
  const { keys, shifts } = await page.evaluate(() => window.measured);
  await page.context().close();
  if (keys.length !== total - 1) throw new Error(`${keys.length} of ${total - 1} keys were timed.`);
  console.log(`keys: median ${quantile(keys, 0.5).toFixed(1)} ms, longest ${quantile(keys, 1).toFixed(1)} ms`);
  const moved = shifts.filter((shift) => shift.at >= from).reduce((sum, shift) => sum + shift.value, 0);
  return {
    load_ms: Math.round(quantile(loads, 0.5)),
    key_to_sentence_p95_ms: Number(quantile(keys, 0.95).toFixed(1)),
    cls_on_advance: Number(moved.toFixed(4)),
    js_kb_over_empty: Number(((all - empty) / 1000).toFixed(1)),
    js_kb_empty: Number((empty / 1000).toFixed(1)),
  };
}

await build();
const cluster = await startTestCluster();
const port = await freePort();
const address = `http://localhost:${port}`;
const env = childEnv({ url: cluster.url, authSecret: secret, encryptionKey: secret, address });
let web: ReturnType<typeof startWeb> | undefined;
let browser: Browser | undefined;
try {
  await seed(env);
  web = startWeb({ env, host: "127.0.0.1", port });
  if (!(await answers(address))) throw new Error("The web server does not answer.");
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-quic"] });
  console.log(JSON.stringify({ bench: "play", figures: await measure(browser, address) }));
} finally {
  await browser?.close();
  if (web?.pid) await endGroup(web.pid);
  await cluster.stop();
}
