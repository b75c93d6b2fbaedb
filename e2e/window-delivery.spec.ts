import { expect, test } from "@playwright/test";
import { windowAhead } from "@/lib/families/episode/delivery";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { signInAsAdmin } from "./admin";
import { shown, synced } from "./at-a-case";

/** A case whose text is handed out as it is reached (`delivery: window`), played from its first sentence to its solution. */

test.use({ locale: "en-GB", viewport: { width: 1100, height: 800 } });

test("no sentence beyond the window is in anything that the browser receives before it is reached", async ({
  page,
  context,
  browser,
}) => {
  const made = madeUpDocument();
  // A name after the tutorial's: other specs open the first case of the list.
  const slug = `windowed-${Date.now().toString(36)}`;
  made.episode.slug = slug;
  made.episode.delivery = "window";
  const researcher = await browser.newContext();
  const desk = await researcher.newPage();
  await signInAsAdmin(desk);
  const imported = await desk.request.post("/api/v1/tasks", { data: made });
  expect(imported.status(), await imported.text()).toBe(201);
  await researcher.close();

  const received: Promise<string>[] = [];
  context.on("response", (response) => received.push(response.text().catch(() => "")));
  const texts = made.story.en ?? [];
  /** How many sentences have come, the furthest one counted. */
  const come = async () => {
    const all = (await Promise.all(received)).join("\n");
    return texts.findLastIndex((text) => all.includes(text)) + 1;
  };
  const inReach = (open: number) => Math.min(texts.length, open + windowAhead);
  expect(texts.length).toBeGreaterThan(windowAhead + 6);

  await page.goto(`/play/${slug}`);
  await expect(page.getByRole("button", { name: "Begin reading" })).toBeVisible();
  expect(await come()).toBe(0);
  await page.getByRole("button", { name: "Begin reading" }).click();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let open = 1; open <= 4; open++) {
    if (open > 1) await page.keyboard.press("ArrowRight");
    await expect(shown(page)).toHaveCount(open);
    await synced(page);
    expect(await come(), `${open} open`).toBe(inReach(open));
    await expect(shown(page).last()).toContainText(texts[open - 1] as string);
    expect(await page.content()).not.toContain(texts[open] as string);
  }
  await page.keyboard.press("m");

  // Without a network one reads as far as the window goes; beyond it a sentence says that it has not come.
  await context.setOffline(true);
  const beyond = inReach(4) + 1;
  for (let open = 5; open <= beyond; open++) {
    await page.keyboard.press("ArrowRight");
    await expect(shown(page)).toHaveCount(open);
  }
  await expect(shown(page).nth(beyond - 2)).toContainText(texts[beyond - 2] as string);
  await expect(shown(page).last()).toContainText("This sentence has not come yet");
  expect(await come()).toBe(inReach(4));
  await context.setOffline(false);
  await expect(shown(page).last()).toContainText(texts[beyond - 1] as string, { timeout: 40_000 });

  for (let open = beyond + 1; open <= texts.length; open++) {
    await page.keyboard.press("ArrowRight");
    await expect(shown(page).last()).toContainText(texts[open - 1] as string);
  }
  await page.getByRole("button", { name: "Give your answer" }).click();
  await page.getByRole("checkbox").first().check();
  await page.getByLabel("What happened").fill("Read as it came.");
  await page.getByLabel(/0–100/).fill("40");
  await page.getByRole("button", { name: "Review the answer" }).click();
  await synced(page);
  const solution = made.key.solution.at(-1)?.text.en ?? "";
  expect((await Promise.all(received)).join("\n")).not.toContain(solution);
  await page.getByRole("button", { name: "Send the answer" }).click();
  await expect(page.getByText(/^You found \d+ of \d+ key clues\.$/)).toBeVisible();
  await page.getByRole("button", { name: "See the solution" }).click();
  await expect(page.getByText(solution).first()).toBeVisible();
});
