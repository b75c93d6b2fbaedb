const locales = ["zh", "en"] as const;
export type Locale = (typeof locales)[number];

export const themes = ["system", "light", "sepia", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The cookie's locale when it is one of ours, else the first of Accept-Language that is, else English. */
export function pickLocale(cookie: string | undefined, accept: string | null): Locale {
  const asked = [cookie ?? "", ...(accept ?? "").split(",")].map((part) => part.trim().slice(0, 2).toLowerCase());
  return asked.find((part): part is Locale => part === "zh" || part === "en") ?? "en";
}

/** A theme cookie's value, or `system` when it is none of ours. */
export function pickTheme(cookie: string | undefined): Theme {
  return themes.find((theme) => theme === cookie) ?? "system";
}
