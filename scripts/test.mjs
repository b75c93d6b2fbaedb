// npm test: everything that CI does, from a bare checkout. Ends with a line "N passed, N failed".
//   node scripts/test.mjs            all
//   node scripts/test.mjs quick      without build and browser
//   node scripts/test.mjs unit | db | process | e2e
// A file of settings meant for a server has no say in the tests.
process.env.WORTH_ENV_FILE ??= "";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import path from "node:path";
import { freePort } from "./database.mjs";
import { Fault, keepRunning, run } from "./processes.mjs";
import { build, generate, install, nodeFault, root } from "./project.mjs";
import { answers, childEnv, seed, startWeb, startWorker } from "./services.mjs";
import { startTestCluster } from "./test-cluster.mjs";

const mode = process.argv[2] ?? "all";
const parts = {
  all: ["lint", "types", "unit", "db", "build", "process", "e2e"],
  quick: ["lint", "types", "unit", "db"],
  unit: ["unit"],
  db: ["db"],
  process: ["build", "process"],
  e2e: ["build", "e2e"],
};
const distDir = ".next-test";
const totals = { passed: 0, failed: 0 };
const bin = (file) => path.join(root, "node_modules", file);

/** Runs a part and adds up what it says. A part that throws is one failure. */
async function part(name, work) {
  const begun = Date.now();
  let result;
  try {
    result = await work();
  } catch (error) {
    console.error(error instanceof Fault ? error.message : error);
    result = { passed: 0, failed: 1 };
  }
  totals.passed += result.passed;
  totals.failed += result.failed;
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`\n== ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)\n`);
}

/** One check that passes or fails as a whole. */
async function check(args) {
  const { code } = await run(process.execPath, args, { cwd: root, live: true });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A runner that writes its totals as JSON. A run without a single test has failed. */
async function counted(args, env, report, read) {
  fs.rmSync(report, { force: true });
  const { code } = await run(process.execPath, args, { cwd: root, live: true, env });
  const counts = fs.existsSync(report) ? read(JSON.parse(fs.readFileSync(report, "utf8"))) : { passed: 0, failed: 0 };
  const bad = code !== 0 || counts.passed === 0;
  return { passed: counts.passed, failed: bad ? Math.max(1, counts.failed) : counts.failed };
}

function vitest(project, settings = {}) {
  const report = path.join(root, "test-results", `${project}.json`);
  const args = [bin("vitest/vitest.mjs"), "run", "--project", project];
  args.push("--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
  return counted(args, { ...process.env, ...settings }, report, (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
  }));
}

const runs = (file) => file && spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0;

/** A Chromium: the one named, one on the path, Playwright's own, or one installed now. @throws Fault */
async function findChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const usual = () => [process.env.CHROMIUM_PATH, "/usr/bin/chromium", ...names].find(runs);
  const own = async () => {
    const { chromium } = await import("@playwright/test");
    return runs(chromium.executablePath()) ? chromium.executablePath() : undefined;
  };
  const found = usual() ?? (await own());
  if (found) return found;
  console.log("No Chromium is here: trying Playwright's installer.");
  await run(process.execPath, [bin("playwright/cli.js"), "install", "chromium"], { cwd: root, live: true });
  const installed = await own();
  if (installed) return installed;
  if (process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get")) {
    console.log("Installing Debian's chromium and Chinese fonts.");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-q"], { env });
    await run("apt-get", ["install", "-y", "-q", "chromium", "fonts-noto-cjk"], { env, live: true });
  }
  const last = usual();
  if (!last) throw new Fault("The browser tests need Chromium: install it, or name it by CHROMIUM_PATH.");
  return last;
}

/** The browser tests, against a web server, a worker and a database of their own. */
async function browserTests() {
  const chromium = await findChromium();
  const cluster = await startTestCluster();
  const children = [];
  try {
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const secret = "only-for-the-browser-tests-0123456789";
    const env = {
      ...childEnv({ url: cluster.url, authSecret: secret, encryptionKey: secret, address }),
      NEXT_DIST_DIR: distDir,
    };
    const { setupToken } = await seed(env);
    const host = "127.0.0.1";
    children.push(
      keepRunning({ name: "web server", start: () => startWeb({ env, host, port }), say: console.log }),
      keepRunning({ name: "worker", start: () => startWorker({ env }), say: console.log }),
    );
    if (!(await answers(address))) throw new Fault("The web server of the browser tests does not answer.");
    const report = path.join(root, "test-results", "e2e.json");
    const testEnv = {
      ...process.env,
      E2E_URL: address,
      E2E_SETUP_TOKEN: setupToken ?? "",
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    };
    const args = [bin("@playwright/test/cli.js"), "test", "--reporter=list,json"];
    return await counted(args, testEnv, report, ({ stats }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
    }));
  } finally {
    for (const child of children) await child.stop();
    await cluster.stop();
  }
}

const work = {
  lint: () => check([bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]),
  types: () => check([bin("typescript/bin/tsc"), "--noEmit"]),
  unit: () => vitest("unit"),
  db: () => vitest("db"),
  build: async () => {
    await build(distDir);
    return { passed: 1, failed: 0 };
  },
  process: async () => vitest("process", { NEXT_DIST_DIR: distDir, CHROMIUM_PATH: await findChromium() }),
  e2e: browserTests,
};

const fault = nodeFault(process.versions.node) ?? (parts[mode] ? null : `There is no test command "${mode}".`);
if (fault) {
  console.error(fault);
  process.exit(1);
}
try {
  await install();
  await generate();
} catch (error) {
  console.error(error instanceof Fault ? error.message : error);
  process.exit(1);
}
fs.mkdirSync(path.join(root, "test-results"), { recursive: true });
for (const name of parts[mode]) await part(name, work[name]);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
