// Children of a command: started in groups of their own, so that Ctrl-C reaches only the parent, which ends them in order.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A fault the user can act on: printed as one sentence, exit code 1. */
export class Fault extends Error {}

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a process is alive. A process of another user is alive too. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** What tells this process from a later one with the same number (its start time), or null when it is gone. */
export function identityOf(pid) {
  if (!isAlive(pid)) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : `${pid}:${fields[19]}`;
  } catch {
    const listed = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return listed.stdout?.trim() ? `${pid}:${listed.stdout.trim()}` : null;
  }
}

/** Ends a process group: asks first, then kills. */
export async function endGroup(pid, patience = 8_000) {
  const signal = (name) => {
    for (const target of [-pid, pid]) {
      try {
        process.kill(target, name);
        return;
      } catch {}
    }
  };
  signal("SIGTERM");
  for (let waited = 0; waited < patience && identityOf(pid); waited += 50) await wait(50);
  signal("SIGKILL");
  for (let waited = 0; waited < 2_000 && identityOf(pid); waited += 20) await wait(20);
}

/**
 * Keeps one child running: when it dies it is started again, after 0.2 s at first and up to 5 s.
 * @param options `start(): ChildProcess`, `name`, `say(line)`, `changed(pid)` called at each start
 */
export function keepRunning({ name, start, say, changed = () => {} }) {
  let child = null;
  let ended = false;
  let delay = 200;
  let timer;
  const launch = () => {
    const begun = Date.now();
    child = start();
    changed(child.pid);
    child.once("error", (error) => say(`${name} cannot start: ${error.message}`));
    child.once("exit", (code, signal) => {
      if (ended) return;
      delay = Date.now() - begun > 30_000 ? 200 : Math.min(delay * 2, 5_000);
      say(`${name} ended (${signal ?? `code ${code}`}); starting it again.`);
      timer = setTimeout(launch, delay);
    });
  };
  launch();
  return {
    pid: () => child?.pid,
    async stop() {
      ended = true;
      clearTimeout(timer);
      if (child?.pid && child.exitCode === null && child.signalCode === null) await endGroup(child.pid);
    },
  };
}

/**
 * Runs a command to its end and keeps its output.
 * @returns `{code, output}`; with `live` the output is shown as it comes
 */
export function run(command, args, { env = process.env, cwd = process.cwd(), live = false, input = "ignore" } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, cwd, stdio: [input, "pipe", "pipe"] });
    let output = "";
    const take = (chunk) => {
      output = (output + chunk).slice(-400_000);
      if (live) process.stdout.write(chunk);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.on("error", (error) => resolve({ code: 127, output: output + error.message }));
    child.on("close", (code, signal) => resolve({ code: code ?? 1, output: signal ? `${output}\n${signal}` : output }));
  });
}
