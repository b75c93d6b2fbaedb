import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR ?? ".next",
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  serverExternalPackages: ["@prisma/client", "@prisma/adapter-pg", "pg", "graphile-worker"],
};

export default withNextIntl(config);
