import { defineConfig } from "@playwright/test";

/** Browser tests. The server, its worker and its database are started by scripts/test.mjs, which names them here. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  workers: 2,
  retries: 0,
  timeout: 90_000,
  reporter: [["list"]],
  use: {
    baseURL: process.env.E2E_URL ?? "http://localhost:3000",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
