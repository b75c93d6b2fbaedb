// How the web server, the worker and the seed are started: one place for start, the tests and the browser tests.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { Fault, wait } from "./processes.mjs";
import { must, root } from "./project.mjs";

const at = (...parts) => path.join(root, ...parts);
const script = (file) => ["--conditions=react-server", "--import", "tsx", at(file)];

/** The environment of every child. @param settings `{url, authSecret, encryptionKey, address}` */
export function childEnv({ url, authSecret, encryptionKey, address }) {
  return {
    ...process.env,
    DATABASE_URL: url,
    AUTH_SECRET: authSecret,
    NEXTAUTH_SECRET: authSecret,
    ENCRYPTION_KEY: encryptionKey,
    NEXTAUTH_URL: process.env.NEXTAUTH_URL || address,
    AUTH_TRUST_HOST: "1",
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

const child = (args, env) =>
  spawn(process.execPath, args, { cwd: root, env, detached: true, stdio: ["ignore", "inherit", "inherit"] });

/** Starts the web server: of a build, or of the sources with `dev`. */
export function startWeb({ env, host, port, dev = false }) {
  const args = [at("node_modules/next/dist/bin/next"), dev ? "dev" : "start", "-H", host, "-p", String(port)];
  return child(args, dev ? { ...env, NODE_ENV: "development" } : env);
}

/** Starts a worker. Its many short-lived prompts and answers want room, or the collector copies them again and again. */
export function startWorker({ env }) {
  return child(["--max-semi-space-size=64", ...script("lib/worker/main.ts")], env);
}

export const hasWorker = () => existsSync(at("lib/worker/main.ts"));

/** Runs the seed. @returns what it says in its last line: `{setupToken, enqueued}` */
export async function seed(env) {
  const output = await must("Seeding the database", process.execPath, script("scripts/seed.ts"), env);
  const last = output
    .trim()
    .split("\n")
    .findLast((line) => line.startsWith("{"));
  return last ? JSON.parse(last) : { setupToken: null, enqueued: 0 };
}

/** Makes sure that nobody listens at an address. @throws Fault */
export function checkPort(host, port) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error) => {
      const reasons = {
        EADDRINUSE: `Port ${port} is taken by another program: end it, or choose another with PORT=${port + 1}.`,
        EACCES: `Port ${port} needs more rights than this user has: choose one above 1023 with PORT.`,
      };
      reject(new Fault(reasons[error.code] ?? `HOST=${host} PORT=${port} cannot be listened at (${error.code}).`));
    });
    server.listen({ port, host }, () => server.close(() => resolve()));
  });
}

/** Waits until the web server answers anything. @returns whether it did */
export async function answers(address, patience = 60_000) {
  for (const end = Date.now() + patience; Date.now() < end; await wait(40)) {
    try {
      const response = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(20_000) });
      await response.body?.cancel();
      return true;
    } catch {}
  }
  return false;
}
