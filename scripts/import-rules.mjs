// Writes biome.json from the table of import rules: node scripts/import-rules.mjs
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { families, patternsFor, table } from "./import-table.mjs";

const restricted = (patterns) => ({
  linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } } },
});
const sources = (folder) => [`${folder}/**/*.ts`, `${folder}/**/*.tsx`, `${folder}/**/*.mjs`];
const tests = (folder) => ["ts", "tsx", "mjs"].map((ending) => `!${folder}/**/*.test.${ending}`);

/** biome.json as an object. Tests beside the code may import what they test with. */
export function biomeConfig() {
  return {
    $schema: "./node_modules/@biomejs/biome/configuration_schema.json",
    files: {
      ignoreUnknown: true,
      includes: [
        ...[
          "**",
          "!**/node_modules",
          "!generated",
          "!.next",
          "!.next-*",
          "!.data",
          "!prisma/migrations",
          "!package-lock.json",
        ],
        ...[
          "!next-env.d.ts",
          "!coverage",
          "!test-results",
          "!playwright-report",
          "!prisma/seed/**/*.json",
          "!public/schema",
          "!prisma/seed/episodes",
        ],
      ],
    },
    formatter: { indentStyle: "space", indentWidth: 2, lineWidth: 120 },
    javascript: { formatter: { quoteStyle: "double" } },
    css: { parser: { tailwindDirectives: true } },
    assist: { enabled: false },
    linter: {
      rules: { preset: "recommended", style: { noProcessEnv: "error" }, correctness: { noUnusedImports: "error" } },
    },
    overrides: [
      ...table.map((row) => ({
        includes: [...sources(row.folder), ...tests(row.folder)],
        ...restricted(patternsFor(row)),
      })),
      ...families.map((family) => {
        const folder = `lib/families/${family}`;
        const row = table.find((candidate) => candidate.folder === "lib/families");
        return { includes: [...sources(folder), ...tests(folder)], ...restricted(patternsFor(row, family)) };
      }),
      {
        includes: ["lib/env.ts", "scripts/**", "bench/**", "e2e/**", "*.config.ts", "*.config.mjs", "**/*.test.ts"],
        linter: { rules: { style: { noProcessEnv: "off" } } },
      },
    ],
  };
}

/** The text of biome.json. */
const biomeText = () => `${JSON.stringify(biomeConfig(), null, 2)}\n`;

export const biomeFile = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../biome.json");

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  writeFileSync(biomeFile, biomeText());
  spawnSync(process.execPath, [
    path.resolve(biomeFile, "../node_modules/@biomejs/biome/bin/biome"),
    "format",
    "--write",
    biomeFile,
  ]);
}
