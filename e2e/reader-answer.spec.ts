import { expect, type Page, test } from "@playwright/test";
import { signInAsAdmin } from "./admin";
import { answerTo, attemptWith, errorsOf, held, openAt, readingAt, reveals, shortCase } from "./at-a-case";

/** From the last sentence to the solution, and what comes after. */

test.use({ locale: "en-GB", viewport: { width: 1100, height: 800 } });

let errors: string[] = [];
test.beforeEach(({ page }) => {
  errors = errorsOf(page);
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

const toAnswer = (page: Page) => page.getByRole("button", { name: "Give your answer" }).click();
const review = (page: Page) => page.getByRole("button", { name: "Review the answer" });
const confidence = "How likely is it, 0–100, that your list of participants is exactly right?";

test("the answer asks for what is needed, starts interpretations as the notes, and is read over before it goes", async ({
  page,
}) => {
  const { id } = await readingAt(page, 24, 2);
  await page.keyboard.press("m");
  await page.keyboard.press("n");
  await page.keyboard.type("The chain fell silent.");
  await page.keyboard.press("Escape");
  await toAnswer(page);
  await expect(page.getByText("A right clue earns points. A wrong clue costs nothing")).toBeVisible();
  await expect(page.getByText("You have marks left.")).toBeVisible();
  await review(page).click();
  await expect(page.getByLabel("What happened")).toBeFocused();
  await expect(page.getByLabel("What happened")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("What happened").fill("Meng fed the stove.");
  await expect(page.getByLabel("What it tells you (optional)").last()).toHaveValue("The chain fell silent.");
  await page.getByLabel(confidence).fill("1e0");
  await expect(page.getByLabel(confidence)).toHaveValue("10");
  await page.getByRole("checkbox", { name: /Old Meng/ }).check();
  await page.getByRole("checkbox", { name: /^Gu / }).check();
  await page.getByText("Say why for each person (optional)").click();
  await page.getByLabel("Why Pei did not").fill("Across the river.");
  await review(page).click();
  for (const text of ["Meng fed the stove.", "10%", "The chain fell silent.", "Across the river."]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await page.getByRole("button", { name: "Change something" }).click();
  await page.getByRole("checkbox", { name: /^Gu / }).uncheck();
  await review(page).click();
  await page.getByRole("button", { name: "Send the answer" }).dblclick();
  await expect(page.getByText("You named 1 of 1 who took part, and nobody else.")).toBeVisible();
  const { events, done } = await held(page, id);
  expect(done).toBe(true);
  const sent = events.filter(({ type }) => type === "submit") as unknown as { response: Record<string, unknown> }[];
  expect(sent.length).toBe(1);
  expect(sent[0]?.response).toMatchObject({
    clues: ["S001", "S002", "S024"],
    interpretations: { S024: "The chain fell silent." },
    participants: ["C02"],
    ruledOut: { C04: "Across the river." },
    confidence: 10,
  });
});

test("where explanations are required, each clue needs its own; where nothing is disclosed, no costs are told", async ({
  page,
}) => {
  const { id } = await attemptWith(page.context(), shortCase, { language: "en" }, () => [
    ...reveals(24),
    { type: "mark", sentence: "S004" },
  ]);
  // Not for a player to choose: the page is told that it is so.
  await page.route(`**/api/v1/attempts/${id}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({
      response,
      json: { ...body, task: { ...body.task, explanations: "required", disclosure: "none" } },
    });
  });
  await openAt(page, shortCase, id);
  await toAnswer(page);
  await expect(page.getByText("costs nothing")).toHaveCount(0);
  await page.getByLabel("What happened").fill("Meng fed the stove.");
  await page.getByLabel(confidence).fill("50");
  await review(page).click();
  const field = page.getByLabel("What it tells you");
  await expect(field).toBeFocused();
  await expect(page.getByRole("heading", { name: "Review before sending" })).toBeHidden();
  await field.fill("He passes at the hours that matter.");
  await review(page).click();
  await expect(page.getByRole("heading", { name: "Review before sending" })).toBeVisible();
});

test("after the answer: words, then a choice; the key and the others only with the solution", async ({
  page,
  browser,
}) => {
  const other = await browser.newContext();
  const admin = await other.newPage();
  await signInAsAdmin(admin);
  const run = (epoch: number, participants: string[]) => ({
    task: shortCase,
    condition: { language: "en", presentation: "full", variant: "other-wording" },
    actor: { name: "Reader of stoves", modelId: "stove-reader", interface: "chat" },
    epoch,
    response: { clues: ["S015", "S020"], participants, reconstruction: `Account ${epoch}.`, confidence: 90 },
  });
  const stored = await admin.request.post("/api/v1/responses", {
    data: [run(1, ["C01", "C04"]), run(2, ["C01", "C03", "C04"]), run(3, ["C02"])],
  });
  expect([200, 201]).toContain(stored.status());
  await other.close();

  const received: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/"))
      void response
        .text()
        .then((text) => received.push(text))
        .catch(() => {});
  });
  // Not the first try at this case, so the answer is not among the others and the test can run again.
  await attemptWith(page.context(), shortCase, { language: "en" });
  const condition = { language: "en", variant: "other-wording" } as const;
  const body = await attemptWith(page.context(), shortCase, condition, (begun) => [
    ...reveals(24),
    { type: "mark", sentence: "S004" },
    { type: "submit", response: { ...answerTo(begun), clues: ["S004"], participants: ["C02", "C03"] } },
  ]);
  await openAt(page, shortCase, body.id);
  await expect(page.getByText("You found 1 of 4 key clues.")).toBeVisible();
  await expect(page.getByText("You named 1 of 1 who took part, and 1 who did not.")).toBeVisible();
  await expect(page.getByText("A second try does not count in the comparison.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(received.length).toBeGreaterThan(0);
  for (const text of received) expect(text).not.toMatch(/"crowd"|"reveal":|"scores"/);
  await expect(page.getByText(/model runs/)).toBeHidden();

  await page.getByRole("button", { name: "See the solution" }).click();
  const headings = page.getByRole("heading", { level: 2 });
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
  expect(await headings.allInnerTexts()).toEqual([
    "Your answer is in",
    "What you found",
    "The author’s solution",
    "You and the others",
    "Points",
  ]);
  const found = page.getByRole("region", { name: "What you found" });
  await expect(found.getByRole("listitem").filter({ hasText: "Old Meng" }).first()).toContainText(
    "took part; you named them · carried it out",
  );
  await expect(found.getByText("You marked 1")).toBeVisible();
  await expect(found.getByText("You passed over 3")).toBeVisible();
  const solution = page.getByRole("region", { name: "The author’s solution" });
  const step = solution.getByRole("listitem").filter({ hasText: "The tricycle in the night" });
  await expect(step.getByRole("list")).toContainText("Sentence 4 · Key clue · You marked it");
  await expect(step.getByRole("list")).toContainText(/Old Meng’s .*tricycle/);

  const others = page.getByRole("region", { name: "You and the others" });
  await expect(others).toContainText(/2 of 3 model runs named all of them: .*(Pei|Aunt Luo).*\. *You did not\./s);
  const row = (number: number) =>
    others.getByRole("listitem").filter({ has: page.getByText(`Sentence ${number}`, { exact: true }) });
  await expect(row(15)).toContainText("Model runs 3/3");
  const parts = await others
    .getByRole("listitem")
    .filter({ hasText: "Here you part" })
    .evaluateAll((rows) => rows.map((row) => row.id));
  expect(parts).toEqual(["others-S004", "others-S015", "others-S020"]);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (const [key, at] of [
    ["j", 0],
    ["j", 1],
    ["k", 0],
    ["k", 2],
  ] as const) {
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(parts[at]);
  }
});

test("the share card holds counts only", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const body = await attemptWith(page.context(), shortCase, { language: "en" }, (begun) => [
    ...reveals(24),
    { type: "submit", response: { ...answerTo(begun), clues: ["S007", "S001", "S016"] } },
  ]);
  await openAt(page, shortCase, body.id);
  await page.getByText("Share", { exact: true }).click();
  await page.getByRole("button", { name: "Copy the text" }).click();
  await expect(page.getByText("Copied.")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^The Pot on Ferry Lane · WORTH\nKey clues 2\/4\nPeople \d\/1(, 1 wrong)?$/);
  const drawn = await page.getByRole("img").evaluate((canvas) => {
    const pen = (canvas as HTMLCanvasElement).getContext("2d");
    return new Set(pen?.getImageData(0, 0, 1200, 630).data).size;
  });
  expect(drawn).toBeGreaterThan(20);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the picture" }).click();
  expect((await saved).suggestedFilename()).toBe("worth.png");
});

test("every version of every case goes to its solution in both languages", async ({ context }) => {
  test.setTimeout(120_000);
  const { tasks } = await (await context.request.get("/api/v1/tasks")).json();
  const cases = (tasks as { slug: string; sentences: number; variants: string[] }[]).filter((task) =>
    ["chujiang-four", "ferry-lane-broth", "fourteen-bushes"].includes(task.slug),
  );
  expect(cases.length).toBe(3);
  for (const { slug, sentences, variants } of cases) {
    expect(variants.length).toBe(2);
    for (const variant of ["original", ...variants]) {
      for (const language of ["zh", "en"] as const) {
        const { id } = await attemptWith(context, slug, { language, variant }, (begun) => [
          ...reveals(sentences),
          { type: "submit", response: answerTo(begun) },
        ]);
        const opened = await context.request.post(`/api/v1/attempts/${id}/reveal`, { data: {} });
        expect(opened.status()).toBe(200);
        const { reveal, crowd } = await opened.json();
        expect(reveal.solution.length).toBeGreaterThan(2);
        expect(reveal.solution[0].text).toMatch(language === "zh" ? /\p{Script=Han}/u : /[a-z]/);
        expect(crowd.people).toBeGreaterThanOrEqual(0);
      }
    }
  }
});

test("the record tells with which settings a case was opened, and when the answer took the story's place", async ({
  page,
}) => {
  const { id } = await readingAt(page, 24, 2);
  await toAnswer(page);
  await page.getByRole("button", { name: "Back to the story" }).click();
  await toAnswer(page);
  await review(page).click();
  await expect(page.locator("[data-sync=synced]")).toBeVisible({ timeout: 20_000 });
  const told = (await held(page, id)).events.filter((move) =>
    ["opened", "answering", "reading"].includes(`${move.what}`),
  );
  expect(told.map((move) => move.what)).toEqual(["opened", "answering", "reading", "answering"]);
  expect(told[0]?.detail).toBe("size=usual;line=1.8;face=serif;theme=system;keys=true;spoken=true");
});

test("after the answer a reader may tell of themselves, and need not", async ({ page }) => {
  const { id } = await attemptWith(page.context(), shortCase, { language: "en" }, (body) => [
    ...reveals(24),
    { type: "submit", response: answerTo(body) },
  ]);
  await openAt(page, shortCase, id);
  await expect(page.getByText("How often do you read detective stories?")).toBeHidden();
  await page.getByText("About you (optional)").click();
  const often = page.getByRole("group", { name: "How often do you read detective stories?" }).getByLabel("Often");
  await often.check();
  await expect(page.getByText("Noted.")).toBeVisible();
  await expect(often).toBeChecked();
  const told = await page.context().request.patch("/api/v1/player", { data: {} });
  expect(await told.json()).toEqual({ nativeLanguage: null, priorReading: "often" });
});
