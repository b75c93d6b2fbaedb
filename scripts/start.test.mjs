import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./database.mjs";
import { diskFault, nodeFault, root } from "./project.mjs";

let folder;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "worth start "));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the start command to its end. @returns `{code, error}` */
function start(env, mode = "start") {
  return new Promise((resolve) => {
    const { DATABASE_URL, AUTH_SECRET, ENCRYPTION_KEY, ...plain } = process.env;
    const child = spawn(process.execPath, [path.join(root, "scripts/start.mjs"), mode], {
      env: { ...plain, WORTH_DATA_DIR: path.join(folder, "data"), ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const limit = setTimeout(() => child.kill("SIGKILL"), 20_000);
    let error = "";
    child.stderr.on("data", (chunk) => {
      error += chunk;
    });
    child.on("close", (code) => {
      clearTimeout(limit);
      resolve({ code, error: error.trim() });
    });
  });
}

const secrets = { AUTH_SECRET: "0123456789abcdef", ENCRYPTION_KEY: "0123456789abcdef" };

describe("npm start tells in one sentence, with exit code 1,", () => {
  it("that a port is taken", async () => {
    const server = net.createServer();
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address();
    const { code, error } = await start({ PORT: String(port) });
    server.close();
    expect([code, error]).toEqual([
      1,
      `Port ${port} is taken by another program: end it, or choose another with PORT=${port + 1}.`,
    ]);
  });

  it("that a port is no port, and a command no command", async () => {
    expect(await start({ PORT: "abc" })).toEqual({
      code: 1,
      error: 'PORT must be a number from 1 to 65535, not "abc".',
    });
    expect(await start({}, "fly")).toEqual({
      code: 1,
      error: 'There is no command "fly": use dev, web, worker or none.',
    });
  });

  it("what is wrong in a file of settings, where the environment says nothing else", async () => {
    const file = path.join(folder, "settings");
    writeFileSync(file, "PORT=abc\n");
    expect(await start({ WORTH_ENV_FILE: file, PORT: undefined })).toEqual({
      code: 1,
      error: 'PORT must be a number from 1 to 65535, not "abc".',
    });
    expect((await start({ WORTH_ENV_FILE: file, PORT: "70000" })).error).toMatch(/not "70000"/);
  });

  it("that the database of DATABASE_URL cannot be reached", async () => {
    const port = await freePort();
    const { code, error } = await start({
      ...secrets,
      PORT: String(await freePort()),
      DATABASE_URL: `postgresql://127.0.0.1:${port}/x`,
    });
    expect(code).toBe(1);
    expect(error).toBe(
      "The database of DATABASE_URL cannot be reached (ECONNREFUSED): check the address and that it is running.",
    );
  });

  it("which secrets DATABASE_URL needs", async () => {
    const { code, error } = await start({
      DATABASE_URL: "postgresql://127.0.0.1:1/x",
      AUTH_SECRET: secrets.AUTH_SECRET,
    });
    expect([code, error]).toEqual([
      1,
      "With DATABASE_URL, ENCRYPTION_KEY must be set too, each to at least 16 random characters.",
    ]);
  });

  it("that the data folder cannot be written", async () => {
    const file = path.join(folder, "a file");
    writeFileSync(file, "");
    const below = path.join(file, "data");
    const { code, error } = await start({ WORTH_DATA_DIR: below });
    expect([code, error]).toEqual([1, `The data folder ${below} cannot be written (ENOTDIR).`]);
  });

  it.runIf(process.platform === "linux")("that the data folder lies where no folder can be", async () => {
    const { code, error } = await start({ WORTH_DATA_DIR: "/proc/worth/data" });
    expect(code).toBe(1);
    expect(error).toContain("The data folder /proc/worth/data cannot be written");
  });

  it("that Node is too old", () => {
    expect(nodeFault("18.20.4")).toBe("WORTH needs Node 20.19 or newer; this is Node 18.20.4.");
    expect(nodeFault("20.18.3")).toContain("20.18.3");
    for (const version of ["20.19.0", "20.20.2", "22.0.0"]) expect(nodeFault(version)).toBeNull();
  });

  it("that the disk is full or read-only", () => {
    expect(diskFault("ENOSPC: no space left on device, write")).toBe("The disk is full: make room and start again.");
    expect(diskFault("EROFS")).toContain("read-only");
    expect(diskFault("ECONNREFUSED")).toBeNull();
  });
});
