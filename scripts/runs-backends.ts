import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LaunchEstimate, RunBody, RunPlan } from "@/lib/contracts/runs";
import { AppError, type ErrorCode, errorStatus } from "@/lib/errors";
import { startDatabase } from "./database.mjs";
import { Fault, identityOf } from "./processes.mjs";
import { dataDir } from "./project.mjs";

export type RunAction = "pause" | "resume" | "retry" | "cancel";

/** What the command does runs with: the API of a server, or the store of the database that runs here. */
export type Backend = {
  estimate(plan: RunPlan): Promise<LaunchEstimate>;
  launch(plan: RunPlan): Promise<{ run: RunBody; added: number }>;
  list(): Promise<RunBody[]>;
  find(idOrName: string): Promise<RunBody>;
  act(id: string, action: RunAction): Promise<RunBody>;
  close(): Promise<void>;
};

const codeOf = (status: number): ErrorCode =>
  (Object.entries(errorStatus).find(([, known]) => known === status)?.[0] as ErrorCode | undefined) ?? "internal";

/** By the API. @param url such as `http://localhost:3000` @param key an API key of a researcher */
export function apiBackend(url: string, key: string): Backend {
  async function call<T>(method: string, at: string, body?: unknown): Promise<T> {
    let response: Response;
    try {
      response = await fetch(new URL(`/api/v1${at}`, url), {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    } catch {
      throw new Fault(`${url} does not answer: check WORTH_URL.`);
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer as T;
    throw new AppError(codeOf(response.status), answer?.detail ?? `${url} answered ${response.status}.`, {
      faults: answer?.faults,
    });
  }
  return {
    estimate: async (plan) =>
      (await call<{ estimate: LaunchEstimate }>("POST", "/runs", { plan, dryRun: true })).estimate,
    launch: (plan) => call("POST", "/runs", { plan }),
    list: async () => (await call<{ runs: RunBody[] }>("GET", "/runs?limit=20")).runs,
    async find(idOrName) {
      if (/^run_[0-9a-f]+$/.test(idOrName)) return call("GET", `/runs/${idOrName}`);
      const { runs } = await call<{ runs: RunBody[] }>("GET", `/runs?${new URLSearchParams({ name: idOrName })}`);
      return runs[0] as RunBody;
    },
    act: (id, action) => call("POST", `/runs/${id}/${action}`),
    close: async () => {},
  };
}

function readJson(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Sets what the store needs of its surroundings: those of the `npm start` of this folder, unless DATABASE_URL is set. */
export async function findDatabase(): Promise<void> {
  if (process.env.DATABASE_URL) return;
  const parent = readJson(path.join(dataDir, "running.json"))?.parent;
  if (!parent || identityOf(parent.pid) !== parent.identity) {
    throw new Fault(
      "WORTH does not run from this folder: start it with npm start, or name a server by WORTH_URL and WORTH_KEY.",
    );
  }
  const secrets = readJson(path.join(dataDir, "secrets.json")) ?? {};
  const { url } = await startDatabase({ dataDir, port: undefined });
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET ||= secrets.authSecret;
  process.env.ENCRYPTION_KEY ||= secrets.encryptionKey;
}

/** By the database, beside the servers and workers that use it. */
export async function storeBackend(): Promise<Backend> {
  await findDatabase();
  const [runs, { db }] = await Promise.all([import("@/lib/store/runs"), import("@/lib/store/db")]);
  const acts: Record<RunAction, (id: string) => Promise<unknown>> = {
    pause: (id) => runs.pauseRun(id),
    resume: runs.resumeRun,
    retry: runs.retryRun,
    cancel: runs.cancelRun,
  };
  return {
    estimate: runs.estimateRun,
    launch: (plan) => runs.launchRun(plan),
    list: async () => (await runs.listRuns({ limit: 20 })).runs,
    find: async (idOrName) => runs.readRun(await runs.findRun(idOrName)),
    async act(id, action) {
      await acts[action](id);
      return runs.readRun(id);
    },
    close: () => db().$disconnect(),
  };
}
