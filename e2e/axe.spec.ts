import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { answerTo, attemptWith, openAt, reveals, shortCase, shown } from "./at-a-case";

/** axe finds nothing on any page of play, in three themes and two languages. */

const words = {
  en: {
    locale: "en-GB",
    tools: ["Note", "Suspects", "Notebook", "Text", "Help"],
    answer: "Give your answer",
    happened: "What happened",
    review: "Review the answer",
    sent: "Your answer is in",
    solution: "See the solution",
    share: "Share",
    points: "Points",
    behind: "Back to 24/24",
  },
  zh: {
    locale: "zh-CN",
    tools: ["笔记", "人物", "线索本", "字体", "说明"],
    answer: "作答",
    happened: "事情是怎么发生的",
    review: "检查答案",
    sent: "答案已交",
    solution: "看答案",
    share: "分享",
    points: "分数",
    behind: "回到 24/24",
  },
};

async function clean(page: Page, where: string) {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  expect(passes.length, where).toBeGreaterThan(5);
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  expect(told, where).toEqual([]);
}

for (const language of ["en", "zh"] as const) {
  const word = words[language];
  for (const theme of ["light", "sepia", "dark"] as const) {
    test.describe(`${language}, ${theme}`, () => {
      test.use({ locale: word.locale, viewport: { width: 390, height: 800 } });

      test.beforeEach(async ({ context, baseURL }) => {
        await context.addCookies([{ name: "worth-theme", value: theme, url: baseURL as string }]);
      });

      test("list, start, reading and everything that opens over it", async ({ page }) => {
        test.setTimeout(120_000);
        await page.goto("/");
        await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
        await clean(page, "the list of cases");
        await page.goto(`/play/${shortCase}`);
        await page.locator("details").evaluateAll((all) => {
          for (const details of all) details.setAttribute("open", "");
        });
        await clean(page, "the start of a case");
        const { id } = await attemptWith(page.context(), shortCase, { language }, ({ task }) => [
          ...reveals(24),
          ...task.sentences.slice(2, 6).map((sentence) => ({ type: "mark", sentence: sentence.id })),
          { type: "note", sentence: "S003", text: "A note" },
          { type: "note", sentence: "S020", text: "Another" },
          { type: "link", sentence: "S003", candidates: ["C01"] },
          { type: "suspect", candidate: "C01", level: "likely" },
        ]);
        await openAt(page, shortCase, id);
        await expect(shown(page)).toHaveCount(24);
        await page.keyboard.press("ArrowLeft");
        await expect(page.getByRole("button", { name: word.behind })).toBeVisible();
        await clean(page, "reading");
        const dialog = page.getByRole("dialog");
        await page.keyboard.press("m");
        await expect(dialog).toBeVisible();
        await clean(page, "the quota");
        await page.keyboard.press("Escape");
        for (const name of word.tools) {
          await page.getByRole("button", { name, exact: true }).click();
          await expect(dialog).toBeVisible();
          await clean(page, name);
          await page.keyboard.press("Escape");
          await expect(dialog).toBeHidden();
        }
        await page.getByRole("button", { name: word.answer }).click();
        await expect(page.getByLabel(word.happened)).toBeVisible();
        await page.getByRole("button", { name: word.review }).click();
        await page.locator("details").evaluateAll((all) => {
          for (const details of all) details.setAttribute("open", "");
        });
        await clean(page, "the answer, with what is missing");
        await page.getByLabel(word.happened).fill("So.");
        await page.getByLabel(/0–100/).fill("5");
        await page.getByRole("button", { name: word.review }).click();
        await expect(page.getByRole("textbox")).toHaveCount(0);
        await clean(page, "the review");
      });

      test("words, solution, others and card", async ({ page }) => {
        test.setTimeout(120_000);
        const { id } = await attemptWith(page.context(), shortCase, { language }, (begun) => [
          ...reveals(24),
          { type: "submit", response: { ...answerTo(begun), clues: ["S004", "S001"] } },
        ]);
        await openAt(page, shortCase, id);
        await expect(page.getByRole("heading", { name: word.sent })).toBeVisible();
        await page.getByText(word.share, { exact: true }).click();
        await clean(page, "the words after the answer");
        await page.getByRole("button", { name: word.solution }).click();
        await expect(page.getByRole("heading", { name: word.points })).toBeVisible();
        await page.locator("details").evaluateAll((all) => {
          for (const details of all) details.setAttribute("open", "");
        });
        await clean(page, "the solution");
      });
    });
  }
}
