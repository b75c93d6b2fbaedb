// Prisma's migrations without its downloaded schema engine: the WebAssembly one does the same and fills the same table.
//   node scripts/migrate.mjs apply                 applies prisma/migrations to DATABASE_URL (or the embedded database)
//   node scripts/migrate.mjs diff [OLD.prisma]     prints SQL from OLD.prisma (or from nothing) to prisma/schema.prisma
//   node scripts/migrate.mjs reset                 empties the database, then applies
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startDatabase, withClient } from "./database.mjs";
import { dataDir, install, must, root } from "./project.mjs";

const require = createRequire(path.join(root, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const schemaPath = path.join(root, "prisma/schema.prisma");
const baseDir = path.join(root, "prisma/migrations");
const filters = { externalTables: [], externalEnums: [] };

function migrationNames() {
  if (!existsSync(baseDir)) return [];
  return readdirSync(baseDir)
    .filter((name) => existsSync(path.join(baseDir, name, "migration.sql")))
    .sort();
}

async function openEngine(url) {
  const folder = path.dirname(require.resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
  const engine = await load("@prisma/schema-engine-wasm/schema_engine_bg");
  const { PrismaPg } = await load("@prisma/adapter-pg");
  const { bindMigrationAwareSqlAdapterFactory } = await load("@prisma/driver-adapter-utils");
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  const wasm = readFileSync(path.join(folder, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": engine });
  engine.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }));
  const datamodels = [["prisma/schema.prisma", readFileSync(schemaPath, "utf8")]];
  return engine.SchemaEngine.new({ datamodels }, () => {}, adapter);
}

/** How many migrations the queue's own schema has in this checkout. */
const queueMigrations = () =>
  readdirSync(path.join(path.dirname(require.resolve("graphile-worker/package.json")), "sql")).filter((name) =>
    name.endsWith(".sql"),
  ).length;

/** Whether every migration of this checkout, the queue's included, has been applied to the database. */
export function isMigrated(url) {
  return withClient(url, async (client) => {
    const queue = await client.query("select to_regclass('graphile_worker.migrations') as found");
    if (!queue.rows[0].found) return false;
    const applied = await client.query("select count(*)::int as applied from graphile_worker.migrations");
    if (applied.rows[0].applied < queueMigrations()) return false;
    const table = await client.query("select to_regclass('_prisma_migrations') as found");
    if (!table.rows[0].found) return false;
    const done = await client.query(
      "select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
    );
    const names = new Set(done.rows.map((row) => row.migration_name));
    return migrationNames().every((name) => names.has(name));
  });
}

/** The queue's own schema: jobs are added by its functions before any worker has started. */
async function migrateQueue(url) {
  const { Logger, runMigrations } = await load("graphile-worker");
  const logger = new Logger(() => (level, message) => level === "error" && console.error(message));
  await runMigrations({ connectionString: url, logger });
}

/** Applies the migrations that are missing, the queue's included. @returns the names of this project's */
async function applyMigrations(url) {
  if (await isMigrated(url)) return [];
  const engine = await openEngine(url);
  const migrationsList = {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrationNames().map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(path.join(baseDir, name, "migration.sql"), "utf8") },
      },
    })),
  };
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
  await migrateQueue(url);
  return appliedMigrationNames;
}

/** The same in a process of its own: the engine holds its connection until its process ends. */
export async function migrate(url) {
  if (await isMigrated(url)) return false;
  await must("Migrating the database", process.execPath, [fileURLToPath(import.meta.url), "apply"], {
    DATABASE_URL: url,
  });
  return true;
}

/** SQL that leads from an older schema file (or from nothing) to the present one. */
async function diffSchema(url, old) {
  const engine = await openEngine(url);
  const schemaOf = (file) => ({ tag: "schemaDatamodel", files: [{ path: file, content: readFileSync(file, "utf8") }] });
  const from = old ? schemaOf(old) : { tag: "empty" };
  const request = { from, to: schemaOf(schemaPath), script: true, exitCode: null, shadowDatabaseUrl: null, filters };
  return (await engine.diff(request)).stdout ?? "";
}

async function main([command, old]) {
  await install();
  const given = process.env.DATABASE_URL;
  const database = given
    ? { url: given, adopted: true }
    : await startDatabase({ dataDir, say: (line) => console.error(line) });
  try {
    if (command === "diff") process.stdout.write(await diffSchema(database.url, old));
    else {
      if (command === "reset") {
        if (given && process.env.CONFIRM_RESET !== "yes")
          throw new Error("This empties the database of DATABASE_URL: set CONFIRM_RESET=yes to go on.");
        await withClient(database.url, (client) =>
          client.query(
            "drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public",
          ),
        );
      }
      const names = await applyMigrations(database.url);
      console.log(names.length > 0 ? `applied ${names.join(", ")}` : "nothing to apply");
    }
  } finally {
    if (!database.adopted) await database.stop();
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).then(
    () => process.exit(0),
    (error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}
