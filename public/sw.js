// Keeps the page of an opened case readable without a network: its document and its scripts and styles, nothing else.
// Answers of the API, the solution and all other pages are never stored; what a player did lies in IndexedDB, not here.
// The address names the build (`/sw.js?build=…`): a new build is a new worker with a new store, and the old one goes.
const build = new URL(self.location.href).searchParams.get("build") ?? "none";
const prefix = "worth-play-";
const name = prefix + build;
/** After this long without an answer a stored page is shown; the answer is stored when it comes. */
const patience = 4_000;

const isPage = (url) => url.origin === self.location.origin && /^\/play\/[^/]+$/.test(url.pathname);
const isAsset = (url) => url.origin === self.location.origin && url.pathname.startsWith("/_next/static/");
const placeOf = (url) => new URL(url.pathname, self.location.origin).href;

/** Scripts and styles that a text names, be it a document or a script that loads others later. */
function assetsIn(text) {
  const found = text.match(/(?:\/_next\/)?static\/[\w./~-]+\.(?:js|css|woff2)/g) ?? [];
  return new Set(found.map((path) => new URL(path.replace(/^(?!\/_next\/)/, "/_next/"), self.location.origin).href));
}

/** Stores the assets that a text names, and those that they name. */
async function keepAssets(store, text) {
  const waiting = [...assetsIn(text)];
  const seen = new Set(waiting);
  while (waiting.length > 0) {
    const batch = waiting.splice(0, 6);
    const texts = await Promise.all(
      batch.map(async (url) => {
        let response = await store.match(url);
        if (!response) {
          response = await fetch(url);
          // A name that only looks like a file of this build is no reason to give up the others.
          if (!response.ok) return "";
          await store.put(url, response.clone());
        }
        return response.text();
      }),
    );
    for (const url of texts.flatMap((one) => [...assetsIn(one)])) {
      if (!seen.has(url)) {
        seen.add(url);
        waiting.push(url);
      }
    }
  }
}

/** Stores a page's document as it came, policy header and nonce included, with all its assets. */
async function keepPage(url, response) {
  const store = await caches.open(name);
  await keepAssets(store, await response.clone().text());
  await store.put(placeOf(url), response);
}

async function fetchAndKeep(url) {
  const response = await fetch(placeOf(url), { credentials: "same-origin", headers: { accept: "text/html" } });
  if (response.ok && !response.redirected) await keepPage(url, response);
}

const isDocument = (response) => response.ok && (response.headers.get("content-type") ?? "").includes("text/html");

async function stored(url) {
  const store = await caches.open(name);
  return (await store.match(url)) ?? (await caches.match(url));
}

/** The network's page; the stored one when there is no network, no answer in time, or a server in trouble. */
async function page(event, url) {
  const fetched = fetch(event.request).then((response) => {
    if (isDocument(response) && !response.redirected) event.waitUntil(keepPage(url, response.clone()).catch(() => {}));
    return response;
  });
  const kept = await stored(placeOf(url));
  if (!kept) return fetched;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), patience));
  const first = await Promise.race([fetched.catch(() => kept), late]);
  event.waitUntil(fetched.catch(() => {}));
  return first.status >= 500 ? kept : first;
}

self.addEventListener("install", () => {
  // The first worker has nobody to disturb; a later one waits until no page of the old build is open (see "message").
  if (!self.registration.active) self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const move = async () => {
    const old = (await caches.keys()).filter((one) => one.startsWith(prefix) && one !== name);
    for (const one of old) {
      const store = await caches.open(one);
      const pages = (await store.keys()).map((request) => new URL(request.url)).filter(isPage);
      // Offline now: the old copies go on serving until a later start can replace them.
      const moved = await Promise.allSettled(pages.map(fetchAndKeep));
      if (moved.every((outcome) => outcome.status === "fulfilled")) await caches.delete(one);
    }
    await self.clients.claim();
  };
  event.waitUntil(move());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const url = new URL(event.request.url);
  if (event.request.mode === "navigate" && isPage(url)) event.respondWith(page(event, url));
  else if (isAsset(url)) event.respondWith(stored(url.href).then((kept) => kept ?? fetch(event.request)));
});

self.addEventListener("message", (event) => {
  const { what, address } = event.data ?? {};
  if (what === "keep") {
    const url = new URL(address, self.location.origin);
    const done = isPage(url) ? fetchAndKeep(url) : Promise.resolve();
    event.waitUntil(
      done.then(
        () => event.ports[0]?.postMessage("kept"),
        () => event.ports[0]?.postMessage("failed"),
      ),
    );
  }
  if (what === "take-over") {
    const alone = async () => {
      const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      if (open.filter((client) => isPage(new URL(client.url))).length <= 1) await self.skipWaiting();
    };
    event.waitUntil(alone());
  }
});
