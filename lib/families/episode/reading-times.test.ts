import fc from "fast-check";
import { expect, test } from "vitest";
import type { EpisodeMove, Notice } from "./play";
import { readingTimes } from "./reading-times";

const task = { step: 1, sentences: ["S001", "S002", "S003"].map((id) => ({ id, text: id })) };
const reveal: EpisodeMove = { type: "reveal" };
const notice = (what: Notice): EpisodeMove => ({ type: "notice", what });
const timed = (...moves: [EpisodeMove, number | null][]) => moves.map(([move, at]) => ({ move, at }));

test("a sentence's time runs to the next one, without the time out of sight; reading again adds to it", () => {
  const events = timed(
    [reveal, 1_000],
    [{ type: "mark", sentence: "S001" }, 3_000],
    [reveal, 4_000],
    [notice("hidden"), 5_000],
    [notice("visible"), 65_000],
    [{ type: "visit", sentence: "S001" }, 66_000],
    [reveal, 66_500],
  );
  expect(readingTimes(task, events)).toEqual({ S001: 3_500, S002: 2_000 });
});

test("the time between a crash and the next opening is nobody's", () => {
  const events = timed(
    [reveal, 0],
    [{ type: "note", sentence: "S001", text: "x" }, 500],
    [notice("opened"), 90_000],
    [reveal, 91_000],
  );
  expect(readingTimes(task, events)).toEqual({ S001: 1_500 });
});

test("the time of answering is no sentence's; back in the story the one in view goes on", () => {
  const draft: EpisodeMove = { type: "draft", draft: { reconstruction: "So." } };
  const events = timed(
    [reveal, 0],
    [reveal, 1_000],
    [notice("answering"), 3_000],
    [draft, 200_000],
    [notice("hidden"), 201_000],
    [notice("visible"), 202_000],
    [notice("reading"), 300_000],
    [{ type: "mark", sentence: "S001" }, 300_500],
    [notice("answering"), 301_000],
    [draft, 400_000],
  );
  expect(readingTimes(task, events)).toEqual({ S001: 1_000, S002: 3_000 });
});

test("the time with a dialog open is no sentence's, whatever is recorded under it", () => {
  const events = timed(
    [reveal, 0],
    [reveal, 1_000],
    [notice("dialog"), 3_000],
    [{ type: "visit", sentence: "S001" }, 3_500],
    [{ type: "suspect", candidate: "C01", level: "likely" }, 60_000],
    [notice("reading"), 90_000],
    [reveal, 90_400],
    [notice("dialog"), 92_400],
    [notice("opened"), 200_000],
    [reveal, 200_300],
  );
  expect(readingTimes(task, events)).toEqual({ S001: 1_400, S002: 2_000, S003: 2_300 });
});

test("a page that is opened again while answering opens at the story", () => {
  const events = timed([reveal, 0], [notice("answering"), 1_000], [notice("opened"), 90_000], [reveal, 90_700]);
  expect(readingTimes(task, events)).toEqual({ S001: 1_700 });
});

test("a clock set back by a day, or none at all, gives no negative time", () => {
  const day = 86_400_000;
  expect(readingTimes(task, timed([reveal, day], [reveal, 10], [reveal, 2_010]))).toEqual({ S001: 0, S002: 2_000 });
  expect(readingTimes(task, timed([reveal, null], [reveal, null]))).toEqual({});
});

test("whatever the clock says, no time is negative and none is longer than all steps forward together", () => {
  const move = fc.constantFrom<EpisodeMove>(
    reveal,
    { type: "visit", sentence: "S001" },
    notice("hidden"),
    notice("visible"),
    notice("opened"),
    notice("answering"),
    notice("dialog"),
    notice("reading"),
  );
  const events = fc.array(fc.record({ move, at: fc.option(fc.integer({ min: -1e12, max: 1e12 })) }), { maxLength: 30 });
  fc.assert(
    fc.property(events, (drawn) => {
      const known = drawn.map((event) => event.at).filter((at) => at !== null);
      const forward = known.reduce((sum, at, index) => sum + Math.max(0, at - (known[index - 1] ?? at)), 0);
      const times = Object.values(readingTimes(task, drawn));
      expect(times.every((time) => time >= 0)).toBe(true);
      expect(times.reduce((sum, time) => sum + time, 0)).toBeLessThanOrEqual(forward);
    }),
  );
});
