import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { signInAsAdmin } from "./admin";

const slug = "ferry-lane-broth";

/** A model's answers and a person's, under one condition and, for a second model, under another. */
async function fill(page: Page, anonymous: Page): Promise<void> {
  const made = await page.request.post("/api/v1/keys", { data: { name: "comparison" } });
  const { secret } = await made.json();
  const items = ["comparing-1", "comparing-2"].flatMap((name) =>
    [1, 2].map((epoch) => ({
      task: slug,
      condition: { language: "en", presentation: name === "comparing-1" ? "full" : "incremental" },
      actor: { name, modelId: name },
      epoch,
      raw: epoch === 2 && name === "comparing-1" ? "I cannot." : JSON.stringify(madeUpResponse()),
    })),
  );
  const stored = await page.request.post("/api/v1/responses", {
    data: items,
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(stored.ok()).toBe(true);
  const started = await anonymous.request.post("/api/v1/attempts", {
    data: { task: slug, condition: { language: "en", presentation: "full" } },
  });
  const { id } = await started.json();
  const response = madeUpResponse({ clues: ["S003"], participants: ["C02"] });
  await anonymous.request.post(`/api/v1/attempts/${id}/moves`, {
    data: { moves: [{ seq: 1, type: "submit", response }] },
  });
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test.describe("the comparison", () => {
  test("works without scripts: filters, matched pair, tables and files; in words of both languages", async ({
    browser,
    page,
  }) => {
    test.setTimeout(120_000);
    const stranger = await browser.newContext();
    await signInAsAdmin(page);
    await fill(page, await stranger.newPage());
    const state = await page.context().storageState();
    const plain = await browser.newContext({ javaScriptEnabled: false, storageState: state, locale: "en-GB" });
    const view = await plain.newPage();
    await view.goto(`/insights/${slug}`);
    const side = view.getByRole("link", { name: /^Side by side: English, whole story/ });
    await expect(side).toBeVisible();

    await view.getByLabel("Baselines").uncheck();
    await view.getByLabel("How it was read").selectOption("incremental");
    await view.getByRole("button", { name: "Apply" }).click();
    await expect(view).toHaveURL(/presentation=incremental/);
    const validity = view.getByRole("region", { name: "Validity" });
    await expect(validity.getByRole("rowheader", { name: /comparing-2/ })).toBeVisible();
    await expect(validity.getByRole("rowheader", { name: /comparing-1|Baseline/ })).toHaveCount(0);
    await view.getByRole("link", { name: "Clear all" }).click();

    await side.click();
    await expect(view.getByText("Shown is one condition: English, whole story.")).toBeVisible();
    await expect(view.getByRole("heading", { name: /people found .* key clues on average and models/ })).toBeVisible();
    await expect(validity.getByRole("row", { name: /comparing-1/ })).toContainText("refused to answer 1");
    await view.getByRole("link", { name: "Table", exact: true }).first().click();
    await expect(
      view.getByRole("region", { name: "Hits and picks" }).getByRole("rowheader", { name: "People" }),
    ).toBeVisible();

    const files = await Promise.all(
      [
        "panel=hits&format=csv",
        "panel=selection&format=csv",
        "panel=hits&format=svg",
        "panel=selection&format=svg",
      ].map(async (query) => {
        const response = await page.request.get(`/insights/${slug}/download?${query}`);
        expect(response.status(), query).toBe(200);
        return response.text();
      }),
    );
    expect(files[0]?.startsWith("\uFEFF")).toBe(true);
    expect(files[1]).toContain("S001");
    for (const svg of files.slice(2)) expect(svg).toMatch(/^<svg [^>]*xmlns=/);
    expect(files[2]).not.toContain("var(--");

    await expect(view.getByRole("link", { name: "PNG" })).toHaveCount(0);
    await page.goto(`/insights/${slug}`);
    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "PNG" }).first().click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^ferry-lane-broth-v\d+-hits\.png$/);
    const png = readFileSync(await saved.path());
    expect(png.toString("latin1", 1, 4)).toBe("PNG");
    // Three pixels for each unit of the drawing's width, which stands in the sixteenth byte.
    const [, width] = /^<svg [^>]*width="([\d.]+)"/.exec(files[2] ?? "") ?? [];
    expect(png.readUInt32BE(16)).toBe(3 * Number(width));

    const chinese = await browser.newContext({
      storageState: state,
      locale: "zh-CN",
      viewport: { width: 360, height: 740 },
    });
    const phone = await chinese.newPage();
    await phone.goto(`/insights/${slug}?table=hits&table=selection`);
    await expect(phone.getByRole("rowheader", { name: "人", exact: true }).first()).toBeVisible();
    const raw = /\b(full|incremental|whole story|random|longest|rarest|bm25|refusal|clueHits)\b/;
    await expect(phone.getByRole("main")).not.toContainText(raw);
    expect(await sideways(phone)).toBeLessThanOrEqual(0);
    await phone.goto(`/insights/${slug}`);
    expect(await sideways(phone)).toBeLessThanOrEqual(0);
    for (const context of [stranger, plain, chinese]) await context.close();
  });

  test("tells a stranger no sentence that was picked, and no file of it", async ({ page }) => {
    await page.goto(`/insights/${slug}`);
    await expect(page.getByText("are shown once you have seen the solution")).toBeVisible();
    await expect(page.getByText(/Longest sentences/)).toHaveCount(0);
    for (const format of ["csv", "svg"]) {
      const response = await page.request.get(`/insights/${slug}/download?panel=selection&format=${format}`);
      expect(response.status()).toBe(404);
    }
    const hits = await (await page.request.get(`/insights/${slug}/download?panel=hits&format=csv`)).text();
    expect(hits).not.toMatch(/Longest|First sentences/);
  });
});
