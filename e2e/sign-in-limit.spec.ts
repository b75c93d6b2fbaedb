import { type APIRequestContext, expect, type Page, test } from "@playwright/test";

const stamp = Date.now().toString(36);
const password = "only for browser tests";

async function makeAccount(request: APIRequestContext, email: string): Promise<void> {
  const headers = { "x-forwarded-for": email };
  const made = await request.post("/api/v1/accounts", { data: { email, password }, headers });
  expect(made.status(), await made.text()).toBe(201);
}

/** Fails to sign in so many times, as a script would. */
async function guess(request: APIRequestContext, email: string, times: number): Promise<void> {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  for (let tried = 0; tried < times; tried++) {
    const form = { email, password: `guess number ${tried}`, csrfToken, json: "true", callbackUrl: "/account" };
    expect((await request.post("/api/auth/callback/credentials", { form })).status()).toBe(401);
  }
}

async function tryToSignIn(page: Page, button: string, labels: [string, string], email: string, word: string) {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: button, exact: true }) });
  await form.getByLabel(labels[0]).fill(email);
  await form.getByLabel(labels[1]).fill(word);
  await form.getByRole("button", { name: button, exact: true }).click();
  return form.getByRole("alert");
}

for (const { locale, button, labels, wrong, many } of [
  {
    locale: "en-GB",
    button: "Sign in",
    labels: ["Email", "Password"] as [string, string],
    wrong: "The email or the password is not right.",
    many: "Too many tries. Wait a little.",
  },
  {
    locale: "zh-CN",
    button: "登录",
    labels: ["邮箱", "密码"] as [string, string],
    wrong: "邮箱或密码不对。",
    many: "尝试太频繁，请稍等。",
  },
]) {
  test(`after ten failures signing in is refused for a while, and says so, ${locale}`, async ({ browser, request }) => {
    const email = `guessed-${locale}-${stamp}@example.org`.toLowerCase();
    const other = `another-${locale}-${stamp}@example.org`.toLowerCase();
    for (const one of [email, other]) await makeAccount(request, one);
    await guess(request, email, 9);
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto("/sign-in");
    // The tenth failure is told as any other; from then on the right password does not help, however it is written.
    await expect(await tryToSignIn(page, button, labels, email, "not the password")).toHaveText(wrong);
    await expect(await tryToSignIn(page, button, labels, email, password)).toHaveText(many);
    await expect(await tryToSignIn(page, button, labels, email.toUpperCase(), password)).toHaveText(many);
    const session = await (await context.request.get("/api/auth/session")).json();
    expect(session.userId).toBeUndefined();
    // The others are not shut out with it.
    await tryToSignIn(page, button, labels, other, password);
    await expect(page).toHaveURL(/\/account$/);
    await context.close();
  });
}
