import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { RunBody } from "@/lib/contracts/runs";
import { AppError, type Fault as FieldFault } from "@/lib/errors";
import { readPlanFile } from "./plan-file";
import { Fault, wait } from "./processes.mjs";
import { estimateLines, runLine, runLines } from "./run-words";
import { apiBackend, type Backend, type RunAction, storeBackend } from "./runs-backends";

const help = `Launches and follows model runs.

  npm run runs -- launch PLAN.yaml             launch a plan and follow it; again adds only what is missing
  npm run runs -- launch PLAN.yaml --dry-run   say what it would do and cost, and show the first prompt
  npm run runs -- launch PLAN.yaml --detach    launch and leave
  npm run runs -- status [NAME]                one run, or the latest 20
  npm run runs -- pause|resume|retry|cancel NAME

retry puts failed attempts back in line. examples/pilot.yaml is a plan with all its fields.

It works on the WORTH that npm start runs in this folder (or on DATABASE_URL). With WORTH_URL and WORTH_KEY (an API
key of a researcher, from the account page) it works through the API of that server instead.`;

const actions = ["pause", "resume", "retry", "cancel"] as const;
const say = (...lines: string[]) => console.log(lines.join("\n"));

async function openBackend(): Promise<Backend> {
  const { WORTH_URL: url, WORTH_KEY: key } = process.env;
  if (key) return apiBackend(url || "http://localhost:3000", key);
  if (url) throw new Fault("WORTH_URL needs WORTH_KEY too: an API key of a researcher, from the account page.");
  return storeBackend();
}

/** Faults of a plan, each with its place in the file. */
function faultLines(file: string, faults: (FieldFault & { line?: number })[]): string {
  return faults.map(({ field, message, line }) => `${file}:${line ?? 1}: ${field}: ${message}`).join("\n");
}

/** Shows how a run goes on until it no longer runs. @returns the run at its end */
async function follow(backend: Backend, first: RunBody): Promise<RunBody> {
  let run = first;
  let shown = "";
  let moved = Date.now();
  for (;;) {
    const line = runLine(run);
    if (line !== shown) {
      moved = Date.now();
      process.stdout.write(process.stdout.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
      shown = line;
    } else if (Date.now() - moved > 30_000 && run.calls === first.calls && run.counts.done === first.counts.done) {
      console.error("\nNothing has been played for 30 s. Is a worker running (npm start, or npm run worker)?");
      moved = Number.POSITIVE_INFINITY;
    }
    if (run.status !== "running") break;
    await wait(process.stdout.isTTY ? 1_000 : 2_000);
    run = await backend.find(run.id);
  }
  if (process.stdout.isTTY) process.stdout.write("\n");
  say(...runLines(run).slice(1));
  return run;
}

/** The plan of a file. @throws Fault with every fault, field and line */
function planIn(file: string) {
  const read = readPlanFile(readFileSync(file, "utf8"));
  if ("faults" in read) throw new Fault(faultLines(file, read.faults));
  return { file, ...read };
}

type Flags = { dryRun: boolean; detach: boolean };

async function launch(backend: Backend, { file, plan, lineOf }: ReturnType<typeof planIn>, flags: Flags) {
  try {
    if (flags.dryRun) {
      say(...estimateLines(plan.name, await backend.estimate(plan)));
      return 0;
    }
    const { run, added } = await backend.launch(plan);
    say(`${plan.name}: ${added === 0 ? "nothing was missing" : `${added} attempts added`}`);
    if (flags.detach) return 0;
    const end = await follow(backend, run);
    return end.status === "done" && end.counts.failed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof AppError) || error.faults.length === 0) throw error;
    const placed = error.faults.map((fault) => ({
      ...fault,
      field: fault.field.replace(/^plan\./, ""),
      line: lineOf(fault.field),
    }));
    throw new Fault(faultLines(file, placed));
  }
}

async function main(): Promise<number> {
  const options = { help: { type: "boolean" }, "dry-run": { type: "boolean" }, detach: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command, name] = positionals;
  if (values.help || !command) {
    say(help);
    return values.help ? 0 : 1;
  }
  const known = command === "launch" || command === "status" || actions.includes(command as RunAction);
  if (!known) throw new Fault(`There is no command "${command}".\n\n${help}`);
  if (!name && command !== "status")
    throw new Fault(`${command} needs a ${command === "launch" ? "plan file" : "name"}.`);
  const planned = command === "launch" ? planIn(name as string) : null;
  const backend = await openBackend();
  try {
    if (planned) return await launch(backend, planned, { dryRun: !!values["dry-run"], detach: !!values.detach });
    if (!name) {
      const runs = await backend.list();
      say(...(runs.length > 0 ? runs.map(runLine) : ["There are no runs yet."]));
      return 0;
    }
    const run = await backend.find(name);
    say(...runLines(command === "status" ? run : await backend.act(run.id, command as RunAction)));
    return 0;
  } finally {
    await backend.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    const told = error instanceof AppError ? error.userMessage : error instanceof Fault ? error.message : null;
    const code = (error as { code?: string }).code;
    if (told !== null) console.error(told);
    else if (code === "ENOENT" || code === "EISDIR") console.error(`There is no plan file ${error.path}.`);
    else if (code?.startsWith("ERR_PARSE_ARGS")) console.error(`${error.message}\n\n${help}`);
    else console.error(error);
    process.exit(1);
  },
);
