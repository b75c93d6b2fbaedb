import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { madeUpCondition, madeUpContent, madeUpEpisodeKey } from "./made-up-episode";
import { episodePlay } from "./play";
import { prepareEpisode } from "./prepare";
import { answerPrompt, fullPrompt, groupPrompt, methods, promptVersion } from "./prompts";

/** Every prompt of the made-up episode: the words that models are asked with. */
function allPrompts(): string {
  const notes = { notebook: "A note.", marks: ["S002"] };
  const texts: string[] = [];
  for (const language of ["zh", "en"] as const) {
    for (const given of ["none", "key-clues", "sham"] as const) {
      for (const disclosure of ["none", "directions", "full"] as const) {
        const condition = { ...madeUpCondition, language, given, disclosure };
        const { task } = prepareEpisode(madeUpContent, madeUpEpisodeKey, condition, 5);
        const parted = prepareEpisode(
          madeUpContent,
          madeUpEpisodeKey,
          { ...condition, presentation: "incremental", step: 4 },
          5,
        ).task;
        texts.push(groupPrompt(parted, episodePlay.view(parted, episodePlay.start(parted)), 1, notes));
        for (const method of methods) texts.push(fullPrompt(task, method), answerPrompt(parted, method, notes));
      }
    }
  }
  return texts.join("\n\0\n");
}

test("other words are another prompt version", () => {
  const hash = createHash("sha256").update(allPrompts()).digest("hex").slice(0, 16);
  // When this fails, a prompt reads differently: raise promptVersion, and name the new pair here.
  expect({ promptVersion, hash }).toMatchInlineSnapshot(`
    {
      "hash": "742b0c33a99ff19e",
      "promptVersion": "episode-2",
    }
  `);
});
