import { useEffect, useRef, useState } from "react";

const everyMs = 2_000;

/**
 * Asks an address every two seconds while `on` and while the page is seen, one request at a time.
 * @returns whether the last request failed
 */
export function usePolled<T>(address: string, on: boolean, got: (value: T) => void): boolean {
  const [lost, setLost] = useState(false);
  const handler = useRef(got);
  handler.current = got;
  useEffect(() => {
    if (!on) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    async function ask() {
      if (document.visibilityState === "visible") {
        try {
          const response = await fetch(address, { signal: leaving.signal, cache: "no-store" });
          if (!response.ok) throw new Error(String(response.status));
          const value: T = await response.json();
          if (leaving.signal.aborted) return;
          handler.current(value);
          setLost(false);
        } catch {
          if (leaving.signal.aborted) return;
          setLost(true);
        }
      }
      timer = setTimeout(() => void ask(), everyMs);
    }
    timer = setTimeout(() => void ask(), everyMs);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [address, on]);
  return lost;
}
