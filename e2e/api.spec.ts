import { expect, test } from "@playwright/test";

test("the page of the API says what a call takes and what it answers, without scripts", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto("/api");
  const item = (name: string | RegExp) => page.getByRole("listitem").filter({ hasText: name });
  const launch = item(/^POST \/runs Launch/);
  await launch.getByText("POST /runs", { exact: true }).click();
  await expect(launch.getByText("dryRun?: boolean = false")).toBeVisible();
  await expect(launch.getByText("estimate: Estimate")).toBeVisible();
  const run = item(/^Run\b/);
  await run.getByText("Run", { exact: true }).click();
  await expect(run.getByText('status: "running" | "paused" | "done" | "cancelled"')).toBeVisible();
  await context.close();
});
