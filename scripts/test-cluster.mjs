// A PostgreSQL of the tests' own: a fresh cluster in a temporary folder, with a migrated database to clone.
import { rmSync } from "node:fs";
import { startDatabase } from "./database.mjs";
import { migrate } from "./migrate.mjs";
import { testFolder } from "./test-folder.mjs";

/** Starts the cluster. @returns `{url, stop}`; `stop` removes the folder too */
export async function startTestCluster(say) {
  const folder = testFolder("worth-test");
  const database = await startDatabase({ dataDir: folder, name: "template_worth", fast: true, say });
  await migrate(database.url);
  return {
    url: database.url,
    async stop() {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export default async function setup(project) {
  const cluster = await startTestCluster();
  project.provide("clusterUrl", cluster.url);
  return () => cluster.stop();
}
