"use server";

import { cookies } from "next/headers";
import { pickLocale, pickTheme } from "./locale";

const kept = { path: "/", sameSite: "lax", maxAge: 31_536_000 } as const;

/** Sets the interface language from the pressed button's value. */
export async function chooseLocale(form: FormData): Promise<void> {
  (await cookies()).set("worth-locale", pickLocale(String(form.get("locale")), null), kept);
}

/** Sets the theme from the pressed button's value. */
export async function chooseTheme(form: FormData): Promise<void> {
  (await cookies()).set("worth-theme", pickTheme(String(form.get("theme"))), kept);
}
