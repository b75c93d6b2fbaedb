import { randomUUID } from "node:crypto";
import { endFinishedRuns, playNextBaseline } from "@/lib/store/lanes";
import { foldUncounted } from "@/lib/store/tallies";

// The background process: plays the baselines' attempts and folds judgements into tallies, until it is told to stop.
// Any number may run against one database: claims and folds skip what another holds.
const worker = randomUUID();
const idleMs = 500;
let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    stopping = true;
  });
}

while (!stopping) {
  try {
    const played = await playNextBaseline(worker);
    const folded = played ? 0 : await foldUncounted();
    if (!played && folded === 0) {
      await endFinishedRuns();
      await new Promise((resolve) => setTimeout(resolve, idleMs));
    }
  } catch (error) {
    // The database may be restarting: what was claimed comes back when its lease runs out.
    console.error(error);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}
process.exit(0);
