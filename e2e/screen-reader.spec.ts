import { expect, type Page, test } from "@playwright/test";
import { errorsOf, shortCase, synced } from "./at-a-case";

/** A whole case as a screen reader has it: names, roles, and what the live regions say. */

test.use({ locale: "en-GB", viewport: { width: 1100, height: 800 } });

/** Everything that the live regions say from now on, in order. They must be in the page as it came. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const said: { region: string; text: string }[] = [];
    for (const id of ["story-voice", "status-voice"]) {
      const region = document.getElementById(id);
      if (!region) throw new Error(`There is no ${id}.`);
      new MutationObserver(() => {
        const text = region.textContent?.trim() ?? "";
        if (text !== "") said.push({ region: id, text });
      }).observe(region, { childList: true, characterData: true, subtree: true });
    }
    Object.assign(window, { said });
  });
  return async (region: string): Promise<string[]> => {
    const all = await page.evaluate(() => (window as unknown as { said: { region: string; text: string }[] }).said);
    return all.filter((one) => one.region === region).map(({ text }) => text);
  };
}

test("the live regions are in the page before any script runs, empty and polite", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`/play/${shortCase}`);
  for (const id of ["#story-voice", "#status-voice"]) {
    await expect(page.locator(id)).toHaveAttribute("role", "status");
    await expect(page.locator(id)).toBeEmpty();
  }
  await expect(page.locator("#story-voice")).toHaveAttribute("aria-live", "polite");
  await context.close();
});

test("the tutorial from its first sentence to its solution", async ({ page }) => {
  test.setTimeout(120_000);
  const errors = errorsOf(page);
  await page.goto(`/play/${shortCase}`);
  const heard = await listen(page);
  await expect(page.getByRole("group", { name: "How to read" }).getByRole("radio")).toHaveCount(2);
  await page.getByRole("button", { name: "Begin reading" }).press("Enter");
  const story = page.getByRole("main").getByRole("list").first();
  const items = story.getByRole("listitem");
  await expect(items).toHaveCount(1);
  const next = page.getByRole("button", { name: "Next sentence" });
  for (let read = 2; read <= 24; read++) {
    await next.press("Enter");
    await expect(items).toHaveCount(read);
    await expect(page.locator("#story-voice")).toHaveText((await items.last().textContent()) ?? "");
  }
  const texts = await items.allTextContents();
  expect(await heard("story-voice")).toEqual(texts);

  const mark = (number: number) => page.getByRole("button", { name: `Mark sentence ${number} as a clue`, exact: true });
  await mark(24).press("Enter");
  await expect(mark(24)).toHaveAttribute("aria-pressed", "true");
  await mark(24).press("Space");
  await expect(mark(24)).toHaveAttribute("aria-pressed", "false");
  await mark(7).press("Enter");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await page.getByRole("button", { name: "Back", exact: true }).press("Enter");
  await synced(page);
  expect(await heard("status-voice")).toEqual([
    "Marked. Clues 1/4",
    "Unmarked. Clues 0/4",
    "Marked. Clues 1/4",
    "The last step is undone.",
    expect.stringMatching(/^Sentence \d+ of 24$/),
  ]);

  await page.getByRole("button", { name: "Suspects" }).press("Enter");
  const board = page.getByRole("dialog", { name: "Suspects" });
  await board
    .getByRole("group", { name: "Old Meng" })
    .getByRole("radio", { name: "Likely", exact: true })
    .press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Suspects" })).toBeFocused();

  await page.getByRole("button", { name: "Give your answer" }).press("Enter");
  const people = page.getByRole("group", { name: "Who took part" });
  await people.getByRole("checkbox", { name: /Old Meng .*You thought: Likely/ }).press("Space");
  await page.getByRole("textbox", { name: "What happened" }).fill("Meng fed it twice.");
  await page.getByRole("textbox", { name: /^How likely is it, 0–100/ }).fill("70");
  await page.getByRole("button", { name: "Review the answer" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Review before sending" })).toBeVisible();
  await page.getByRole("button", { name: "Send the answer" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "You named 1 of 1 who took part" })).toBeVisible();
  await page.getByRole("button", { name: "See the solution" }).press("Enter");
  await expect(page.getByRole("region", { name: "The author’s solution" })).toBeVisible();
  await expect(page.getByRole("region", { name: "You and the others" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("what is not read yet is in neither the page nor its accessibility tree", async ({ page }) => {
  await page.goto(`/play/${shortCase}`);
  await page.getByRole("button", { name: "Begin reading" }).click();
  const items = page.getByRole("main").getByRole("list").first().getByRole("listitem");
  await expect(items).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await expect(items).toHaveCount(2);
  const id = await page.evaluate(() => localStorage.getItem("worth-attempt:ferry-lane-broth"));
  const { task } = await (await page.context().request.get(`/api/v1/attempts/${id}`)).json();
  const html = await page.content();
  const tree = await page.locator("body").ariaSnapshot();
  expect(html).toContain(task.sentences[1].text);
  expect(tree).toContain(task.sentences[1].text.slice(0, 20));
  for (const { text } of task.sentences.slice(2) as { text: string }[]) {
    expect(html.includes(text), text).toBe(false);
    expect(tree.includes(text.slice(0, 30)), text).toBe(false);
  }
});

test("announcing can be switched off, and stays off", async ({ page }) => {
  await page.goto(`/play/${shortCase}`);
  await page.getByRole("button", { name: "Begin reading" }).click();
  await expect(page.locator("#story-voice")).not.toBeEmpty();
  await page.keyboard.press("?");
  await page.getByRole("checkbox", { name: "Announce each new sentence to screen readers" }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.locator(".sentence")).toHaveCount(1);
  const heard = await listen(page);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".sentence")).toHaveCount(2);
  await page.keyboard.press("m");
  await expect(page.locator("#status-voice")).toContainText("Marked.");
  expect(await heard("story-voice")).toEqual([]);
});
