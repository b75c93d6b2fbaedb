import { type Cookie, expect, type Page } from "@playwright/test";

const admin = { email: "first-admin@example.org", password: "only for browser tests" };

// Signing in is rate limited: one session serves all tests of a process.
let session: Cookie[] | undefined;

/**
 * Signs a page in as the administrator whom the one-time link makes. Any number of specs may call it at once: the link
 * works for the first of them, the others find the account made.
 */
export async function signInAsAdmin(page: Page): Promise<void> {
  if (session) return page.context().addCookies(session);
  const setup = await page.request.post("/api/v1/setup", { data: { ...admin, token: process.env.E2E_SETUP_TOKEN } });
  expect([201, 403, 409, 429]).toContain(setup.status());
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  await page.request.post("/api/auth/callback/credentials", {
    form: { ...admin, csrfToken, json: "true", callbackUrl: "/account" },
  });
  const hosts = await page.request.get("/api/v1/settings/allowed-hosts");
  expect(hosts.status(), "signed in as the administrator").toBe(200);
  session = (await page.context().cookies()).filter((cookie) => cookie.name.includes("session-token"));
}
