import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { biomeConfig, biomeFile } from "./import-rules.mjs";
import { families, modules, table } from "./import-table.mjs";
import { root } from "./project.mjs";

const specifierOf = (name) => (name === "lib/env" ? "@/lib/env" : `@/${name}/thing`);
const forms = [
  (from) => `import { thing } from "${from}";\nconsole.log(thing);\n`,
  (from) => `console.log(await import("${from}"));\n`,
  (from) => `export { thing } from "${from}";\n`,
  (from) => `import type { Thing } from "${from}";\nexport const thing: Thing | null = null;\n`,
];

// Planted files: path → {forbidden, rule, why}.
const planted = new Map();
const plant = (folder, from, forbidden) => {
  for (const form of forms) {
    const file = `${folder}/planted-${planted.size}.ts`;
    planted.set(file, { text: form(from), forbidden, rule: "noRestrictedImports", why: `${folder} ← ${from}` });
  }
};

for (const { folder, may, extra } of table) {
  for (const name of Object.keys(modules)) {
    if (name === folder || (folder === "components" && name === "lib/families")) continue;
    const forbidden = !may.includes(name);
    plant(folder, specifierOf(name), forbidden);
    if (folder.startsWith("lib/") && name.startsWith("lib/") && name !== "lib/env") {
      plant(folder, `../${name.slice(4)}/thing`, forbidden);
      plant(`${folder}/deeper`, `../../${name.slice(4)}/thing`, forbidden);
    }
  }
  plant(folder, folder.startsWith("lib/") ? "@/lib/errors" : "./beside", false);
  if (extra.length > 0) plant(folder, "@/generated/prisma/client", true);
  if (extra.length > 0) plant(folder, "@prisma/client", true);
}
plant("lib/store", "@/generated/prisma/client", false);
plant("lib/worker", "graphile-worker", false);
plant("lib/worker", "@/generated/prisma/client", true);
plant("app", "@/generated/prisma/client", true);
for (const folder of ["lib/families", "lib/families/episode", "lib/stats", "lib/contracts"]) {
  for (const from of ["node:fs", "fs", "node:fs/promises", "react", "next/headers", "pg", "@/lib/env"])
    plant(folder, from, true);
  plant(folder, "zod", false);
}
for (const family of families) {
  for (const other of families) {
    plant(`lib/families/${family}`, `../${other}/play`, other !== family);
    plant(`lib/families/${family}`, `@/lib/families/${other}/judge`, other !== family);
  }
  plant(`lib/families/${family}`, "../family", false);
  plant(`lib/families/${family}`, "@/lib/store/tasks", true);
}
for (const from of ["episode/play", "family", "play-registry"])
  plant("components/play", `@/lib/families/${from}`, false);
for (const from of ["episode/judge", "episode/reveal", "judge-registry"]) {
  plant("components/play", `@/lib/families/${from}`, true);
  plant("components/play", `../../lib/families/${from}`, true);
}
plant("components/play", "zod", true);
for (const folder of ["bench", "e2e", "prisma/seed", "scripts"]) plant(folder, "@/lib/store/tasks", false);
for (const [file, forbidden] of [
  ["lib/store/reads-env.ts", true],
  ["app/reads-env.ts", true],
  ["components/reads-env.tsx", true],
  ["lib/env.ts", false],
  ["scripts/reads-env.mjs", false],
  ["next.config.ts", false],
]) {
  planted.set(file, {
    text: "console.log(process.env.SECRET);\n",
    forbidden,
    rule: "noProcessEnv",
    why: `${file} reads process.env`,
  });
}

let folder;
let found;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "worth-rules-"));
  cpSync(biomeFile, path.join(folder, "biome.json"));
  for (const [file, { text }] of planted) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const args = [
    path.join(root, "node_modules/@biomejs/biome/bin/biome"),
    "lint",
    "--reporter=json",
    "--max-diagnostics=none",
    ".",
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  found = new Set();
  for (const { category, severity, location } of JSON.parse(stdout).diagnostics) {
    if (severity === "error") found.add(`${location.path.file ?? location.path} ${category.split("/").at(-1)}`);
  }
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the import rules", () => {
  it("are what the table gives", () => {
    expect(JSON.parse(readFileSync(biomeFile, "utf8"))).toEqual(biomeConfig());
  });

  it("refuse each forbidden import: plain, import(), re-exported, of a type", () => {
    const missed = [...planted].filter(([file, { forbidden, rule }]) => forbidden && !found.has(`${file} ${rule}`));
    expect(missed.map(([, { why, text }]) => `${why}: ${text}`)).toEqual([]);
  });

  it("let each allowed import pass", () => {
    const refused = [...planted].filter(([file, { forbidden, rule }]) => !forbidden && found.has(`${file} ${rule}`));
    expect(refused.map(([, { why, text }]) => `${why}: ${text}`)).toEqual([]);
  });

  it("know every family", () => {
    const folders = readdirSync(path.join(root, "lib/families"), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    for (const { name } of folders) expect(families).toContain(name);
  });

  it("give components only the types of the API's shapes", () => {
    const wrong = [];
    for (const name of readdirSync(path.join(root, "components"), { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
      const text = readFileSync(path.join(root, "components", name), "utf8");
      for (const [statement] of text.matchAll(/(import|export)[^;]*?lib\/contracts\/[^;]*;/g)) {
        if (!/^(import|export) type /.test(statement)) wrong.push(`${name}: ${statement}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
