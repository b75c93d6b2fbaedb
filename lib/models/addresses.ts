import dns from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/**
 * Which addresses a connection may reach. A provider's address is typed by a person; without this check it could be
 * used to read from services that only this machine can see.
 */

/** IPv4 networks that are not on the public internet (IANA special-purpose registry). */
const closedIpv4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const closedIpv6: [string, number][] = [
  ["::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

const closed = new BlockList();
for (const [network, prefix] of closedIpv4) {
  closed.addSubnet(network, prefix, "ipv4");
  const bytes = network.split(".").map(Number) as [number, number, number, number];
  const high = ((bytes[0] << 8) | bytes[1]).toString(16);
  const low = ((bytes[2] << 8) | bytes[3]).toString(16);
  // The same networks as they are written within IPv6: NAT64 and 6to4. BlockList knows mapped addresses by itself.
  closed.addSubnet(`64:ff9b::${high}:${low}`, 96 + prefix, "ipv6");
  closed.addSubnet(`2002:${high}:${low}::`, 16 + prefix, "ipv6");
}
for (const [network, prefix] of closedIpv6) closed.addSubnet(network, prefix, "ipv6");

/** @param address an IPv4 or IPv6 address without brackets; a zone (`fe80::1%eth0`) is cut off */
export function isClosedAddress(address: string): boolean {
  const bare = address.split("%")[0] ?? "";
  const version = isIP(bare);
  return version === 0 || closed.check(bare, version === 6 ? "ipv6" : "ipv4");
}

/** The host of a URL as it is compared: lower case, without brackets or a last dot. */
export const hostOf = (url: URL) => url.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, "");

const portOf = (url: URL) => url.port || (url.protocol === "https:" ? "443" : "80");

/** Whether an administrator allows this host although it may be private. @param allowed hosts, or host:port */
export function isAllowedHost(url: URL, allowed: string[]): boolean {
  const host = hostOf(url);
  const written = host.includes(":") ? `[${host}]` : host;
  const names = [host, written, `${written}:${portOf(url)}`];
  return allowed.some((entry) => names.includes(entry.trim().toLowerCase()));
}

export const blockedCode = "WORTH_BLOCKED_ADDRESS";

/**
 * A `lookup` for sockets that refuses a name as soon as one of its addresses is closed. The socket connects to the
 * very addresses checked here, so that a second answer of the name server changes nothing.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const [first] = addresses;
    if (!first || addresses.some((one) => isClosedAddress(one.address))) {
      return callback(Object.assign(new Error(`${hostname} is a private address`), { code: blockedCode }), "", 0);
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
