// npm start: from a bare checkout to a running WORTH, and the second time in a few seconds.
//   node scripts/start.mjs          install, generate, build, database, migrate, seed, web server and worker
//   node scripts/start.mjs dev      the same from the sources, without a build
//   node scripts/start.mjs web      only a web server    } for further machines, with DATABASE_URL,
//   node scripts/start.mjs worker   only a worker        } or beside a running `npm start`
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import path from "node:path";
import { startDatabase, withClient } from "./database.mjs";
import { isMigrated, migrate } from "./migrate.mjs";
import { endGroup, Fault, identityOf, keepRunning, wait } from "./processes.mjs";
import { build, checkDataFolder, dataDir, diskFault, generate, install, nodeFault, stampOf } from "./project.mjs";
import { answers, checkPort, childEnv, hasWorker, seed, startWeb, startWorker } from "./services.mjs";

const mode = process.argv[2] ?? "start";
const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || 3000);
const shown = ["0.0.0.0", "::", "127.0.0.1"].includes(host) ? "localhost" : host;
const address = `http://${shown}:${port}`;
const runFile = path.join(dataDir, "running.json");
const tokenFile = path.join(dataDir, "setup-token");
const say = (line) => console.log(`  ${line}`);

async function step(name, work) {
  const begun = Date.now();
  const result = await work();
  console.log(
    `${name.padEnd(12)} ${((Date.now() - begun) / 1000).toFixed(2)} s${result === false ? "  (nothing to do)" : ""}`,
  );
  return result;
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function writePrivate(file, text) {
  fs.writeFileSync(`${file}.new`, text, { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}

/** What this start has running, so that the next one can tidy up after a kill -9. */
const record = { parent: null, children: {} };
function note(name, pid) {
  if (pid) record.children[name] = { pid, identity: identityOf(pid) };
  writePrivate(runFile, JSON.stringify(record));
}

async function tidyUp() {
  const old = readJson(runFile);
  if (old?.parent && old.parent.pid !== process.pid && identityOf(old.parent.pid) === old.parent.identity) {
    throw new Fault(`WORTH is already running from this folder (process ${old.parent.pid}, ${old.address}).`);
  }
  for (const [name, { pid, identity }] of Object.entries(old?.children ?? {})) {
    if (identity && identityOf(pid) === identity) {
      say(`ending the ${name} that an earlier start left behind`);
      await endGroup(pid, 3_000);
    }
  }
  Object.assign(record, { address, parent: { pid: process.pid, identity: identityOf(process.pid) } });
  note();
}

function secrets() {
  if (process.env.DATABASE_URL) {
    const missing = ["AUTH_SECRET", "ENCRYPTION_KEY"].filter((name) => (process.env[name] ?? "").length < 16);
    if (missing.length > 0) {
      throw new Fault(
        `With DATABASE_URL, ${missing.join(" and ")} must be set too, each to at least 16 random characters.`,
      );
    }
    return { authSecret: process.env.AUTH_SECRET, encryptionKey: process.env.ENCRYPTION_KEY };
  }
  const file = path.join(dataDir, "secrets.json");
  const held = readJson(file) ?? {};
  const made = {
    authSecret: held.authSecret ?? randomBytes(32).toString("hex"),
    encryptionKey: held.encryptionKey ?? randomBytes(32).toString("hex"),
  };
  if (!held.authSecret || !held.encryptionKey) writePrivate(file, JSON.stringify(made));
  return {
    authSecret: process.env.AUTH_SECRET || made.authSecret,
    encryptionKey: process.env.ENCRYPTION_KEY || made.encryptionKey,
  };
}

/** The database of DATABASE_URL, checked. */
async function givenDatabase(url) {
  let version;
  try {
    version = await withClient(url, async (client) =>
      Number((await client.query("show server_version_num")).rows[0].server_version_num),
    );
  } catch (error) {
    const reason = error.code ?? error.errors?.[0]?.code ?? error.message;
    throw new Fault(
      `The database of DATABASE_URL cannot be reached (${reason}): check the address and that it is running.`,
    );
  }
  if (version < 140000)
    throw new Fault(
      `WORTH needs PostgreSQL 14 or newer; DATABASE_URL leads to version ${Math.floor(version / 10000)}.`,
    );
  return { url, given: true, stop: async () => {} };
}

/** Keeps the embedded PostgreSQL up: on the same port, so that its clients find it again. */
function watchDatabase(first) {
  let database = first;
  let ended = false;
  (async () => {
    while (!ended) {
      const identity = identityOf(database.pid);
      const polled = async () => {
        while (!ended && identity && identityOf(database.pid) === identity) await wait(250);
      };
      await (database.adopted ? polled() : database.exited);
      if (ended) return;
      say("PostgreSQL ended; starting it again.");
      try {
        database = await startDatabase({ dataDir, port: first.port, say });
      } catch (error) {
        say(`${diskFault(error.message) ?? error.message}; trying again.`);
        await wait(2_000);
      }
    }
  })();
  return {
    async stop() {
      ended = true;
      await database.stop();
    },
  };
}

async function seedWhenNeeded(env, url) {
  const stamp = stampOf(["prisma/seed", "scripts/seed.ts", "lib/families"]);
  const state = await withClient(url, async (client) => {
    const row = await client.query(`select value from "Setting" where key = 'seed-stamp'`);
    const admins = await client.query(`select 1 from "User" where role = 'admin' limit 1`);
    return { stamp: row.rows[0]?.value, hasAdmin: admins.rowCount > 0 };
  });
  if (state.hasAdmin) fs.rmSync(tokenFile, { force: true });
  if (state.stamp === stamp && (state.hasAdmin || fs.existsSync(tokenFile))) return false;
  const { setupToken } = await seed(env);
  if (setupToken) writePrivate(tokenFile, setupToken);
  await withClient(url, (client) =>
    client.query(
      `insert into "Setting" (key, value) values ('seed-stamp', $1::jsonb) on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(stamp)],
    ),
  );
}

/** What a lone web server or worker uses: DATABASE_URL, or the database of the `npm start` that runs here. */
async function existingDatabase() {
  if (process.env.DATABASE_URL) return givenDatabase(process.env.DATABASE_URL);
  const parent = readJson(runFile)?.parent;
  if (!parent || identityOf(parent.pid) !== parent.identity) {
    throw new Fault(`npm run ${mode} needs DATABASE_URL, or a running npm start in this folder.`);
  }
  return { ...(await startDatabase({ dataDir, say })), stop: async () => {} };
}

async function main() {
  const fault = nodeFault(process.versions.node);
  if (fault) throw new Fault(fault);
  if (!["start", "dev", "web", "worker"].includes(mode))
    throw new Fault(`There is no command "${mode}": use dev, web, worker or none.`);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Fault(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`);
  const begun = Date.now();
  const alone = mode === "web" || mode === "worker";
  checkDataFolder();
  const { authSecret, encryptionKey } = secrets();
  if (!alone) await tidyUp();
  if (mode !== "worker") await checkPort(host, port);

  await step("install", install);
  await step("generate", generate);
  const services = [];
  let watched;
  let stopping;
  const stopAll = () => {
    stopping ??= (async () => {
      // The database goes last: the others may still be writing.
      await Promise.all(services.map((service) => service.stop()));
      await watched?.stop();
      if (!alone) fs.rmSync(runFile, { force: true });
    })();
    return stopping;
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (!stopping) console.log("Stopping.");
      stopAll().then(() => process.exit(0));
    });
  }
  try {
    // A given database is checked before the long build, so that a wrong address is told at once.
    if (process.env.DATABASE_URL) await givenDatabase(process.env.DATABASE_URL);
    if (mode === "start" || mode === "web") await step("build", () => build());
    const database = await step("database", () => {
      if (alone) return existingDatabase();
      return process.env.DATABASE_URL ? givenDatabase(process.env.DATABASE_URL) : startDatabase({ dataDir, say });
    });
    if (!alone && !database.given) watched = watchDatabase(database);
    const env = childEnv({ url: database.url, authSecret, encryptionKey, address });
    if (!alone) {
      await step("migrate", () => migrate(database.url));
      await step("seed", () => seedWhenNeeded(env, database.url));
    } else if (!(await isMigrated(database.url))) {
      throw new Fault("The database lacks migrations: run npm run db:migrate first.");
    }
    const keep = (name, start) => {
      if (stopping) return;
      services.push(keepRunning({ name, start, say, changed: (pid) => !alone && note(name, pid) }));
    };
    if (mode !== "web" && hasWorker()) keep("worker", () => startWorker({ env }));
    if (mode !== "worker") {
      keep("web server", () => startWeb({ env, host, port, dev: mode === "dev" }));
      if (!(await step("web server", () => answers(`${address}/`)))) {
        throw new Fault("The web server does not answer; what it said is above.");
      }
      console.log(`\nWORTH is at ${address} after ${((Date.now() - begun) / 1000).toFixed(1)} s.`);
      if (!alone && fs.existsSync(tokenFile)) {
        console.log(
          `Make the first administrator: ${address}/setup?token=${fs.readFileSync(tokenFile, "utf8").trim()}`,
        );
      }
      console.log("Ctrl-C ends it.\n");
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
}

process.on("unhandledRejection", (error) => console.error(error));
main().catch((error) => {
  const sentence = error instanceof Fault ? error.message : diskFault(`${error.code} ${error.message}`);
  console.error(sentence ?? error);
  process.exit(1);
});
