import { expect, test, vi } from "vitest";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { exportAttempts } from "./export-attempts";
import { publishEpisode } from "./publish-episode";
import { submitResponses } from "./submit-responses";

// A search that stops after every second attempt.
vi.mock(import("./run-attempts"), async (original) => {
  const real = await original();
  return {
    ...real,
    selectAttempts: (filter, after, limit) => real.selectAttempts(filter, after, limit, 2),
  };
});

test("an export holds everything that fits, however often the search stops on the way", async () => {
  const document = madeUpDocument();
  await publishEpisode(document);
  const actor = { name: "m", modelId: "m-1", method: "plain", interface: "external", parameters: {} };
  await submitResponses(
    Array.from({ length: 11 }, (_, at) => ({
      task: document.episode.slug,
      condition: { language: "en", presentation: "full" },
      actor,
      epoch: at + 1,
      raw: [1, 2, 8].includes(at) ? "The river path." : "I would rather not answer.",
    })),
  );
  const found: (number | null)[] = [];
  for await (const row of exportAttempts({ q: "river" }, { events: false })) found.push(row.epoch);
  expect(found.sort()).toEqual([2, 3, 9]);
});
