import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { type Locale, pickLocale } from "./locale";

type Messages = Record<string, Record<string, unknown>>;
const loaded = new Map<Locale, Messages>();

/** All namespaces of a locale: one file each, under the file's name. Read once per process in production. */
async function messagesOf(locale: Locale): Promise<Messages> {
  const held = loaded.get(locale);
  if (held) return held;
  const folder = join(process.cwd(), "lib/i18n/messages", locale);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const parts = await Promise.all(
    files.map(async (name) => [name.slice(0, -5), JSON.parse(await readFile(join(folder, name), "utf8"))]),
  );
  const messages: Messages = Object.fromEntries(parts);
  loaded.set(locale, messages);
  return messages;
}

export default getRequestConfig(async () => {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const locale = pickLocale(jar.get("worth-locale")?.value, head.get("accept-language"));
  return { locale, messages: await messagesOf(locale), timeZone: "UTC" };
});
