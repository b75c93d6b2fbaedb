/** What the tabs of one browser tell each other about an attempt: new moves were kept, or the server answered. */
export type TabMessage = { attempt: string; what: "kept" | "sent" };

/** Listens to the other tabs. `close` ends it. Where the browser has no channel, tabs find out when they store or send. */
export function joinTabs(attempt: string, heard: (what: TabMessage["what"]) => void) {
  if (typeof BroadcastChannel === "undefined") return { tell: (_what: TabMessage["what"]) => {}, close: () => {} };
  const channel = new BroadcastChannel("worth-play");
  channel.onmessage = (event: MessageEvent<TabMessage>) => {
    if (event.data.attempt === attempt) heard(event.data.what);
  };
  return {
    tell: (what: TabMessage["what"]) => channel.postMessage({ attempt, what } satisfies TabMessage),
    close: () => channel.close(),
  };
}

/**
 * Runs work that only one tab may do at a time. Without Web Locks (an insecure address) tabs may send the same moves
 * together, which the server passes over by their numbers.
 */
export async function oneTabAtATime<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  if (typeof navigator === "undefined" || !navigator.locks) return work();
  return navigator.locks.request(name, work) as Promise<Value>;
}
