import { type BrowserContext, expect, type Page } from "@playwright/test";

/** Short ways to a later point of a case: moves are sent by the browser's own player cookie, then the page is opened. */

export const shortCase = "ferry-lane-broth";

export type Move = { seq: number; type: string; sentence?: string; what?: string; detail?: string };
type Condition = { language: "en" | "zh"; presentation?: "incremental" | "full"; [name: string]: unknown };
type Body = {
  id: string;
  condition: Record<string, unknown>;
  events: Move[];
  done: boolean;
  task: { quota: number; sentences: { id: string; text: string }[]; candidates: { id: string; name: string }[] };
};

export const shown = (page: Page) => page.locator(".sentence");

/** Waits until everything is on the server. */
export const synced = (page: Page) => expect(page.locator("[data-sync=synced]")).toBeVisible({ timeout: 20_000 });

/** An attempt begun and sent moves without the page. */
export async function attemptWith(
  context: BrowserContext,
  slug: string,
  condition: Condition,
  movesOf: (body: Body) => object[] = () => [],
): Promise<Body> {
  const started = await context.request.post("/api/v1/attempts", {
    data: { task: slug, condition: { presentation: "incremental", ...condition } },
  });
  expect(started.status(), await started.text()).toBe(201);
  const body: Body = await started.json();
  const moves = movesOf(body).map((move, index) => ({ ...move, seq: index + 1 }));
  if (moves.length > 0) {
    const sent = await context.request.post(`/api/v1/attempts/${body.id}/moves`, { data: { moves } });
    expect(sent.status(), await sent.text()).toBe(200);
  }
  return body;
}

/** The moves that open so many sentences. */
export const reveals = (count: number) => Array.from({ length: count }, () => ({ type: "reveal" }));

/** Opens a case at an attempt that was begun without the page. */
export async function openAt(page: Page, slug: string, id: string): Promise<void> {
  await page.addInitScript(
    ([place, attempt]) => localStorage.setItem(`worth-attempt:${place}`, attempt as string),
    [slug, id],
  );
  await page.goto(`/play/${slug}`);
}

/** A case begun in English, with so many sentences open, its first ones marked. */
export async function readingAt(page: Page, open: number, marks = 0, slug = shortCase): Promise<Body> {
  const body = await attemptWith(page.context(), slug, { language: "en" }, ({ task }) => [
    ...reveals(open),
    ...task.sentences.slice(0, marks).map(({ id }) => ({ type: "mark", sentence: id })),
  ]);
  await openAt(page, slug, body.id);
  await expect(shown(page)).toHaveCount(open);
  return body;
}

/** A whole answer: the first sentences as clues, the first person named. */
export const answerTo = ({ task }: Body) => ({
  clues: task.sentences.slice(0, 2).map(({ id }) => id),
  interpretations: {},
  participants: [task.candidates[0]?.id],
  participantReasons: {},
  reconstruction: "Somebody did it.",
  ruledOut: {},
  confidence: 40,
});

/** What the server holds of an attempt. */
export async function held(page: Page, id: string): Promise<Body> {
  const response = await page.context().request.get(`/api/v1/attempts/${id}`);
  expect(response.status()).toBe(200);
  return response.json();
}

/** Collects console errors and uncaught ones. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}
