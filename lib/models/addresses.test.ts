import dns from "node:dns";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isAllowedHost, isClosedAddress } from "./addresses";
import { callModel } from "./call";
import { type ProtocolServer, startProtocolServer } from "./protocol-server";
import { connectionTo, modelNamed } from "./test-fixtures";

let server: ProtocolServer | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.stop();
  server = undefined;
});

test.each([
  ...["127.0.0.1", "127.8.9.10", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254"],
  ...["0.0.0.0", "0.1.2.3", "100.64.0.1", "224.0.0.1", "255.255.255.255", "198.18.0.1"],
  ...["::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1"],
  ...["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"],
  ...["2002:7f00:1::", "2002:c0a8:101::1", "not an address"],
])("%s is closed", (address) => {
  expect(isClosedAddress(address)).toBe(true);
});

test.each([
  ...["8.8.8.8", "1.1.1.1", "172.32.0.1", "172.15.0.1", "192.169.0.1", "169.253.0.1", "100.128.0.1", "11.0.0.1"],
  ...["2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"],
])("%s is open", (address) => {
  expect(isClosedAddress(address)).toBe(false);
});

test("a host is allowed by its name, by its name and port, and by nothing else", () => {
  const url = new URL("http://LocalHost:11434/v1");
  expect(isAllowedHost(url, ["localhost"])).toBe(true);
  expect(isAllowedHost(url, ["localhost:11434"])).toBe(true);
  expect(isAllowedHost(url, ["localhost:80", "ocalhost", "127.0.0.1", ""])).toBe(false);
  expect(isAllowedHost(new URL("https://models.example/v1"), ["models.example:443"])).toBe(true);
  expect(isAllowedHost(new URL("http://[::1]:8000/v1"), ["[::1]:8000"])).toBe(true);
  expect(isAllowedHost(new URL("http://[::1]:8000/v1"), ["::1"])).toBe(true);
});

describe("a private address is refused before anything is sent", () => {
  const ask = [{ role: "user" as const, content: "hello" }];

  test.each([
    "127.0.0.1",
    "localhost",
    "LOCALHOST",
    "[::1]",
    "0.0.0.0",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
    "[fe80::1]",
    "10.1.2.3",
  ])("%s", async (host) => {
    server = await startProtocolServer();
    const connection = connectionTo(`http://${host}:${server.port}/v1`, { allowedHosts: [], limits: retries(3) });
    const outcome = await callModel(connection, modelNamed("m"), ask);
    if (outcome.ok) throw new Error("It was let through.");
    expect(outcome.failure).toMatchObject({ code: "blocked-address", final: true });
    expect(outcome.failure.message).toContain("administrator");
    expect(outcome.record.tries).toHaveLength(1);
    expect(server.calls()).toBe(0);
  });

  test("a public name with one private address among its own", async () => {
    server = await startProtocolServer();
    vi.spyOn(dns, "lookup").mockImplementation(((_name: string, _options: unknown, back: (...all: unknown[]) => void) =>
      back(null, [
        { address: "8.8.8.8", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ])) as never);
    const connection = connectionTo(`http://models.example:${server.port}/v1`, { allowedHosts: [] });
    expect(await callModel(connection, modelNamed("m"), ask)).toMatchObject({
      ok: false,
      failure: { code: "blocked-address" },
    });
    expect(server.calls()).toBe(0);
  });

  test("a socket that an allowed connection left open serves no other connection", async () => {
    server = await startProtocolServer();
    const url = `http://localhost:${server.port}/v1`;
    const allowed = await callModel(connectionTo(url, { allowedHosts: ["localhost"] }), modelNamed("m"), ask);
    expect(allowed.ok).toBe(true);
    const closed = await callModel(connectionTo(url, { allowedHosts: [] }), modelNamed("m"), ask);
    expect(closed).toMatchObject({ ok: false, failure: { code: "blocked-address" } });
    expect(server.calls()).toBe(1);
  });
});

test("an allowed host and port is reached", async () => {
  server = await startProtocolServer();
  const connection = connectionTo(server.url, { allowedHosts: [`127.0.0.1:${server.port}`] });
  expect((await callModel(connection, modelNamed("m"), [{ role: "user", content: "hello" }])).ok).toBe(true);
});

function retries(count: number) {
  return { concurrency: 8, retries: count, idleSeconds: 5, totalSeconds: 10 };
}
