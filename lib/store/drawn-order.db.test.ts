import { beforeAll, expect, test } from "vitest";
import { planSchema } from "@/lib/contracts/runs";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import type { EpisodeTask } from "@/lib/families/episode/play";
import { loadAttempt } from "./attempts";
import { db } from "./db";
import { createPlayer } from "./players";
import { publishEpisode } from "./publish-episode";
import { launchRun } from "./runs";
import { submitResponses } from "./submit-responses";
import { startedBy } from "./test-players";

let slug: string;
const condition = { language: "en", presentation: "full" };

beforeAll(async () => {
  const document = madeUpDocument();
  slug = document.episode.slug;
  await publishEpisode(document);
});

test("every attempt keeps the order in which its candidates are shown: people's, sent-in answers, those of a run", async () => {
  const { id: player } = await createPlayer();
  await startedBy(player, slug);
  const raw = JSON.stringify({ clues: ["S001"], participants: ["C01"] });
  await submitResponses({ task: slug, condition, actor: { name: "m", modelId: "m", method: "plain" }, raw } as never);
  const plan = { name: "orders", tasks: [slug], models: [], baselines: ["random"], conditions: [condition], epochs: 3 };
  await launchRun(planSchema.parse(plan));
  const attempts = await db().attempt.findMany();
  expect(attempts.map(({ source }) => source).sort()).toEqual(["api", "browser", "worker", "worker", "worker"]);
  for (const { id, context } of attempts) {
    const { task } = await loadAttempt(id);
    const shown = (task as EpisodeTask).candidates.map((candidate) => candidate.id);
    expect(context).toMatchObject({ order: shown });
  }
});
