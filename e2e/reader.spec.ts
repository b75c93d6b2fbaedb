import { expect, type Page, test } from "@playwright/test";
import { attemptWith, errorsOf, held, openAt, readingAt, reveals, shortCase, shown, synced } from "./at-a-case";

/** How reading feels: settings, marks, places, keys. */

test.use({ locale: "en-GB", viewport: { width: 1100, height: 800 } });

let errors: string[] = [];
test.beforeEach(({ page }) => {
  errors = errorsOf(page);
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

const marks = (page: Page, marked: number, quota = 4) =>
  expect(page.getByText(`Clues ${marked}/${quota}`, { exact: true })).toBeVisible();
const place = (page: Page, at: number, total = 24) =>
  expect(page.getByText(`${at}/${total}`, { exact: true })).toBeVisible();
const tool = (page: Page, name: string) =>
  page.getByRole("region", { name: "Reading" }).getByRole("button", { name, exact: true });
const sentence = (page: Page, number: number) =>
  page.getByRole("button", { name: `Mark sentence ${number} as a clue`, exact: true });
const pressed = (page: Page, number: number, on: boolean) =>
  expect(sentence(page, number)).toHaveAttribute("aria-pressed", String(on));
const styleOf = (page: Page, selector: string, name: string) =>
  page.locator(selector).evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test("reading settings change the page at once and are kept", async ({ page }) => {
  await readingAt(page, 3);
  const usual = await styleOf(page, "ol.story", "font-size");
  await tool(page, "Text").click();
  const dialog = page.getByRole("dialog", { name: "Reading settings" });
  for (let press = 0; press < 8; press++) {
    const larger = dialog.getByRole("button", { name: "Larger" });
    if (await larger.isEnabled()) await larger.click();
  }
  await expect(dialog.getByText("28 px")).toBeVisible();
  await dialog.getByText("2.2", { exact: true }).click();
  await dialog.getByText("Sans serif", { exact: true }).click();
  await dialog.getByText("Dark", { exact: true }).click();
  await expect(dialog.getByRole("radio", { name: "Dark" })).toBeChecked();
  await dialog.getByRole("button", { name: "Done" }).click();
  const check = async () => {
    expect(usual).not.toBe("28px");
    expect(await styleOf(page, "ol.story", "font-size")).toBe("28px");
    expect(await styleOf(page, "ol.story", "line-height")).toBe("61.6px");
    expect(await styleOf(page, "ol.story", "font-family")).toContain("system-ui");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  };
  await check();
  await synced(page);
  await page.reload();
  await expect(shown(page)).toHaveCount(3);
  await check();
});

test("the header says the theme that was chosen in the settings, and goes on from there at once", async ({ page }) => {
  await readingAt(page, 2);
  const switched = (name: string) => page.getByRole("banner").getByRole("button", { name: `Theme: ${name}` });
  const theme = (name: string) => expect(page.locator("html")).toHaveAttribute("data-theme", name);
  await expect(switched("Auto")).toBeVisible();
  await tool(page, "Text").click();
  const dialog = page.getByRole("dialog", { name: "Reading settings" });
  await dialog.getByText("Sepia", { exact: true }).click();
  await page.keyboard.press("Escape");
  await theme("sepia");
  await switched("Sepia").click();
  await switched("Dark").click();
  await expect(switched("Auto")).toBeVisible();
  await theme("system");
  await tool(page, "Text").click();
  await expect(dialog.getByRole("radio", { name: "Auto" })).toBeChecked();
  await dialog.getByText("Dark", { exact: true }).click();
  await page.keyboard.press("Escape");
  await page.reload();
  await theme("dark");
  await expect(switched("Dark")).toBeVisible();
});

test("what is opened over the story is recorded, from its opening to its closing", async ({ page }) => {
  const { id } = await readingAt(page, 2);
  for (const name of ["Notebook", "Suspects", "Note"]) {
    await tool(page, name).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  const told = async () =>
    (await held(page, id)).events
      .filter(({ what }) => what === "dialog" || what === "reading")
      .map(({ what, detail }) => detail ?? what);
  await expect.poll(told).toEqual(["notebook", "reading", "board", "reading", "note", "reading"]);
});

test("which settings a story was read with is recorded", async ({ page }) => {
  const { id } = await readingAt(page, 2);
  await tool(page, "Text").click();
  await page.getByRole("dialog").getByText("Sans serif", { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect
    .poll(async () =>
      (await held(page, id)).events.filter((move) => move.what === "setting").map((move) => move.detail),
    )
    .toEqual(["face=sans"]);
});

test.describe("without a choice of its own", () => {
  test.use({ colorScheme: "dark" });
  test("the page follows the system's colours", async ({ page }) => {
    await readingAt(page, 1);
    expect(await styleOf(page, "html", "background-color")).toBe("rgb(23, 22, 20)");
  });
});

test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN", viewport: { width: 1400, height: 900 } });
  test("lines hold at most 38 characters at every size", async ({ page }) => {
    const { id } = await attemptWith(page.context(), shortCase, { language: "zh" }, () => reveals(24));
    await openAt(page, shortCase, id);
    await expect(shown(page)).toHaveCount(24);
    const story = page.locator("ol.story");
    await expect(story).toHaveAttribute("lang", "zh-Hans");
    expect(await styleOf(page, "ol.story", "line-break")).toBe("strict");
    for (const size of [16, 20, 28]) {
      await story.evaluate(
        (element, px) => (element as HTMLElement).style.setProperty("--story-size", `${px}px`),
        size,
      );
      const characters = await page
        .locator(".sentence p")
        .first()
        .evaluate((text) => {
          const style = getComputedStyle(text);
          const inner = text.clientWidth - Number.parseFloat(style.paddingInlineEnd);
          return inner / Number.parseFloat(style.fontSize);
        });
      expect(characters).toBeLessThanOrEqual(38);
      expect(characters).toBeGreaterThan(20);
    }
  });
});

test("the single keys can be switched off, and stay off", async ({ page }) => {
  await readingAt(page, 3);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Help" });
  await dialog.getByLabel("Use single keys to read and mark").uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const nothing = async () => {
    for (const key of ["m", "ArrowRight", "b"]) await page.keyboard.press(key);
    await expect(shown(page)).toHaveCount(3);
    await marks(page, 0);
    await expect(page.getByRole("dialog")).toBeHidden();
  };
  await nothing();
  await page.reload();
  await expect(shown(page)).toHaveCount(3);
  await nothing();
  await tool(page, "Next sentence").click();
  await expect(shown(page)).toHaveCount(4);
});

test("single keys act on the story, not from a field or a button", async ({ page }) => {
  await readingAt(page, 3);
  await tool(page, "Undo").evaluate((button) => button.removeAttribute("disabled"));
  await tool(page, "Suspects").focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await marks(page, 0);
  await expect(shown(page)).toHaveCount(3);
  await tool(page, "Suspects").evaluate((button) => (button as HTMLElement).blur());
  await page.keyboard.press("n");
  await page.keyboard.type("m n b ? stay letters");
  await expect(page.getByRole("dialog").getByLabel("Note")).toHaveValue("m n b ? stay letters");
  await page.keyboard.press("Escape");
  await marks(page, 0);
  await page.keyboard.press("m");
  await marks(page, 1);
});

test("the quota is explained and a swap offered; nothing is replaced by itself; one undo takes the swap back", async ({
  page,
}) => {
  const { id } = await readingAt(page, 8, 4);
  await marks(page, 4);
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "All 4 clues are used" });
  await expect(dialog).toContainText("choose one below to give up");
  await marks(page, 4);
  await dialog.getByRole("button", { name: "Keep my marks" }).click();
  await pressed(page, 8, false);
  for (const number of [1, 2, 3, 4]) await pressed(page, number, true);
  await page.keyboard.press("m");
  await dialog
    .getByRole("button", { name: /^Give up:/ })
    .nth(1)
    .click();
  await pressed(page, 2, false);
  await pressed(page, 8, true);
  await marks(page, 4);
  await expect(page.locator("#status-voice")).toContainText("Clues 4/4");
  await tool(page, "Undo").click();
  await pressed(page, 2, true);
  await pressed(page, 8, false);
  await synced(page);
  const { events } = await held(page, id);
  expect(events.filter(({ type }) => type === "mark" || type === "unmark").length).toBe(8);
});

test("undo takes back the last step, and a mark comes back where it stood", async ({ page }) => {
  await readingAt(page, 6, 3);
  await tool(page, "Notebook").click();
  const dialog = page.getByRole("dialog", { name: "Notebook" });
  const clues = dialog.getByRole("list").first().locator("> li");
  const order = async () => (await clues.locator("> p").allInnerTexts()).map((text) => text.slice(0, 10));
  await expect(clues).toHaveCount(3);
  const before = await order();
  await dialog.getByRole("button", { name: "Unmark clue 1", exact: true }).click();
  await expect(clues).toHaveCount(2);
  await expect(dialog.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(clues).toHaveCount(3);
  expect(await order()).toEqual(before);
});

test("what was done before a reload, or before looking at the answer, can still be undone", async ({ page }) => {
  await readingAt(page, 24, 2);
  await page.keyboard.press("m");
  await marks(page, 3);
  await synced(page);
  await page.reload();
  await marks(page, 3);
  await tool(page, "Undo").click();
  await marks(page, 2);
  await pressed(page, 24, false);
  await page.getByRole("button", { name: "Give your answer" }).click();
  await page.getByRole("button", { name: "Back to the story" }).click();
  await tool(page, "Undo").click();
  await marks(page, 1);
  await pressed(page, 1, true);
});

test("the notebook orders clues by buttons, keeps the focus, and links them to suspects", async ({ page }) => {
  const { id } = await readingAt(page, 6, 3);
  await tool(page, "Notebook").click();
  const dialog = page.getByRole("dialog", { name: "Notebook" });
  await dialog.getByRole("button", { name: "Move clue 1 down", exact: true }).press("Enter");
  const moved = dialog.getByRole("button", { name: "Move clue 2 down", exact: true });
  await expect(moved).toBeFocused();
  await moved.press("Enter");
  await expect(dialog.getByRole("button", { name: "Move clue 3 up", exact: true })).toBeFocused();
  await dialog.getByRole("checkbox", { name: "Gu" }).nth(2).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await page.keyboard.press("b");
  await expect(page.getByRole("dialog", { name: "Suspects" })).toContainText("1 clue linked");
  await synced(page);
  const { events } = await held(page, id);
  expect(events.filter(({ type }) => type === "order").at(-1)).toMatchObject({ sentences: ["S002", "S003", "S001"] });
  expect(events.find(({ type }) => type === "link")).toMatchObject({ sentence: "S001" });
});

test("the board says what the case covers and who counts, and keeps suspicion in words", async ({ page }) => {
  await readingAt(page, 2);
  await page.keyboard.press("b");
  const board = page.getByRole("dialog", { name: "Suspects" });
  await expect(board).toContainText("The case is this one stove");
  await expect(board).toContainText("A participant is anyone who put a briquette into the stove");
  const gu = board.getByRole("group", { name: "Gu" });
  await gu.getByText("Likely", { exact: true }).click();
  await expect(gu.getByRole("radio", { name: "Likely", exact: true })).toBeChecked();
  const drawn = await board
    .locator("svg.portrait > path.portrait-line")
    .evaluateAll((all) => all.map((path) => path.getAttribute("d")));
  expect(drawn.length).toBe(4);
  expect(new Set(drawn).size).toBe(4);
});

test("scrolling back never moves the frontier; the pill returns; re-reading is recorded", async ({ page }) => {
  const { id } = await readingAt(page, 20);
  await place(page, 20);
  const pill = page.getByRole("button", { name: "Back to 20/24" });
  await expect(pill).toBeHidden();
  await page.waitForTimeout(500);
  await page.mouse.move(500, 300);
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -600);
  await expect(pill).toBeVisible();
  await expect(shown(page)).toHaveCount(20);
  const away = await page.locator(".sentence.here").getAttribute("id");
  expect(Number(away?.slice(1))).toBeLessThan(8);
  await expect
    .poll(async () => (await held(page, id)).events.filter(({ type }) => type === "visit").map((move) => move.sentence))
    .toEqual([away]);
  await pill.click();
  await place(page, 20);
  await expect(pill).toBeHidden();
  await expect(shown(page).last()).toBeInViewport();
  await page.keyboard.press("ArrowLeft");
  await place(page, 19);
  await page.keyboard.press("ArrowRight");
  await expect(shown(page)).toHaveCount(20);
  await page.keyboard.press("ArrowRight");
  await expect(shown(page)).toHaveCount(21);
});

test("the whole story at once: chosen in plain words, marked in the same way, each sentence's reading recorded", async ({
  page,
}) => {
  await page.goto(`/play/${shortCase}`);
  await expect(page.getByRole("radio", { name: /One sentence at a time/ })).toBeChecked();
  await page.getByRole("radio", { name: /The whole story at once/ }).check();
  await page.getByRole("button", { name: "Begin reading" }).click();
  await expect(shown(page)).toHaveCount(24);
  const id = await page.evaluate(() => localStorage.getItem("worth-attempt:ferry-lane-broth") ?? "");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("m");
  await marks(page, 1);
  await pressed(page, 2, true);
  await sentence(page, 3).click();
  await marks(page, 2);
  const visited = async () => {
    const { events } = await held(page, id);
    return new Set(events.filter(({ type }) => type === "visit").map((move) => move.sentence));
  };
  await expect.poll(async () => (await visited()).size, { timeout: 10_000 }).toBeGreaterThan(2);
  expect((await visited()).has("S024")).toBe(false);
  await page.mouse.move(500, 300);
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, 600);
  await expect.poll(async () => (await visited()).has("S024"), { timeout: 10_000 }).toBe(true);
  const { condition, events } = await held(page, id);
  expect(condition).toMatchObject({ presentation: "full", variant: "original" });
  expect(events.some(({ type }) => type === "reveal")).toBe(false);
  await tool(page, "Give your answer").click();
  await expect(page.getByRole("heading", { name: "Your answer" })).toBeVisible();
});

test("another version is chosen in a quiet place", async ({ page }) => {
  await page.goto(`/play/${shortCase}`);
  await page.getByText("Other versions of this case").click();
  await page.getByRole("radio", { name: "Version 2" }).check();
  await page.getByRole("button", { name: "Begin reading" }).click();
  await expect(shown(page)).toHaveCount(1);
  const id = await page.evaluate(() => localStorage.getItem("worth-attempt:ferry-lane-broth") ?? "");
  expect((await held(page, id)).condition).toMatchObject({ variant: "other-hand", presentation: "incremental" });
});

test("fast hands: a mark and the next sentence right after credit the sentence that was marked", async ({ page }) => {
  const { id } = await readingAt(page, 3);
  await page.evaluate(() => {
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    press("m");
    press("ArrowRight");
  });
  await expect(shown(page)).toHaveCount(4);
  await pressed(page, 3, true);
  await pressed(page, 4, false);
  const at = Date.now();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  expect(Date.now() - at).toBeLessThan(2_000);
  await expect(shown(page)).toHaveCount(6);
  await synced(page);
  const { events } = await held(page, id);
  const deeds = events.filter(({ type }) => type === "mark" || type === "reveal").slice(3);
  expect(deeds.map(({ type, sentence: marked }) => marked ?? type)).toEqual([
    "S003",
    "reveal",
    "S004",
    "reveal",
    "S005",
    "reveal",
  ]);
});

test("a held key opens one sentence, on the page and on the button", async ({ page }) => {
  await readingAt(page, 3);
  for (let repeat = 0; repeat < 8; repeat++) await page.keyboard.down("ArrowRight");
  await page.keyboard.up("ArrowRight");
  await expect(shown(page)).toHaveCount(4);
  await tool(page, "Next sentence").focus();
  for (let repeat = 0; repeat < 8; repeat++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(shown(page)).toHaveCount(5);
  await page.waitForTimeout(200);
  await expect(shown(page)).toHaveCount(5);
});

test("focus is never hidden under the bar, and targets are large", async ({ page }) => {
  await readingAt(page, 20);
  const bar = await page.locator(".play-bar").boundingBox();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.keyboard.press("Tab");
  for (let presses = 0; presses < 24; presses++) {
    const box = await page.evaluate(() => {
      const active = document.activeElement;
      const { top, bottom } = active?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      return { top, bottom, inBar: active?.closest(".play-bar") !== null, body: active === document.body };
    });
    if (!box.inBar && !box.body) expect(box.bottom).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
    await page.keyboard.press("Tab");
  }
  const small = await page.locator(".sentence .hit, .play-bar button").evaluateAll((all) =>
    all
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width < 44 || height < 44)
      .map(({ width, height }) => `${width}×${height}`),
  );
  expect(small).toEqual([]);
});

test.describe("on a phone", () => {
  for (const [width, locale] of [
    [360, "en-GB"],
    [320, "zh-CN"],
  ] as const) {
    test.describe(`${width} pixels, ${locale}`, () => {
      test.use({ viewport: { width, height: 740 }, locale });
      test("the way back to the frontier covers no text and makes the bar no taller", async ({ page }) => {
        await readingAt(page, 20);
        const bar = page.locator(".play-bar");
        const before = await bar.boundingBox();
        for (let presses = 0; presses < 6; presses++) await page.keyboard.press("ArrowLeft");
        const pill = await page.getByRole("button", { name: /(Back to|回到) 20\/24/ }).boundingBox();
        const after = await bar.boundingBox();
        expect(after).toEqual(before);
        expect(pill?.y).toBeGreaterThanOrEqual(after?.y ?? Number.NaN);
        expect((pill?.y ?? 0) + (pill?.height ?? 0)).toBeLessThanOrEqual((after?.y ?? 0) + (after?.height ?? 0));
        expect(pill?.height).toBeGreaterThanOrEqual(44);
      });
    });
  }
});

test.describe("on a narrow page with spaced text", () => {
  test.use({ viewport: { width: 320, height: 640 } });
  test("nothing is cut off or scrolls sideways", async ({ page }) => {
    await readingAt(page, 6, 3);
    // As WCAG 1.4.12 has it.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }",
      );
      document.adoptedStyleSheets = [sheet];
    });
    const fits = async () => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
      const cut = await page
        .locator("button:visible")
        .evaluateAll((all) =>
          all.filter((button) => button.scrollWidth > button.clientWidth + 1).map((button) => button.textContent),
        );
      expect(cut).toEqual([]);
    };
    await fits();
    for (const name of ["Suspects", "Notebook", "Text", "Help"]) {
      await tool(page, name).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }
  });
});
