/**
 * Has the service worker keep this page and its scripts, so that a reload without a network finds them. Where there are
 * no service workers (a private window, an address without https) the page plays on as long as it stays open.
 * @param build names the pages' build: each has a worker and a store of its own
 */
export async function keepForOffline(build: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const address = `/sw.js?build=${encodeURIComponent(build)}`;
    const registration = await navigator.serviceWorker.register(address, { scope: "/play/" });
    const mine = (worker: ServiceWorker | null) => worker?.scriptURL.endsWith(address) === true;
    const fresh = registration.installing ?? registration.waiting;
    if (registration.active && fresh && mine(fresh)) await takeOver(fresh);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ what: "keep", address: window.location.pathname });
  } catch (error) {
    // Refused by the browser's settings, or no network just now: the page itself works without.
    console.info("This page is not kept for reading without a network.", error);
  }
}

/** Lets the new build's worker replace the old one, if no other case is open; it decides. */
function takeOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state === "installed") worker.postMessage({ what: "take-over" });
      if (worker.state === "activated" || worker.state === "redundant") resolve();
    };
    worker.addEventListener("statechange", look);
    look();
    // Another case is open: the old worker goes on, and keeps this page too.
    setTimeout(resolve, 2_000);
  });
}
