import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { signInAsAdmin } from "./admin";
import { errorsOf } from "./at-a-case";

/** axe finds nothing on any page outside play, in three themes and both languages; none scrolls sideways on a phone. */

const slug = "ferry-lane-broth";
const stamp = Date.now().toString(36);
const wide = { width: 1280, height: 900 };
const narrow = { width: 320, height: 740 };

async function post(page: Page, path: string, data: object) {
  const response = await page.request.post(`/api/v1${path}`, { data });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return response.json();
}

/** Something of everything that the pages show. @returns their addresses, each with its status */
async function furnish(page: Page): Promise<[string, number][]> {
  const long = `of-a-name-without-any-place-to-break-it-${stamp}`;
  const made = await post(page, "/connections", { name: `connection-${long}`, baseUrl: "https://models.example/v1" });
  const key = await post(page, "/keys", { name: `key-${long}` });
  expect(key.secret).toBeTruthy();
  await post(page, "/models", { name: `model-${long}`, connection: made.id, modelId: `id-${long}` });
  const actor = { name: `external-${long}`, modelId: `external-${stamp}` };
  const condition = { language: "en", presentation: "full" };
  await post(page, "/responses", [
    { task: slug, condition, actor, raw: "I cannot.", epoch: 1 },
    { task: slug, condition, actor, raw: `{"clues": ["S001"], "reconstruction": "${"nobody".repeat(40)}"}`, epoch: 2 },
  ]);
  const plan = { name: `run-${long}`, tasks: [slug], baselines: ["first", "random"], epochs: 2 };
  const { run } = await post(page, "/runs", { plan });
  const { attempts } = await (await page.request.get(`/api/v1/attempts?task=${slug}&limit=200`)).json();
  const of = (
    check: (attempt: { model: { name: string } | null; baseline: string | null; validity: string }) => boolean,
  ) => attempts.find(check)?.id;
  const external = of((one) => one.model?.name === actor.name);
  const baseline = of((one) => one.baseline !== null && one.validity === "scorable");
  return [
    ["/", 200],
    ["/insights", 200],
    [`/insights/${slug}`, 200],
    [`/insights/${slug}?table=hits&table=selection&table=validity`, 200],
    ["/sign-in", 200],
    ["/setup?token=no-such-link", 404],
    ["/account", 200],
    ["/api", 200],
    ["/admin/people", 200],
    ["/research", 200],
    ["/research/import", 200],
    ["/research/connections", 200],
    [`/research/connections/${made.id}`, 200],
    ["/research/models", 200],
    ["/research/launch", 200],
    [`/research/runs/${run.id}`, 200],
    [`/research/attempts?task=${slug}`, 200],
    [`/research/attempts/${external}`, 200],
    [`/research/attempts/${baseline}`, 200],
    ["/research/runs/nothing", 404],
    ["/nothing", 404],
  ];
}

/** What axe finds. @param colours only the rules of colours, which are what a theme can break */
async function faultsOf(page: Page, colours: boolean): Promise<string[]> {
  // The legacy mode is for pages without frames, and opens no second page for each.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations, passes } = await (colours ? axe.withTags("cat.color") : axe).analyze();
  expect(passes.length, page.url()).toBeGreaterThan(0);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test.describe.configure({ mode: "serial" });

let context: BrowserContext;
let page: Page;
let pages: [string, number][];

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
  await signInAsAdmin(page);
  pages = await furnish(page);
});
test.afterAll(() => context.close());

for (const language of ["en", "zh"] as const) {
  test(`every page outside play can be used by all, ${language}`, async ({ baseURL }) => {
    test.setTimeout(240_000);
    const url = baseURL as string;
    const errors = errorsOf(page);
    const faults: Record<string, string[]> = {};
    await context.addCookies([{ name: "worth-locale", value: language, url }]);
    for (const [path, status] of pages) {
      for (const theme of ["light", "sepia", "dark"] as const) {
        await context.addCookies([{ name: "worth-theme", value: theme, url }]);
        // Everything in the wide layout and in the narrow one; then the colours of the last theme.
        await page.setViewportSize(theme === "sepia" ? narrow : wide);
        expect((await page.goto(path))?.status(), path).toBe(status);
        const root = page.locator("html");
        await expect(root).toHaveAttribute("data-theme", theme);
        await expect(root).toHaveAttribute("lang", language === "zh" ? "zh-Hans" : "en");
        const found = await faultsOf(page, theme === "dark");
        if (theme === "sepia" && (await sideways(page)) > 0) found.push("scrolls sideways at 320 px");
        if (found.length > 0) faults[`${path} ${theme}`] = found;
      }
    }
    expect(faults).toEqual({});
    // A page that is not there is a 404, which the browser itself reports.
    expect(errors.filter((error) => !error.includes("404"))).toEqual([]);
  });
}
