import { type BrowserContext, expect, type Page, test } from "@playwright/test";

/** Nothing a player does is lost, whatever happens to the network, the tab, the server, the session or the clock. */

const long = "fourteen-bushes";
const short = "ferry-lane-broth";
const shown = (page: Page) => page.locator(".sentence");
const synced = (page: Page) => expect(page.locator("[data-sync=synced]")).toBeVisible({ timeout: 40_000 });

test.use({ locale: "en-GB", viewport: { width: 1100, height: 800 } });

type Move = { seq: number; type: string; at: string; sentence?: string; what?: string };

/** The moves that the server holds, as it tells them to this browser's own player. */
async function stored(page: Page, slug: string): Promise<{ events: Move[]; done: boolean }> {
  const id = await page.evaluate((name) => localStorage.getItem(`worth-attempt:${name}`), slug);
  const response = await page.request.get(`/api/v1/attempts/${id}`);
  expect(response.status()).toBe(200);
  return response.json();
}

/** The moves that change something, without what is recorded around the reading. */
const deeds = (events: Move[]) => events.filter((move) => move.type !== "notice" && move.type !== "visit");

function expectUnbroken(events: Move[]) {
  expect(events.map((move) => move.seq)).toEqual(events.map((_, index) => index + 1));
}

async function begin(page: Page, slug: string) {
  await page.goto(`/play/${slug}`);
  await page.getByRole("button", { name: "Begin reading" }).click();
  await expect(shown(page)).toHaveCount(1);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

/** Reads on by key, as fast as the page takes it, until so many sentences are open. */
async function readTo(page: Page, count: number) {
  while ((await shown(page).count()) < count) await page.keyboard.press("ArrowRight");
  await expect(shown(page)).toHaveCount(count);
}

async function total(page: Page): Promise<number> {
  const text = await page
    .getByText(/^\d+\/\d+$/)
    .first()
    .textContent();
  return Number(text?.split("/")[1]);
}

/** Waits until the service worker has the page and its scripts. */
async function keptForOffline(page: Page) {
  const kept = () => page.evaluate(async () => Boolean(await caches.match(window.location.href, { ignoreVary: true })));
  await expect.poll(kept, { timeout: 20_000 }).toBe(true);
}

async function answer(page: Page, what: string) {
  await page.getByRole("checkbox").first().check();
  await page.getByLabel("What happened").fill(what);
  await page.getByLabel(/0–100/).fill("40");
  await page.getByRole("button", { name: "Review the answer" }).click();
  await expect(page.getByText(what)).toBeVisible();
}

const send = (page: Page) => page.getByRole("button", { name: "Send the answer" });
const result = (page: Page) => page.getByText(/^You found \d+ of \d+ key clues\.$/);

test("the whole long case offline, reloaded in the middle, arrives once and in order", async ({ page, context }) => {
  test.setTimeout(180_000);
  await begin(page, long);
  const sentences = await total(page);
  expect(sentences).toBe(120);
  await keptForOffline(page);
  await context.setOffline(true);
  const marks: string[] = [];
  const mark = async () => {
    marks.push((await shown(page).last().getAttribute("id")) as string);
    await page.keyboard.press("m");
  };
  await readTo(page, 30);
  await mark();
  await readTo(page, 57);
  await expect(page.locator("[data-sync=waiting]")).toBeVisible();

  await page.reload();
  await expect(shown(page)).toHaveCount(57);
  await expect(page.getByText(/^Clues 1\//).first()).toBeVisible();
  await mark();
  await readTo(page, sentences);
  await page.getByRole("button", { name: "Give your answer" }).click();
  await answer(page, "All of it was read without a network.");
  await send(page).click();
  await expect(page.getByText(/sent as soon as there is a connection/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/sent as soon as there is a connection/)).toBeVisible();

  await context.setOffline(false);
  await expect(result(page)).toBeVisible({ timeout: 40_000 });
  const { events, done } = await stored(page, long);
  expect(done).toBe(true);
  expectUnbroken(events);
  const made = deeds(events).filter((move) => move.type !== "draft" && move.type !== "suspect");
  const reveals = (count: number) => Array.from({ length: count }, () => "reveal");
  expect(made.map((move) => (move.type === "mark" ? `mark ${move.sentence}` : move.type))).toEqual([
    ...reveals(30),
    `mark ${marks[0]}`,
    ...reveals(27),
    `mark ${marks[1]}`,
    ...reveals(63),
    "submit",
  ]);
  const times = events.map((move) => Date.parse(move.at));
  expect(times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0))).toBe(true);
});

test("two tabs share one attempt and give one answer; the other one shows what was saved", async ({
  page,
  context,
}) => {
  await begin(page, short);
  const sentences = await total(page);
  await readTo(page, 3);
  const other = await context.newPage();
  await other.goto(`/play/${short}`);
  await expect(shown(other)).toHaveCount(3);
  await readTo(other, sentences - 1);
  await expect(shown(page)).toHaveCount(sentences - 1);
  await readTo(page, sentences);
  await expect(shown(other)).toHaveCount(sentences);
  for (const one of [page, other]) {
    await one.bringToFront();
    await one.getByRole("button", { name: "Give your answer" }).click();
  }
  await answer(other, "What the second tab thinks.");
  await page.bringToFront();
  await page.getByRole("button", { name: "Review the answer" }).click();
  // Whichever is too late finds no button any more, or its answer is refused.
  const press = (one: Page) => send(one).evaluate((button: HTMLElement) => button.click(), null, { timeout: 2_000 });
  const pressed = await Promise.allSettled([press(page), press(other)]);
  expect(pressed.some((outcome) => outcome.status === "fulfilled")).toBe(true);
  for (const one of [page, other]) await expect(result(one)).toBeVisible();
  const { events } = await stored(page, short);
  expectUnbroken(events);
  expect(events.filter((move) => move.type === "submit")).toHaveLength(1);
  expect(events.filter((move) => move.type === "reveal")).toHaveLength(sentences);
  const told = async () =>
    (await Promise.all([page, other].map((one) => one.getByText(/^Another tab/).count()))).join();
  await expect.poll(told).toMatch(/1/);
});

test("a second browser with the same player: the later answer is refused, and it shows the saved one", async ({
  page,
  context,
  browser,
}) => {
  await begin(page, short);
  await readTo(page, await total(page));
  await synced(page);
  const id = await page.evaluate((name) => localStorage.getItem(`worth-attempt:${name}`), short);
  const second = await browser.newContext({ storageState: { cookies: await context.cookies(), origins: [] } });
  const other = await second.newPage();
  await other.addInitScript(
    ([name, value]) => localStorage.setItem(`worth-attempt:${name}`, value as string),
    [short, id],
  );
  await other.goto(`/play/${short}`);
  await synced(other);
  // The second browser keeps what it does to itself until the first has answered.
  await other.route("**/moves", (route) => route.abort());
  for (const [one, what] of [
    [page, "Said first."],
    [other, "Said second."],
  ] as const) {
    await one.getByRole("button", { name: "Give your answer" }).click();
    await answer(one, what);
    if (one === page) {
      await send(page).click();
      await expect(result(page)).toBeVisible();
    }
  }
  await send(other).click();
  const refused = other.waitForResponse((response) => response.url().endsWith("/moves") && response.status() === 409);
  await other.unroute("**/moves");
  await refused;
  await expect(result(other)).toBeVisible({ timeout: 20_000 });
  await expect(other.getByText(/^Another tab/)).toBeVisible();
  const { events } = await stored(page, short);
  const answers = events.filter((move) => move.type === "submit") as unknown as {
    response: { reconstruction: string };
  }[];
  expect(answers.map((move) => move.response.reconstruction)).toEqual(["Said first."]);
  await second.close();
});

test("a tab that crashes loses nothing", async ({ page, context }) => {
  await begin(page, short);
  let blocked = true;
  await context.route("**/moves", (route) => (blocked ? route.abort() : route.continue()));
  await readTo(page, 6);
  await page.keyboard.press("m");
  await expect(page.locator("[data-sync=waiting], [data-sync=saved]")).toBeVisible();
  const devtools = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void devtools.send("Page.crash").catch(() => {});
  await crashed;
  blocked = false;
  const again = await context.newPage();
  await again.goto(`/play/${short}`);
  await expect(shown(again)).toHaveCount(6);
  await expect(again.getByText(/^Clues 1\//).first()).toBeVisible();
  await synced(again);
  const { events } = await stored(again, short);
  expectUnbroken(events);
  expect(deeds(events).map((move) => move.type)).toEqual([...Array(6).fill("reveal"), "mark"]);
});

const password = "a long enough password";

async function signIn(page: Page, email: string) {
  const form = page.locator("form").filter({ has: page.locator("#sign-in-email") });
  await page.locator("#sign-in-email").fill(email);
  await page.locator("#sign-in-password").fill(password);
  await form.getByRole("button").click();
}

const loseCookies = (context: BrowserContext) => context.clearCookies();

/** A new account, signed in and four sentences into the short case. @returns its email */
async function reading(page: Page, name: string): Promise<string> {
  const email = `${name}-${Date.now()}@example.org`;
  const origin = new URL(test.info().project.use.baseURL ?? "http://localhost:3000").origin;
  const made = await page.request.post("/api/v1/accounts", { data: { email, password }, headers: { origin } });
  expect(made.ok()).toBe(true);
  await page.goto("/sign-in");
  await signIn(page, email);
  await page.waitForURL(/account|\/$/);
  await begin(page, short);
  await readTo(page, 4);
  await synced(page);
  return email;
}

test("a session that expires keeps the draft, and it is sent after signing in", async ({ page, context }) => {
  const email = await reading(page, "player");
  await loseCookies(context);
  const refused = page.waitForResponse((response) => response.url().endsWith("/moves"));
  await readTo(page, 7);
  expect((await refused).status()).toBe(401);
  const alert = page.getByRole("alert").filter({ hasText: "no longer knows this browser" });
  await expect(alert).toBeVisible();
  await page.reload();
  await expect(shown(page)).toHaveCount(7);
  await expect(alert).toBeVisible();
  await alert.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, email);
  await page.waitForURL(/account|\/play\//);
  await page.goto(`/play/${short}`);
  await expect(shown(page)).toHaveCount(7);
  await synced(page);
  const { events } = await stored(page, short);
  expectUnbroken(events);
  expect(deeds(events).map((move) => move.type)).toEqual(Array(7).fill("reveal"));
});

/** What this browser keeps of attempts: rows of its log, and the places of cases. */
const keptHere = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open("worth");
    const db = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const rows = [...db.objectStoreNames].map(
      (name) =>
        new Promise<number>((resolve) => {
          const asked = db.transaction(name).objectStore(name).count();
          asked.onsuccess = () => resolve(asked.result);
        }),
    );
    const counts = await Promise.all(rows);
    db.close();
    return [...counts, ...Object.keys(localStorage).filter((key) => key.startsWith("worth-attempt:"))];
  });

test("signing out first sends what is kept here, leaves nothing for the next person, and the account goes on later", async ({
  page,
  context,
}) => {
  const email = await reading(page, "leaver");
  let blocked = true;
  await context.route("**/moves", (route) => (blocked ? route.abort() : route.continue()));
  await readTo(page, 6);
  await page.keyboard.press("m");
  await expect(page.locator("[data-sync=waiting]")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/account");
  await other.getByRole("button", { name: "Sign out" }).click();
  const alert = other.getByRole("alert").filter({ hasText: "could not be sent" });
  await expect(alert).toBeVisible();
  await expect(shown(page)).toHaveCount(6);
  blocked = false;
  await other.getByRole("button", { name: "Try again" }).click();
  await other.waitForURL(/\/$/);
  expect(await keptHere(other)).toEqual([0, 0]);
  // The tab that was open at the case shows nothing of it any more.
  await expect(page.getByRole("button", { name: "Begin reading" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Begin reading" })).toBeVisible();
  await expect(shown(page)).toHaveCount(0);

  await page.goto("/sign-in");
  await signIn(page, email);
  await page.waitForURL(/account|\/$/);
  await page.goto(`/play/${short}`);
  await expect(shown(page)).toHaveCount(6);
  await expect(page.getByText(/^Clues 1\//).first()).toBeVisible();
  blocked = true;
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await readTo(page, 8);
  await expect(page.locator("[data-sync=waiting]")).toBeVisible();
  await other.goto("/account");
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByRole("button", { name: "Sign out all the same" }).click();
  await other.waitForURL(/\/$/);
  expect(await keptHere(other)).toEqual([0, 0]);
});

test("without an account a lost cookie means a new player, who takes everything along", async ({ page, context }) => {
  await begin(page, short);
  await readTo(page, 4);
  await page.keyboard.press("m");
  await synced(page);
  const before = await page.evaluate((name) => localStorage.getItem(`worth-attempt:${name}`), short);
  await loseCookies(context);
  await readTo(page, 6);
  await page.getByRole("button", { name: "Go on without signing in" }).click();
  await synced(page);
  await expect(shown(page)).toHaveCount(6);
  const after = await page.evaluate((name) => localStorage.getItem(`worth-attempt:${name}`), short);
  expect(after).not.toBe(before);
  const { events } = await stored(page, short);
  expectUnbroken(events);
  expect(deeds(events).map((move) => move.type)).toEqual([...Array(4).fill("reveal"), "mark", "reveal", "reveal"]);
});

test("a server in trouble gets the moves when it is back, each once", async ({ page }) => {
  await begin(page, short);
  let calls = 0;
  await page.route("**/moves", async (route) => {
    calls += 1;
    // The first answer is lost on its way back: the server has the moves, the browser does not know it.
    if (calls === 1) {
      await route.fetch();
      return route.abort();
    }
    return route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { detail: "restarting" } });
  });
  await readTo(page, 5);
  await expect(page.locator("[data-sync=waiting]")).toBeVisible();
  await readTo(page, 8);
  await expect.poll(() => calls, { timeout: 20_000 }).toBeGreaterThan(1);
  await page.unroute("**/moves");
  await synced(page);
  const { events } = await stored(page, short);
  expectUnbroken(events);
  expect(deeds(events).map((move) => move.type)).toEqual(Array(8).fill("reveal"));
});

test("a clock that is off by a day, and set back while playing, changes no order", async ({ page }) => {
  await page.clock.install({ time: new Date(Date.now() + 86_400_000) });
  await begin(page, short);
  await readTo(page, 3);
  await page.clock.setSystemTime(new Date(Date.now() - 86_400_000));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await readTo(page, 5);
  await page.keyboard.press("m");
  await synced(page);
  const { events } = await stored(page, short);
  expectUnbroken(events);
  expect(deeds(events).map((move) => move.type)).toEqual([...Array(5).fill("reveal"), "mark"]);
  const times = events.map((move) => Date.parse(move.at));
  expect(times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0))).toBe(true);
});

for (const [name, closed] of [
  ["missing", () => Object.defineProperty(window, "indexedDB", { value: undefined })],
  [
    "refused",
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
    },
  ],
] as const) {
  test(`with IndexedDB ${name} the moves are sent at once, and the page says so`, async ({ page }) => {
    await page.addInitScript(closed);
    await begin(page, short);
    await readTo(page, 4);
    await expect(page.getByText("lets the page keep nothing")).toBeVisible();
    await synced(page);
    await page.reload();
    await expect(shown(page)).toHaveCount(4);
    const { events } = await stored(page, short);
    expectUnbroken(events);
    expect(deeds(events).map((move) => move.type)).toEqual(Array(4).fill("reveal"));
  });
}

test("fast hands: mark then next credits the sentence that was shown, a held key skips nothing", async ({ page }) => {
  await begin(page, short);
  await readTo(page, 2);
  const marked = await shown(page).last().getAttribute("id");
  await page.evaluate(() => {
    const press = (key: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    press("m");
    press("ArrowRight");
  });
  await expect(shown(page)).toHaveCount(3);
  for (let held = 0; held < 12; held++) await page.keyboard.down("ArrowRight");
  await page.keyboard.up("ArrowRight");
  await expect(shown(page)).toHaveCount(4);
  const next = page.getByRole("button", { name: "Next sentence" });
  for (const key of ["Enter", "Space"]) {
    const before = await shown(page).count();
    await next.focus();
    for (let held = 0; held < 12; held++) await page.keyboard.down(key);
    await page.keyboard.up(key);
    await expect(shown(page)).toHaveCount(before + 1);
  }
  await synced(page);
  const { events } = await stored(page, short);
  expect(deeds(events).map((move) => `${move.type} ${move.sentence ?? ""}`.trim())).toEqual([
    "reveal",
    "reveal",
    `mark ${marked}`,
    "reveal",
    "reveal",
    "reveal",
    "reveal",
  ]);
});

test("a double click sends one answer", async ({ page }) => {
  await begin(page, short);
  await readTo(page, await total(page));
  await page.getByRole("button", { name: "Give your answer" }).click();
  await answer(page, "Sent with two clicks.");
  await send(page).dblclick();
  await expect(result(page)).toBeVisible();
  await synced(page);
  const { events } = await stored(page, short);
  expect(events.filter((move) => move.type === "submit")).toHaveLength(1);
});

test("a new build has a store of its own, the old one goes, and neither holds answers of the API", async ({ page }) => {
  await begin(page, short);
  await keptForOffline(page);
  const addresses = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const stores = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return { names, paths: stores.flat().map((request) => new URL(request.url).pathname) };
    });
  const before = await addresses();
  expect(before.names).toHaveLength(1);
  expect(before.paths.filter((path) => !path.startsWith("/_next/static/"))).toEqual([`/play/${short}`]);
  expect(before.paths.length).toBeGreaterThan(5);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register("/sw.js?build=the-next-one", { scope: "/play/" });
    const worker = registration.installing ?? registration.waiting;
    while (worker && worker.state !== "activated") {
      if (worker.state === "installed") worker.postMessage({ what: "take-over" });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await expect.poll(async () => (await addresses()).names).toEqual(["worth-play-the-next-one"]);
  expect((await addresses()).paths.sort()).toEqual(before.paths.sort());
});
