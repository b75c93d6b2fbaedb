import { spawn } from "node:child_process";
import { readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, withClient } from "./database.mjs";
import { identityOf, wait } from "./processes.mjs";
import { root } from "./project.mjs";
import { testFolder } from "./test-folder.mjs";

let data;
let port;
let started;

const address = () => `http://127.0.0.1:${port}`;
const read = (name) => JSON.parse(readFileSync(path.join(data, name), "utf8"));
const pidOf = (name) => read("running.json").children[name].pid;
const databaseAddress = () => {
  const { password, port: at } = read("postgres.json");
  return `postgresql://worth:${password}@127.0.0.1:${at}/worth`;
};
const count = (table) =>
  withClient(databaseAddress(), async (client) =>
    Number((await client.query(`select count(*) from "${table}"`)).rows[0].count),
  );
const postmaster = () =>
  withClient(
    databaseAddress(),
    async (client) => (await client.query("show data_directory")).rows[0].data_directory,
  ).then((folder) => Number(readFileSync(path.join(folder, "postmaster.pid"), "utf8").split("\n")[0]));

/** Starts WORTH. @returns `{child, output(), ready}`; `ready` resolves when the address is printed */
function start() {
  const { DATABASE_URL, AUTH_SECRET, ENCRYPTION_KEY, ...plain } = process.env;
  const child = spawn(process.execPath, [path.join(root, "scripts/start.mjs")], {
    env: { ...plain, WORTH_DATA_DIR: data, PORT: String(port), HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const ready = Promise.race([
    until(() => output.includes("Ctrl-C ends it."), 90_000),
    ended.then(() => {
      throw new Error(`It ended: ${output}`);
    }),
  ]);
  ready.catch(() => {});
  return { child, ended, ready, output: () => output };
}

/** Waits until `check` holds; a check that throws does not hold yet, but for the last time. */
async function until(check, patience = 30_000) {
  for (const end = Date.now() + patience; ; await wait(100)) {
    try {
      if (await check()) return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new Error(`Waited in vain for: ${check}`);
  }
}

const answersWell = async () => {
  const response = await fetch(`${address()}/`, { signal: AbortSignal.timeout(5_000) });
  await response.body?.cancel();
  return response.status === 200;
};

beforeAll(async () => {
  data = testFolder("worth process");
  port = await freePort();
});

afterAll(async () => {
  if (started?.child.exitCode === null) {
    started.child.kill("SIGTERM");
    await started.ended;
  }
  rmSync(data, { recursive: true, force: true });
});

it("starts from an empty data folder, survives kill -9 of any of its processes, and ends cleanly", async () => {
  started = start();
  await started.ready;
  expect(await answersWell()).toBe(true);
  expect(started.output()).toMatch(/setup\?token=\S{20,}/);
  for (const file of ["secrets.json", "postgres.json", "setup-token"]) {
    expect(statSync(path.join(data, file)).mode & 0o777, file).toBe(0o600);
  }
  const tasks = await count("Task");
  expect(tasks).toBeGreaterThan(0);

  for (const name of ["worker", "web server"]) {
    const before = pidOf(name);
    process.kill(before, "SIGKILL");
    await until(() => pidOf(name) !== before && identityOf(pidOf(name)) !== null);
    await until(answersWell);
  }

  await withClient(databaseAddress(), (client) =>
    client.query(`insert into "Setting" (key, value) values ('acknowledged', '1')`),
  );
  const server = await postmaster();
  process.kill(server, "SIGKILL");
  await until(async () => (await postmaster()) !== server);
  await until(answersWell);
  const kept = await withClient(databaseAddress(), (client) =>
    client.query(`select 1 from "Setting" where key = 'acknowledged'`),
  );
  expect(kept.rowCount).toBe(1);

  const second = start();
  await expect(second.ready).rejects.toThrow("WORTH is already running from this folder");
  expect(await second.ended).toBe(1);

  const link = started.output().match(/setup\?token=(\S+)/)[1];
  const orphans = [pidOf("worker"), pidOf("web server")].map((pid) => identityOf(pid));
  const adopted = await postmaster();
  started.child.kill("SIGKILL");
  await started.ended;
  started = start();
  await started.ready;
  expect(await answersWell()).toBe(true);
  expect(await postmaster()).toBe(adopted);
  for (const identity of orphans) expect(identityOf(Number(identity.split(":")[0]))).not.toBe(identity);
  expect(started.output()).toContain(link);
  expect(await count("Task")).toBe(tasks);

  const last = [pidOf("worker"), pidOf("web server"), adopted].map((pid) => identityOf(pid));
  started.child.kill("SIGINT");
  expect(await started.ended).toBe(0);
  for (const identity of last) expect(identityOf(Number(identity.split(":")[0]))).not.toBe(identity);
});
