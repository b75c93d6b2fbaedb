"use client";

import { useSyncExternalStore } from "react";
import { type Theme, themes } from "@/lib/i18n/locale";

/** The page's theme. It stands on the root element and in a cookie, by which the server draws the next page. */

const now = (): Theme => themes.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";

/** Changes the theme, here and for the next visit. */
export function paint(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `worth-theme=${theme};path=/;max-age=31536000;samesite=lax`;
  document.documentElement.dataset.theme = theme;
}

function subscribe(listener: () => void): () => void {
  const watch = new MutationObserver(listener);
  watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => watch.disconnect();
}

/** The theme that the page has now, whoever changed it. @param drawn the one that the server drew with */
export function useTheme(drawn: Theme): Theme {
  return useSyncExternalStore(subscribe, now, () => drawn);
}
