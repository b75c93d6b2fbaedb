import fc from "fast-check";
import type { EpisodeMove, EpisodeResponse } from "./play";
import type { EpisodeCondition } from "./schema";

/** Drawn moves, answers and conditions of the made-up episode, for property tests. */

// S013 and C05 do not exist.
export const sentence = fc.integer({ min: 1, max: 13 }).map((line) => `S${String(line).padStart(3, "0")}`);
const candidate = fc.integer({ min: 1, max: 5 }).map((number) => `C0${number}`);
const clues = fc.uniqueArray(sentence, { maxLength: 5 });
const participants = fc.uniqueArray(candidate, { maxLength: 4 });
export const response: fc.Arbitrary<EpisodeResponse> = fc.record({
  clues,
  interpretations: fc.constant({}),
  participants,
  participantReasons: fc.constant({}),
  reconstruction: fc.string(),
  ruledOut: fc.constant({}),
  confidence: fc.option(fc.integer({ min: 0, max: 100 })),
});
export const episodeMove: fc.Arbitrary<EpisodeMove> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ type: "reveal" as const }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("mark" as const), sentence }) },
  fc.record({ type: fc.constant("unmark" as const), sentence }),
  fc.record({ type: fc.constant("note" as const), sentence, text: fc.string() }),
  fc.record({ type: fc.constant("link" as const), sentence, candidates: participants }),
  fc.record({ type: fc.constant("order" as const), sentences: clues }),
  fc.record({ type: fc.constant("suspect" as const), candidate, level: fc.constant("likely" as const) }),
  fc.record({ type: fc.constant("notebook" as const), text: fc.string() }),
  fc.record({ type: fc.constant("visit" as const), sentence }),
  fc.record({ type: fc.constant("submit" as const), response }),
);
export const condition: fc.Arbitrary<EpisodeCondition> = fc
  .record({
    language: fc.constantFrom("zh" as const, "en" as const),
    presentation: fc.constantFrom("full" as const, "incremental" as const),
    given: fc.constantFrom("none" as const, "key-clues" as const, "sham" as const),
    variant: fc.constantFrom("original", "other-hand", "reworded"),
    disclosure: fc.constantFrom("none" as const, "directions" as const, "full" as const),
    explanations: fc.constantFrom("required" as const, "optional" as const),
    step: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ step, ...rest }) => (rest.presentation === "full" ? rest : { ...rest, step }));
