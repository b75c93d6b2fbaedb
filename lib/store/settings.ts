import "server-only";
import { db, json } from "./db";
import { hashOf, newSecret } from "./ids";

const setupKey = "setup-token";

/** A one-time token that makes the first administrator; null when one exists already. Only its hash is stored. */
export async function createSetupToken(): Promise<string | null> {
  if ((await db().user.count({ where: { role: "admin" } })) > 0) return null;
  const token = newSecret();
  const value = json({ hash: hashOf(token) });
  await db().setting.upsert({ where: { key: setupKey }, create: { key: setupKey, value }, update: { value } });
  return token;
}

/** Whether a setup token is the current one and no administrator exists yet. */
export async function isSetupToken(token: string): Promise<boolean> {
  const [setting, admins] = await Promise.all([
    db().setting.findUnique({ where: { key: setupKey } }),
    db().user.count({ where: { role: "admin" } }),
  ]);
  return admins === 0 && (setting?.value as { hash?: string } | null)?.hash === hashOf(token);
}

const allowedHostsKey = "allowed-hosts";

/** Hosts (`name` or `name:port`) that models may be called at although they are private. None unless an administrator set them. */
export async function allowedHosts(): Promise<string[]> {
  const setting = await db().setting.findUnique({ where: { key: allowedHostsKey } });
  return (setting?.value as string[] | undefined) ?? [];
}

/** Sets the whole list of allowed private hosts. */
export async function setAllowedHosts(hosts: string[]): Promise<string[]> {
  const kept = [...new Set(hosts.map((host) => host.toLowerCase()))].sort();
  const value = json(kept);
  await db().setting.upsert({
    where: { key: allowedHostsKey },
    create: { key: allowedHostsKey, value },
    update: { value, updatedAt: new Date() },
  });
  return kept;
}
