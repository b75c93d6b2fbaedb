import { spawn } from "node:child_process";
import { freePort } from "../scripts/database.mjs";
import { endGroup } from "../scripts/processes.mjs";
import { root } from "../scripts/project.mjs";

/** The protocol server in a process of its own, so that it takes no time of who is measured. */
export async function startServerProcess(latencyMs: number, more: string[] = []) {
  const port = await freePort();
  const args = ["--conditions=react-server", "--import", "tsx", "scripts/protocol-server.ts", "--port", String(port)];
  const child = spawn(process.execPath, [...args, "--latency", String(latencyMs), ...more], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", (code) => reject(new Error(`The protocol server ended (${code}).`)));
  });
  const address = `http://127.0.0.1:${port}`;
  return {
    url: `${address}/v1`,
    async calls(): Promise<number> {
      return ((await (await fetch(`${address}/stats`)).json()) as { calls: number }).calls;
    },
    stop: () => (child.pid ? endGroup(child.pid) : Promise.resolve()),
  };
}
