"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Playing } from "./playing";
import { sayStatus } from "./voice";

const useSync = (playing: Playing) => useSyncExternalStore(playing.subscribe, playing.getSync, playing.getSync);

/** Where the moves are, in a few words. Only trouble and its end are said aloud: each sentence would be too often. */
export function SyncStatus({ playing }: { playing: Playing }) {
  const t = useTranslations("sync");
  const { state, durable } = useSync(playing);
  const words = t(durable || state === "synced" || state === "stranger" ? state : `memory.${state}`);
  const troubled = useRef(false);
  useEffect(() => {
    const trouble = state === "waiting" || state === "stranger";
    if (trouble || (troubled.current && state === "synced")) sayStatus(words);
    troubled.current = trouble || (troubled.current && state !== "synced");
  }, [state, words]);
  // As wide as its longest words, so that nothing moves when they change.
  return (
    <span className="grid" data-sync={state}>
      <span className="col-start-1 row-start-1 whitespace-nowrap">{words}</span>
      <span className="invisible col-start-1 row-start-1 h-0 whitespace-nowrap" aria-hidden="true">
        {t("longest")}
      </span>
    </span>
  );
}

/** What may be said only once every move is in this browser's log: a page that is left before would lose the last. */
export function OnceSaved({ playing, children }: { playing: Playing; children: ReactNode }) {
  return useSync(playing).state === "saving" ? null : children;
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="sticky top-0 z-10 my-2 flex flex-col gap-2 border border-edge bg-raised p-3 font-sans text-sm"
    >
      {children}
    </div>
  );
}

type Props = { playing: Playing; slug: string; elsewhere: boolean; takeOver: () => void };

/** What the player must know of saving: another tab went on, nothing can be kept here, or the server knows them no more. */
export function SyncNotices({ playing, slug, elsewhere, takeOver }: Props) {
  const t = useTranslations("sync");
  const { state, durable } = useSync(playing);
  const [seen, setSeen] = useState(false);
  return (
    <>
      {elsewhere && !seen && (
        <Notice>
          <p>{t("elsewhere")}</p>
          <button type="button" className="btn self-start" onClick={() => setSeen(true)}>
            {t("understood")}
          </button>
        </Notice>
      )}
      {!durable && (
        <Notice>
          <p>{t("notDurable")}</p>
        </Notice>
      )}
      {state === "stranger" && (
        <Notice>
          <p>{t("strangerText")}</p>
          <div className="flex flex-wrap gap-3">
            <a className="btn" href={`/sign-in?next=${encodeURIComponent(`/play/${slug}`)}`}>
              {t("signIn")}
            </a>
            <button type="button" className="btn" onClick={takeOver}>
              {t("goOn")}
            </button>
            <button type="button" className="btn" onClick={() => playing.retry()}>
              {t("tryAgain")}
            </button>
          </div>
        </Notice>
      )}
    </>
  );
}
