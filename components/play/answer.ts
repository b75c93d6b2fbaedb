import { type EpisodeResponse, type EpisodeState, type EpisodeTask, lacks } from "@/lib/families/episode/play";

/** The answer as the draft, the marks and the notes make it. An interpretation not yet written is the note. */
export function responseOf(state: EpisodeState): EpisodeResponse {
  const { draft, marks, notes } = state;
  const said = marks.map((id) => [id, draft.interpretations?.[id] ?? notes[id] ?? ""] as const);
  return {
    clues: marks,
    interpretations: Object.fromEntries(said.filter(([, text]) => text !== "")),
    participants: draft.participants ?? [],
    participantReasons: draft.participantReasons ?? {},
    reconstruction: draft.reconstruction ?? "",
    ruledOut: draft.ruledOut ?? {},
    confidence: draft.confidence ?? null,
  };
}

export type Missing = "reconstruction" | "confidence" | `interpretation-${string}`;

/**
 * What a person's answer still needs before the review, as ids of the fields: what happened and the likelihood always,
 * an interpretation of each clue where the condition requires explanations.
 */
export function missingIn(task: EpisodeTask, answer: EpisodeResponse): Missing[] {
  const missing: Missing[] = [];
  if (answer.reconstruction.trim() === "") missing.push("reconstruction");
  if (answer.confidence === null) missing.push("confidence");
  const bare = (id: string) =>
    lacks(task, {
      type: "submit",
      response: { ...answer, reconstruction: "given", clues: [id] },
    }) !== null;
  return [...missing, ...answer.clues.filter(bare).map((id) => `interpretation-${id}` as const)];
}
