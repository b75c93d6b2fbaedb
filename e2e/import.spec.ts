import { expect, test } from "@playwright/test";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { signInAsAdmin } from "./admin";

test.use({ locale: "en-GB", viewport: { width: 1280, height: 900 } });

/** A document of its own for each run, so that a database that is kept does not know it. */
function documentText(change: (document: ReturnType<typeof madeUpDocument>) => void = () => {}): string {
  const document = madeUpDocument();
  document.episode.slug = `imported-${stamp}`;
  document.episode.title.en = "A case by import";
  change(document);
  return JSON.stringify(document, null, 2);
}
const stamp = Date.now().toString(36);

test("a document with faults of every kind is refused as a whole, then imported, then changed into a next version", async ({
  page,
}) => {
  await signInAsAdmin(page);
  const errors: string[] = [];
  page.on("console", (message) => {
    // A refusal is a 422, which the browser itself reports.
    if (message.type() === "error" && !message.text().includes("422")) errors.push(message.text());
  });
  await page.goto("/research/import");
  const area = page.getByLabel("Or paste the document");
  const faulty = documentText((document) => {
    document.episode.quota = 400;
    if (document.story.en) document.story.en[2] = "Too short.";
    if (document.key.pairs[0]) document.key.pairs[0].about = "C09";
    if (document.variants[0]) document.variants[0].kind = "other" as "answer";
  }).replace('"author": "WORTH"', '"author": "WORTH",\n    "author": "WORTH"');
  await area.fill(faulty);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^\d+ faults$/ })).toBeVisible();
  const lines = faulty.split("\n");
  for (const [piece, field] of [
    ['"quota": 400', "episode.quota"],
    ["Too short.", "story.en.2"],
    ['"about": "C09"', "key.pairs.0.about"],
    ['"kind": "other"', "variants.0.kind"],
  ] as const) {
    const line = lines.findIndex((text) => text.includes(piece)) + 1;
    const row = page.getByRole("row").filter({ has: page.getByText(field, { exact: true }) });
    await expect(row.getByRole("button", { name: `Go to line ${line}` }).first()).toBeVisible();
  }
  const twice = page.getByRole("row").filter({ hasText: '"author" is given twice.' });
  await expect(twice).toHaveCount(1);
  await twice.getByRole("button").click();
  expect(
    await area.evaluate((held: HTMLTextAreaElement) => held.value.slice(held.selectionStart, held.selectionEnd)),
  ).toBe('    "author": "WORTH",');
  expect((await page.request.get(`/api/v1/tasks/imported-${stamp}`)).status()).toBe(404);

  await area.fill(documentText());
  await page.getByRole("button", { name: "Check" }).click();
  await expect(
    page.getByRole("heading", { name: `No faults. It would become imported-${stamp}, version 1` }),
  ).toBeVisible();
  await expect(page.getByText("It has fewer than 12 key clues")).toBeVisible();
  await expect(page.getByText("A case by import")).toBeVisible();
  expect((await page.request.get(`/api/v1/tasks/imported-${stamp}`)).status()).toBe(404);

  await page.getByLabel("Choose a file").setInputFiles({
    name: "case.json",
    mimeType: "application/json",
    buffer: Buffer.from(documentText()),
  });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: `Imported: imported-${stamp}, version 1` })).toBeVisible();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This content is published already" })).toBeVisible();

  await area.fill(
    documentText((document) => {
      document.episode.title.en = "A case by import, changed";
    }),
  );
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { name: `Imported: imported-${stamp}, version 2` })).toBeVisible();
  await page.getByRole("link", { name: "Read the case" }).click();
  await expect(page.getByRole("heading", { name: "A case by import, changed" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("a document that is too large is refused before it is read", async ({ page }) => {
  await signInAsAdmin(page);
  const response = await page.request.post("/api/v1/tasks", {
    data: `"${"x".repeat(1_200_000)}"`,
    headers: { "content-type": "application/json" },
  });
  expect(response.status()).toBe(413);
  await page.goto("/research/import");
  await page.getByLabel("Choose a file").setInputFiles({
    name: "large.json",
    mimeType: "application/json",
    buffer: Buffer.alloc(1_200_000, "x"),
  });
  await expect(page.getByText("This is too large.")).toBeVisible();
});
