import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { parse } from "yaml";

const folder = new URL("../prisma/seed/episodes/", import.meta.url);

type Key = { canary: string; clues: Record<string, { note: { zh: string; en: string } }> };

/** What only the answer key of a bundled case holds: its canary and the notes on its clues. */
async function secretsOf(slug: string): Promise<string[]> {
  const key: Key = parse(await readFile(new URL(`${slug}/key.yaml`, folder), "utf8"));
  return [key.canary, ...Object.values(key.clues).flatMap(({ note }) => [note.zh, note.en])];
}

/** Records every body that the browser receives, and every console error. */
function watch(page: Page) {
  const bodies: Promise<{ url: string; body: string }>[] = [];
  const errors: string[] = [];
  page.on("response", (response) => {
    const url = response.url();
    bodies.push(
      response.text().then(
        (body) => ({ url, body }),
        () => ({ url, body: "" }),
      ),
    );
  });
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return { received: () => Promise.all(bodies), errors };
}

async function expectNoSecret(page: Page, received: { url: string; body: string }[]) {
  const hidden = await secretsOf(new URL(page.url()).pathname.split("/").at(-1) ?? "");
  expect(hidden.length).toBeGreaterThanOrEqual(9);
  expect(received.some(({ body }) => body.includes('"sentences"'))).toBe(true);
  const all = [...received, { url: "the page", body: await page.content() }];
  for (const { url, body } of all) {
    const plain = body.replaceAll('\\"', '"');
    for (const secret of hidden) expect(plain.includes(secret), `${url} holds "${secret}"`).toBe(false);
  }
}

async function total(page: Page): Promise<number> {
  const text = await page.getByText(/^\d+\/\d+$/).textContent();
  return Number(text?.split("/")[1]);
}

/** Reaches an element with Tab alone. */
async function tabTo(page: Page, target: ReturnType<Page["getByRole"]>) {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach the element.");
}

test.describe("with the keyboard alone", () => {
  test.use({ locale: "en-GB", viewport: { width: 1280, height: 800 } });

  test("from the first page to the solution", async ({ page }) => {
    test.setTimeout(120_000);
    const watched = watch(page);
    await page.goto("/");
    const first = page.getByRole("main").getByRole("link").first();
    await tabTo(page, first);
    await page.keyboard.press("Enter");
    const begin = page.getByRole("button", { name: "Begin reading" });
    await expect(begin).toBeVisible();
    const address = page.url();
    await tabTo(page, begin);
    await page.keyboard.press("Enter");
    // Two presses from the first page, and the first sentence is there.
    await expect(page.locator(".sentence")).toHaveCount(1);
    const sentences = await total(page);

    await page.keyboard.press("m");
    await expect(page.getByText(/^Clues 1\//)).toBeVisible();
    await page.keyboard.press("m");
    await expect(page.getByText(/^Clues 0\//)).toBeVisible();
    await page.keyboard.press("m");
    for (let read = 1; read < sentences; read++) {
      await page.keyboard.press(read % 2 ? "Space" : "ArrowRight");
      await expect(page.locator(".sentence")).toHaveCount(read + 1);
    }
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByText(`${sentences - 1}/${sentences}`, { exact: true })).toBeVisible();
    await expect(page.locator(".sentence")).toHaveCount(sentences);
    await page.keyboard.press("m");
    await expect(page.getByText(/^Clues 2\//)).toBeVisible();
    await page.keyboard.press("n");
    await page.keyboard.type("A note of mine");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listitem").getByText("A note of mine")).toBeVisible();
    await expect(page.getByText("Synced")).toBeVisible();

    await page.reload();
    await expect(page.locator(".sentence")).toHaveCount(sentences);
    await expect(page.getByText(/^Clues 2\//)).toBeVisible();

    await page.keyboard.press("ArrowRight");
    await expect(page.getByText(`${sentences}/${sentences}`, { exact: true })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    const person = page.getByRole("checkbox").first();
    await tabTo(page, person);
    await page.keyboard.press("Space");
    await tabTo(page, page.getByLabel("What happened"));
    await page.keyboard.type("One of them did it at night.");
    await tabTo(page, page.getByLabel("How likely is it, 0–100, that your list of participants is exactly right?"));
    await page.keyboard.type("40");
    const review = page.getByRole("button", { name: "Review the answer" });
    await expect(review).toBeEnabled();
    await tabTo(page, review);
    await page.keyboard.press("Enter");
    await expect(page.getByText("One of them did it at night.")).toBeVisible();
    await expect(page.getByText("A note of mine")).toBeVisible();
    await expectNoSecret(page, await watched.received());
    expect(page.url()).toBe(address);

    await tabTo(page, page.getByRole("button", { name: "Send the answer" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^You found \d+ of \d+ key clues\.$/)).toBeVisible();
    await tabTo(page, page.getByRole("button", { name: "See the solution" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "The author’s solution" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
    expect(watched.errors).toEqual([]);
  });
});

test.describe("by touch on a phone", () => {
  test.use({ locale: "zh-CN", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("reads, marks up to the quota, swaps, answers and sees the solution", async ({ page }) => {
    test.setTimeout(120_000);
    const watched = watch(page);
    await page.goto("/");
    await page.getByRole("main").getByRole("link").last().tap();
    await page.getByRole("button", { name: "开始读" }).tap();
    await expect(page.locator(".sentence")).toHaveCount(1);
    const sentences = await total(page);
    const next = page.getByRole("button", { name: "下一句" });
    for (let read = 1; read < sentences; read++) {
      await next.tap();
      await expect(page.locator(".sentence")).toHaveCount(read + 1);
    }
    const counter = page.getByText(/^线索 \d+\/\d+$/);
    const quota = Number((await counter.textContent())?.split("/")[1]);
    for (let number = 1; number <= quota; number++) {
      await page.getByRole("button", { name: `把第 ${number} 句标为线索`, exact: true }).tap();
      await expect(counter).toHaveText(`线索 ${number}/${quota}`);
    }
    await page.getByRole("button", { name: `把第 ${quota + 1} 句标为线索`, exact: true }).tap();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: `${quota} 条线索已用完` })).toBeVisible();
    await expect(counter).toHaveText(`线索 ${quota}/${quota}`);
    await dialog.getByRole("button", { name: /^放弃/ }).first().tap();
    const freed = page.getByRole("button", { name: "把第 1 句标为线索", exact: true });
    await expect(freed).toHaveAttribute("aria-pressed", "false");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);

    await page.getByRole("button", { name: "作答" }).tap();
    await expect(page.getByRole("heading", { name: "你的答案" })).toBeVisible();
    await page.getByRole("checkbox").first().tap();
    await page.getByLabel("事情是怎么发生的").fill("夜里有人动了手。");
    await page.getByLabel(/0–100/).fill("55");
    await page.getByRole("button", { name: "检查答案" }).tap();
    await expect(page.getByText("夜里有人动了手。")).toBeVisible();
    await expectNoSecret(page, await watched.received());
    await page.getByRole("button", { name: "交答案" }).tap();
    await expect(page.getByText(/^关键线索共 \d+ 条/)).toBeVisible();
    await page.getByRole("button", { name: "看答案" }).tap();
    await expect(page.getByRole("heading", { name: "作者的答案" })).toBeVisible();
    expect(watched.errors).toEqual([]);
  });
});
