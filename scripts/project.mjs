// What the commands know of this checkout: its folders, and stamps of content that tell whether a step can be skipped.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import "./settings.mjs";
import { Fault, run } from "./processes.mjs";

/** The repository's root. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const dataDir = path.resolve(root, process.env.WORTH_DATA_DIR || ".data");
export const distDir = process.env.NEXT_DIST_DIR || ".next";
const at = (...parts) => path.join(root, ...parts);

/** One sentence when this Node is too old, else null. @param version such as `20.19.0` */
export function nodeFault(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return null;
  return `WORTH needs Node 20.19 or newer; this is Node ${version}.`;
}

const ignored = new Set([
  "next-env.d.ts",
  "node_modules",
  "generated",
  "test-results",
  "playwright-report",
  "coverage",
  "docs",
  "bench",
  "e2e",
]);

/** SHA-256 over names and contents of everything under the given paths that takes part in a build. */
export function stampOf(paths, extra = "") {
  const hash = createHash("sha256").update(extra);
  const visit = (file) => {
    const stat = fs.statSync(at(file), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(at(file)).sort()) {
        if (!name.startsWith(".") && !ignored.has(name)) visit(path.posix.join(file, name));
      }
    } else if (!/\.test\.(ts|tsx|mjs)$|\.tsbuildinfo$/.test(file)) {
      hash.update(`\0${file}\0`).update(fs.readFileSync(at(file)));
    }
  };
  for (const file of paths) visit(file);
  return hash.digest("hex");
}

const readJson = (file) => {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return null;
  }
};

/** Whether node_modules holds every package of the lock file at its version. */
function isInstalled() {
  const wanted = readJson(at("package-lock.json"))?.packages ?? {};
  const held = readJson(at("node_modules/.package-lock.json"))?.packages;
  if (!held) return false;
  return Object.entries(wanted).every(
    ([name, entry]) =>
      name === "" || entry.optional || entry.devOptional || entry.peer || held[name]?.version === entry.version,
  );
}

/** Installs what the lock file names, development packages included. */
export async function install() {
  if (isInstalled()) return false;
  const npm = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, [process.env.npm_execpath]] : ["npm", []];
  const flags = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  await must("Installing the packages", npm[0], [...npm[1], ...flags], { NODE_ENV: "development" });
  return true;
}

/** Generates the database client when the schema changed. */
export async function generate() {
  const stamp = stampOf(
    ["prisma/schema.prisma", "prisma.config.ts"],
    readJson(at("node_modules/prisma/package.json"))?.version,
  );
  const file = at("generated/stamp");
  if (fs.existsSync(at("generated/prisma/client.ts")) && fs.existsSync(file) && fs.readFileSync(file, "utf8") === stamp)
    return false;
  // The engine is never run by `generate`; any executable keeps the command line from downloading one.
  const env = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
  await must(
    "Generating the database client",
    process.execPath,
    [at("node_modules/prisma/build/index.js"), "generate"],
    env,
  );
  fs.writeFileSync(file, stamp);
  return true;
}

/** Builds the web server when a source changed. The stamp lies in the build, so another build invalidates it. */
export async function build(folder = distDir) {
  const stamp = stampOf(["."], process.version);
  const file = at(folder, "worth-stamp");
  if (fs.existsSync(at(folder, "BUILD_ID")) && fs.existsSync(file) && fs.readFileSync(file, "utf8") === stamp)
    return false;
  fs.rmSync(file, { force: true });
  const env = {
    NODE_ENV: "production",
    NEXT_DIST_DIR: folder,
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: "postgresql://127.0.0.1:1/none",
    AUTH_SECRET: "0123456789abcdef-only-while-building",
    ENCRYPTION_KEY: "0123456789abcdef-only-while-building",
  };
  await must("Building the web server", process.execPath, [at("node_modules/next/dist/bin/next"), "build"], env);
  fs.writeFileSync(file, stamp);
  return true;
}

/** Runs a command at the root; its output is shown only when it fails. @throws Fault */
export async function must(what, command, args, env = {}) {
  const { code, output } = await run(command, args, { cwd: root, env: { ...process.env, ...env } });
  if (code !== 0) {
    process.stderr.write(`${output.trim()}\n`);
    throw new Fault(diskFault(output) ?? `${what} failed (code ${code}); what it said is above.`);
  }
  return output;
}

/** One sentence when a text or an error tells of a full or read-only disk, else null. */
export function diskFault(text) {
  if (/ENOSPC|[Nn]o space left/.test(text)) return "The disk is full: make room and start again.";
  if (/EROFS|[Rr]ead-only file system/.test(text))
    return `The disk is read-only: WORTH must be able to write in ${root}.`;
  return null;
}

/** Makes a folder and its parents, one by one: Node's recursive way never ends where a parent can hold no folder. */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder, { mode: 0o755 });
}

/** Makes sure the data folder can be written. @throws Fault */
export function checkDataFolder(folder = dataDir) {
  try {
    makeFolder(folder);
    const probe = path.join(folder, `.probe-${process.pid}`);
    fs.writeFileSync(probe, "x".repeat(65_536));
    fs.rmSync(probe);
  } catch (error) {
    throw new Fault(diskFault(`${error.code}`) ?? `The data folder ${folder} cannot be written (${error.code}).`);
  }
}
