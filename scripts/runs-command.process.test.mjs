import { execFile, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "./database.mjs";
import { wait } from "./processes.mjs";
import { root } from "./project.mjs";
import { testFolder } from "./test-folder.mjs";

let data;
let started;
let output = "";

const { DATABASE_URL, AUTH_SECRET, ENCRYPTION_KEY, WORTH_URL, WORTH_KEY, ...plain } = process.env;
const settings = () => ({ ...plain, WORTH_DATA_DIR: data });
const workerPid = () => JSON.parse(readFileSync(path.join(data, "running.json"), "utf8")).children.worker.pid;

/** `npm run runs -- …` in the folder of the start. @returns `{code, stdout, stderr}` */
function runs(...args) {
  const command = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).scripts.runs.split(" ");
  expect(command[0]).toBe("tsx");
  const script = [path.join(root, "node_modules/tsx/dist/cli.mjs"), ...command.slice(1), ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, script, { cwd: root, env: settings(), timeout: 90_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}

beforeAll(async () => {
  data = testFolder("worth-runs");
});

afterAll(async () => {
  if (started?.exitCode === null) {
    const ended = new Promise((resolve) => started.once("exit", resolve));
    started.kill("SIGTERM");
    await ended;
  }
  rmSync(data, { recursive: true, force: true });
});

it("launches, pauses, resumes and tells of a run by the command, beside a running start", async () => {
  const before = await runs("status");
  expect(before).toMatchObject({ code: 1, stdout: "" });
  expect(before.stderr).toBe(
    "WORTH does not run from this folder: start it with npm start, or name a server by WORTH_URL and WORTH_KEY.\n",
  );

  started = spawn(process.execPath, [path.join(root, "scripts/start.mjs")], {
    env: { ...settings(), PORT: String(await freePort()), HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [started.stdout, started.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  for (const end = Date.now() + 90_000; !output.includes("Ctrl-C ends it."); await wait(100)) {
    if (started.exitCode !== null || Date.now() > end) throw new Error(`It did not start: ${output}`);
  }

  // What the seed put in line is played first, so that the worker is idle when it is halted.
  for (const end = Date.now() + 60_000; (await runs("status")).stdout.includes(": running,"); await wait(500)) {
    expect(Date.now(), "the seed's runs end").toBeLessThan(end);
  }
  // A worker that stands still: what is launched waits, and a pause comes before its end on any machine.
  const worker = workerPid();
  process.kill(worker, "SIGSTOP");
  try {
    const launched = await runs("launch", "examples/pilot.yaml", "--detach");
    expect(launched).toEqual({ code: 0, stdout: "pilot: 40 attempts added\n", stderr: "" });
    expect((await runs("status", "pilot")).stdout).toMatch(/^pilot: running, 0\/40 done/);
    const paused = await runs("pause", "pilot");
    expect(paused.code).toBe(0);
    expect(paused.stdout).toMatch(/^pilot: paused, 0\/40 done[\s\S]*\n {2}paused: asked\n$/);
  } finally {
    process.kill(worker, "SIGCONT");
  }
  const all = await runs("status");
  expect(all.stdout).toMatch(/^pilot: paused, 0\/40 done/m);
  // The seed's own run of the baselines is in the list too.
  expect(all.stdout.trim().split("\n").length).toBeGreaterThan(1);

  const resumed = await runs("resume", "pilot");
  expect(resumed.code).toBe(0);
  expect(resumed.stdout).toMatch(/^pilot: (running|done), /);
  // Launched again it adds nothing, and follows the run to its end.
  const again = await runs("launch", "examples/pilot.yaml");
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect(again.stdout.startsWith("pilot: nothing was missing\n")).toBe(true);
  expect(again.stdout).toContain("pilot: done, 40/40 done");
  expect(again.stdout).toContain("40 scorable, 0 recovered, 0 invalid");
  expect((await runs("launch", "examples/pilot.yaml", "--detach")).stdout).toBe("pilot: nothing was missing\n");
  expect(await runs("pause", "nobody")).toEqual({ code: 1, stdout: "", stderr: 'There is no run "nobody".\n' });
});
