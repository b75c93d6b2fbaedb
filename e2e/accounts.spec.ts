import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, type BrowserContext, expect, test } from "@playwright/test";
import { signInAsAdmin } from "./admin";

test.use({ locale: "en-GB" });

const stamp = Date.now().toString(36);
const password = "only for browser tests";
const address = (name: string) => `${name}-${stamp}@example.org`;

/** Signs a context in, as the form does. */
async function signIn(request: APIRequestContext, email: string): Promise<void> {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  await request.post("/api/auth/callback/credentials", {
    form: { email, password, csrfToken, json: "true", callbackUrl: "/account" },
  });
  const session = await (await request.get("/api/auth/session")).json();
  expect(session.userId, `${email} is signed in`).toBeTruthy();
}

/** Makes an account. Its own address keeps it from the limit of other specs' accounts. */
async function makeAccount(request: APIRequestContext, name: string): Promise<string> {
  const made = await request.post("/api/v1/accounts", {
    data: { email: address(name), password },
    headers: { "x-forwarded-for": `${name}-${stamp}` },
  });
  expect(made.status()).toBe(201);
  return (await made.json()).id;
}

/** Every page of the site, from its files. */
function pagesOf(folder = fileURLToPath(new URL("../app", import.meta.url)), at = ""): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory() && entry.name !== "api") {
      return pagesOf(`${folder}/${entry.name}`, entry.name.startsWith("(") ? at : `${at}/${entry.name}`);
    }
    return entry.name === "page.tsx" ? [at || "/"] : [];
  });
}

const needed = (page: string) =>
  page.startsWith("/admin") ? 3 : page.startsWith("/research") ? 2 : page === "/account" ? 1 : 0;

test("every page is for its role alone: anonymous, player, researcher, administrator", async ({ browser, page }) => {
  test.setTimeout(120_000);
  await signInAsAdmin(page);
  const contexts: BrowserContext[] = [await browser.newContext()];
  for (const role of ["player", "researcher"]) {
    const context = await browser.newContext();
    const id = await makeAccount(context.request, role);
    if (role === "researcher") {
      expect((await page.request.patch(`/api/v1/users/${id}`, { data: { role } })).status()).toBe(200);
    }
    await signIn(context.request, address(role));
    contexts.push(context);
  }
  contexts.push(page.context());
  const pages = pagesOf();
  expect(pages).toEqual(expect.arrayContaining(["/", "/account", "/research", "/research/import", "/admin/people"]));
  for (const held of pages) {
    const known = held.replace("[task]", "ferry-lane-broth").replace("[slug]", "ferry-lane-broth");
    const path = known.replaceAll(/\[[^\]]+\]/g, "nothing");
    // A page about one thing is not there for an id that does not exist; the setup link is used already.
    const there = path.includes("nothing") || path === "/setup" ? 404 : 200;
    for (const [rank, context] of contexts.entries()) {
      const { request } = context;
      const status = (await request.get(path, { maxRedirects: 0 })).status();
      const right = rank >= needed(held) ? there : rank === 0 ? 307 : 404;
      expect(status, `${path} for rank ${rank}`).toBe(right);
    }
  }
  for (const context of contexts.slice(0, 3)) await context.close();
});

test("an administrator finds a person and gives a role; the last administrator stays one", async ({ page }) => {
  await makeAccount(page.request, "sought");
  await signInAsAdmin(page);
  await page.goto("/account");
  await page.getByRole("link", { name: "People and roles" }).click();
  await page.getByLabel("Part of an email or a name").fill(`sought-${stamp}`);
  await page.getByRole("button", { name: "Find" }).click();
  const row = page.getByRole("row", { name: new RegExp(address("sought")) });
  await row.getByLabel(`Role of ${address("sought")}`).selectOption("Researcher");
  await row.getByRole("button", { name: "Give" }).click();
  await expect(row.getByRole("status")).toHaveText("Given");
  await page.reload();
  await expect(row.getByLabel(`Role of ${address("sought")}`)).toHaveValue("researcher");

  await page.goto("/admin/people?q=first-admin");
  const own = page.getByRole("row", { name: /first-admin@example.org/ });
  await expect(own.getByText("This is you")).toBeVisible();
  await own.getByRole("combobox").selectOption("Player");
  await own.getByRole("button", { name: "Give" }).click();
  await expect(own.getByRole("status")).toHaveText("This is the last administrator. Make another one first.");
  await expect(own.getByRole("combobox")).toHaveValue("admin");
});

test("signing in joins what this browser played to the account; signing out ends it", async ({ browser }) => {
  const elsewhere = await browser.newContext();
  await makeAccount(elsewhere.request, "joining");
  await signIn(elsewhere.request, address("joining"));

  const here = await browser.newContext();
  const started = await here.request.post("/api/v1/attempts", {
    data: { task: "ferry-lane-broth", condition: { language: "en", presentation: "full" } },
  });
  const { id } = await started.json();
  expect((await elsewhere.request.get(`/api/v1/attempts/${id}`)).status()).toBe(404);
  await signIn(here.request, address("joining"));
  expect((await elsewhere.request.get(`/api/v1/attempts/${id}`)).status()).toBe(200);

  const page = await here.newPage();
  await page.goto("/account");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect([401, 404]).toContain((await here.request.get(`/api/v1/attempts/${id}`)).status());
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(here.request, address("joining"));
  expect((await here.request.get(`/api/v1/attempts/${id}`)).status()).toBe(200);
  for (const context of [elsewhere, here]) await context.close();
});

test("a refused form says why, in the reader's language", async ({ browser }) => {
  const context = await browser.newContext({ locale: "zh-CN" });
  await makeAccount(context.request, "taken");
  const page = await context.newPage();
  await page.goto("/sign-in");
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "注册账号" }) });
  await form.getByLabel("邮箱").fill(address("taken"));
  await form.getByLabel("密码").fill(password);
  await form.getByRole("button", { name: "注册账号" }).click();
  await expect(form.getByRole("alert")).toHaveText("这个邮箱已有账号。");
  const other = page.locator("form").filter({ has: page.getByRole("button", { name: "登录", exact: true }) });
  await other.getByLabel("邮箱").fill(address("taken"));
  await other.getByLabel("密码").fill("not the password");
  await other.getByRole("button", { name: "登录", exact: true }).click();
  await expect(other.getByRole("alert")).toHaveText("邮箱或密码不对。");
  await context.close();
});
