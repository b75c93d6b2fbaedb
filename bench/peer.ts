import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Fault, run } from "../scripts/processes.mjs";

/** promptfoo, installed in a temporary folder and measured on the same server: a peer that many know. */

const version = "0.121.20";

export type Peer = {
  /** Milliseconds that it takes for so many calls, its own start left out. */
  measure(calls: number, concurrency: number): Promise<number>;
};

/** Installs the peer. @param prompt what each of its calls asks @throws Fault when it cannot be installed */
export async function installPeer(folder: string, url: string, prompt: string): Promise<Peer> {
  const home = path.join(folder, "peer");
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, "package.json"), '{"private":true}');
  console.log(`Installing promptfoo ${version} …`);
  const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await run("npm", ["install", `promptfoo@${version}`, ...flags], { cwd: home });
  if (code !== 0) throw new Fault(`promptfoo ${version} cannot be installed here: ${output.slice(-500)}`);
  // What was unpacked goes to the disk now, and not while either side is measured.
  await run("sync", [], { cwd: home });

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    PROMPTFOO_CONFIG_DIR: path.join(home, "config"),
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
    PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
  };
  const provider = { id: "openai:chat:bench", config: { apiBaseUrl: url, apiKey: "none" } };

  async function wall(calls: number, concurrency: number): Promise<number> {
    const tests = Array.from({ length: calls }, (_, number) => ({ vars: { prompt, number } }));
    writeFileSync(
      path.join(home, "plan.json"),
      JSON.stringify({ description: "bench", prompts: ["{{prompt}}"], providers: [provider], tests }),
    );
    const args = ["eval", "-c", "plan.json", "--no-cache", "--no-table", "--no-progress-bar"];
    const begun = performance.now();
    const made = await run(
      path.join(home, "node_modules/.bin/promptfoo"),
      [...args, "--max-concurrency", String(concurrency), "-o", "out.json"],
      { cwd: home, env },
    );
    const ms = performance.now() - begun;
    if (made.code !== 0) throw new Fault(`promptfoo failed: ${made.output.slice(-500)}`);
    return ms;
  }

  const start = Math.min(await wall(1, 1), await wall(1, 1));
  return { measure: async (calls, concurrency) => (await wall(calls, concurrency)) - start };
}
