import { db } from "@/lib/store/db";
import { ensureBaselineRuns } from "@/lib/store/baseline-runs";
import { createSetupToken } from "@/lib/store/settings";
import { publishEpisode } from "@/lib/store/publish-episode";
import { loadEpisodes } from "@/prisma/seed/load-episodes";

// Publishes the bundled episodes, enqueues the baselines once, and makes the one-time link's token while there is no
// administrator. The last line is JSON for the start script.
for (const document of await loadEpisodes()) {
  const { created } = await publishEpisode(document);
  if (created) console.log(`published ${document.episode.slug} v${document.episode.version}`);
}
const enqueued = await ensureBaselineRuns();
const setupToken = await createSetupToken();
console.log(JSON.stringify({ setupToken, enqueued }));
await db().$disconnect();
