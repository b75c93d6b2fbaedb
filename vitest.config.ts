import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));
// Node has no "react-server" condition here, under which this guard is empty.
const alias = { "@": at("."), "server-only": at("./node_modules/server-only/empty.js") };
const excluded = ["node_modules/**", ".next/**", ".next-*/**", ".data/**", "generated/**", "e2e/**"];

export default defineConfig({
  resolve: { alias },
  test: {
    passWithNoTests: true,
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["**/*.test.ts", "**/*.test.tsx", "**/*.test.mjs"],
          exclude: [...excluded, "**/*.db.test.ts", "**/*.db.test.mjs", "**/*.process.test.mjs"],
          testTimeout: 30_000,
        },
      },
      {
        // Whole starts with real processes: they need a build, which scripts/test.mjs makes first.
        resolve: { alias },
        test: { name: "process", include: ["scripts/*.process.test.mjs"], testTimeout: 180_000, hookTimeout: 60_000 },
      },
      {
        resolve: { alias },
        test: {
          name: "db",
          include: ["**/*.db.test.ts", "**/*.db.test.mjs"],
          exclude: excluded,
          globalSetup: ["scripts/test-cluster.mjs"],
          setupFiles: ["scripts/test-database.mjs"],
          pool: "forks",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
