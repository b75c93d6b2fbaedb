import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { AppError } from "@/lib/errors";
import { hostOf, isAllowedHost, isClosedAddress } from "./addresses";
import { checkBaseUrl } from "./base-url";

const refused = (message: string) =>
  new AppError("invalid", "The base URL cannot be used.", { faults: [{ field: "baseUrl", message }] });

/** Where a host leads now; nothing when no name server knows it, which a call will tell by itself. */
async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host];
  try {
    return (await lookup(host, { all: true })).map((one) => one.address);
  } catch {
    return [];
  }
}

/**
 * A base URL as it may be stored. A private host is refused here already, in words, unless an administrator allows it;
 * each call checks the address it connects to again. @param allowed hosts, or host:port
 * @throws AppError invalid
 */
export async function requireBaseUrl(url: string, allowed: string[]): Promise<string> {
  const wrong = checkBaseUrl(url);
  if (wrong) throw refused(wrong);
  const parsed = new URL(url);
  if (isAllowedHost(parsed, allowed)) return url;
  if ((await addressesOf(hostOf(parsed))).some(isClosedAddress)) {
    throw refused(`${parsed.host} is a private address. An administrator can allow it on the page of connections.`);
  }
  return url;
}
