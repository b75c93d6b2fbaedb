import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { stampOf } from "./scripts/project.mjs";

// One name for one state of the sources: servers that were built apart from the same sources agree on it.
const build = stampOf(["app", "components", "lib", "public", "proxy.ts", "next.config.ts", "package-lock.json"]).slice(
  0,
  16,
);

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  generateBuildId: () => build,
  env: { WORTH_BUILD: build },
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  serverExternalPackages: ["@prisma/client", "@prisma/adapter-pg", "pg", "graphile-worker"],
};

export default withNextIntl(config);
