import { execFile } from "node:child_process";
import { promisify } from "node:util";
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { type ProtocolServer, startProtocolServer } from "@/lib/models/protocol-server";
import { signInAsAdmin } from "./admin";
import { errorsOf } from "./at-a-case";

test.use({ locale: "en-GB", viewport: { width: 1280, height: 900 } });

const key = "sk-secret-of-the-browser-test";

test.describe("a researcher", () => {
  let server: ProtocolServer;
  test.beforeAll(async () => {
    server = await startProtocolServer({ key, latencyMs: 20, reasoning: "field" });
  });
  test.afterAll(() => server.stop());

  test("connects a server, adds a model, launches, follows, reads and compares", async ({ page }) => {
    test.setTimeout(180_000);
    await signInAsAdmin(page);
    const errors = errorsOf(page);
    const received: string[] = [];
    page.on(
      "response",
      (response) =>
        void response.text().then(
          (body) => received.push(body),
          () => {},
        ),
    );
    const main = page.getByRole("main");
    const stamp = String(server.port);

    await page.goto("/");
    await page.getByRole("link", { name: "Research" }).click();
    await expect(main.getByRole("heading", { name: "Runs", level: 1 })).toBeVisible();

    await main.getByRole("link", { name: "Connections" }).click();
    const hosts = main.getByLabel("Allowed hosts");
    await hosts.fill(`127.0.0.1:${server.port}`);
    await main.getByRole("button", { name: "Save" }).click();
    await expect(main.getByText("Saved.")).toBeVisible();
    await main.getByLabel("Name", { exact: true }).fill(`Local ${stamp}`);
    await main.getByLabel("Base URL").fill(server.url);
    await main.getByLabel("Key", { exact: true }).fill("sk-wrong");
    await main.getByRole("button", { name: "Add a connection" }).click();
    await expect(main.getByRole("heading", { name: `Local ${stamp}` })).toBeVisible();

    await main.getByRole("button", { name: "Test" }).click();
    await expect(main.getByText("It does not work.")).toBeVisible();
    await main.getByLabel("Key", { exact: true }).fill(key);
    await main.getByRole("button", { name: "Save" }).click();
    await expect(main.getByText("Saved.")).toBeVisible();
    await main.getByRole("button", { name: "Test" }).click();
    await expect(main.getByText("It works.")).toBeVisible();
    await main.getByRole("link", { name: "Add as a model: made-up-large" }).click();

    await expect(main.getByRole("heading", { name: "Models", level: 1 })).toBeVisible({ timeout: 15_000 });
    await expect(main.getByLabel("Model id")).toHaveValue("made-up-large");
    await expect(main.getByLabel("Connection").locator("option:checked")).toHaveText(`Local ${stamp}`);
    await main.getByLabel("Name", { exact: true }).fill(`Large ${stamp}`);
    await main.getByLabel("Input", { exact: true }).fill("2");
    await main.getByLabel("Output", { exact: true }).fill("8");
    await main.getByRole("button", { name: "Add a model" }).click();
    await expect(main.getByRole("link", { name: `Large ${stamp}` })).toBeVisible();

    await main.getByRole("link", { name: "Launch" }).click();
    await main.getByLabel("Name of the run").fill(`Pilot ${stamp}`);
    await main
      .getByRole("group", { name: "Tasks" })
      .first()
      .getByRole("checkbox", { name: /ferry-lane-broth/ })
      .check();
    await main.getByRole("checkbox", { name: new RegExp(`Large ${stamp}`) }).check();
    await main.getByRole("checkbox", { name: /^first:/ }).check();
    await main.getByLabel("Epochs").fill("3");
    await main.getByLabel("Attempts at once").fill("9");
    await main.getByRole("button", { name: "Preview" }).click();
    const estimate = main.getByRole("region", { name: "What this run would do" });
    await expect(estimate.getByText("Calls to providers")).toBeVisible();
    await expect(estimate.getByText("3", { exact: true })).toBeVisible();
    await expect(estimate.getByText(`The connections allow 8 calls at once (Large ${stamp}).`)).toBeVisible();
    await estimate.getByText("The exact prompt of the first call").click();
    await expect(estimate.getByText(/\[S001\]/)).toBeVisible();
    await estimate.getByRole("button", { name: "Launch" }).click();

    await expect(main.getByRole("heading", { name: `Pilot ${stamp}` })).toBeVisible();
    await expect(main.getByText("finished", { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(main.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "4 of 4 done");
    expect(server.calls()).toBe(3);

    await main.getByRole("link", { name: "All attempts of this run" }).click();
    await main.getByLabel("Model").selectOption({ label: `Large ${stamp}` });
    await main.getByLabel("In the raw answer").fill("reconstruction");
    await main.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/q=reconstruction/);
    await expect(main.getByRole("row")).toHaveCount(4);
    await expect(main.getByRole("status")).toHaveText("Searched 3 attempts; 3 fit.");
    await page.goto(`${page.url()}&limit=2`);
    await expect(main.getByRole("status")).toHaveText("Searched 2 attempts; 2 fit.");
    await main.getByRole("link", { name: "Search on" }).press("Enter");
    await expect(main.getByRole("status")).toHaveText("Searched 1 more attempt; 1 fits.");
    await expect(main.getByRole("link", { name: "Search on" })).toHaveCount(0);
    await main.getByRole("row").nth(1).getByRole("link").click();
    await expect(main.getByRole("heading", { name: "Raw answer" })).toBeVisible();
    await expect(main.getByRole("region", { name: "Raw answer" })).toContainText('"participants"');
    await expect(main.getByText("scorable").first()).toBeVisible();
    await expect(main.getByRole("region", { name: "Tries" }).getByRole("cell", { name: "200" })).toBeVisible();

    await main.getByRole("link", { name: `Pilot ${stamp}` }).click();
    await main.getByRole("link", { name: "Compare: ferry-lane-broth" }).click();
    await expect(main.getByText(`Large ${stamp}`).filter({ visible: true }).first()).toBeVisible();
    expect(received.filter((body) => body.includes(key))).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("downloads a run and searches it without JavaScript", async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
    const page = await context.newPage();
    await signInAsAdmin(page);
    await page.goto("/research");
    await page.getByRole("link", { name: /^Baselines: ferry-lane-broth/ }).click();
    await page.getByRole("link", { name: "All attempts of this run" }).click();
    await page.getByLabel("Baseline").selectOption("longest");
    await page.getByRole("button", { name: "Apply" }).click();
    // One attempt for each language of the original story and of its two variants, under a head.
    await expect(page.getByRole("row")).toHaveCount(7);
    const csv = await page.request.get(
      `/api/v1/export?${new URL(page.url()).searchParams}&format=csv`.replace(/&[^=]+=(?=&)/g, ""),
    );
    expect((await csv.text()).split("\r\n")).toHaveLength(8);
    await context.close();
  });
});

/** `npm run runs` against the server under test. */
async function runsCommand(key: string, args: string[]) {
  const tsx = ["node_modules/tsx/dist/cli.mjs", "--conditions=react-server", "scripts/runs.ts", ...args];
  const env = { ...process.env, WORTH_URL: test.info().project.use.baseURL, WORTH_KEY: key };
  return promisify(execFile)(process.execPath, tsx, { env, timeout: 120_000 });
}

test("the pilot's plan file runs as it stands; launched again it repeats nothing", async ({ page }) => {
  test.setTimeout(180_000);
  await signInAsAdmin(page);
  const { secret } = await (await page.request.post("/api/v1/keys", { data: { name: "plan files" } })).json();
  const first = await runsCommand(secret, ["launch", "examples/pilot.yaml"]);
  expect(first.stdout).toContain("40/40 done");
  expect(first.stdout).toContain("40 scorable, 0 recovered, 0 invalid");
  const again = await runsCommand(secret, ["launch", "examples/pilot.yaml"]);
  expect(again.stdout).toContain("nothing was missing");
  expect((await runsCommand(secret, ["status", "pilot"])).stdout).toContain("pilot: done, 40/40 done");
  const failed = await runsCommand("worth_none", ["status"]).catch((error) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("API key") });
});

test("what a page or a query asks wrongly is told, and strangers see nothing", async ({ page, request }) => {
  expect((await request.get("/api/v1/runs")).status()).toBe(401);
  await page.goto("/research");
  await expect(page).toHaveURL(/sign-in/);
  await signInAsAdmin(page);
  const wrong = await page.request.get("/api/v1/attempts?limit=many&colour=red");
  expect(wrong.status()).toBe(422);
  expect((await wrong.json()).faults.map((fault: { field: string }) => fault.field).sort()).toEqual([
    "colour",
    "limit",
  ]);
  const closed = await page.request.post("/api/v1/connections", {
    data: { name: "inside", baseUrl: "http://169.254.169.254/v1" },
  });
  expect(closed.status()).toBe(422);
  expect((await closed.json()).faults[0].field).toBe("baseUrl");
  expect((await page.goto("/research/runs/run_unknown"))?.status()).toBe(404);
});

for (const [locale, theme, width] of [
  ["zh-CN", "dark", 360],
  ["en-GB", "light", 1280],
] as const) {
  test(`every page for researchers can be used by all, ${locale}, ${theme}, ${width} pixels wide`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await signInAsAdmin(page);
    await context.addCookies([
      { name: "worth-theme", value: theme, url: new URL("/", test.info().project.use.baseURL).href },
    ]);
    const errors = errorsOf(page);
    const { runs } = await (await page.request.get("/api/v1/runs")).json();
    const { attempts } = await (await page.request.get("/api/v1/attempts?limit=1")).json();
    const pages = [
      "",
      "/launch",
      `/runs/${runs[0].id}`,
      "/attempts",
      `/attempts/${attempts[0].id}`,
      "/models",
      "/connections",
    ];
    for (const path of pages) {
      await page.goto(`/research${path}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((one) => `${path}: ${one.id} ${one.nodes[0]?.html}`)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide, `${path} is too wide`).toBeLessThanOrEqual(0);
    }
    expect(errors).toEqual([]);
    await context.close();
  });
}
