import type { EpisodeTask } from "./play";

type Presentation = EpisodeTask["presentation"];

/** What a player chooses of the condition. The rest of it is the server's to say. */
const chosenByPlayers = ["language", "presentation", "variant"];

/** How a player may read a case: one that is delivered by `window` would be given away by showing it as a whole. */
export function presentationsFor(content: { delivery?: "story" | "window" }): Presentation[] {
  return content.delivery === "window" ? ["incremental"] : ["incremental", "full"];
}

/** The first field of a condition that is not a player's to choose, or is not as it must be there; null when all are. */
export function notForPlayers(
  content: { delivery?: "story" | "window" },
  input: Readonly<Record<string, unknown>>,
): string | null {
  const other = Object.keys(input).find((name) => !chosenByPlayers.includes(name));
  if (other !== undefined) return other;
  const { presentation } = input;
  return presentation === "full" && !presentationsFor(content).includes(presentation) ? "presentation" : null;
}
