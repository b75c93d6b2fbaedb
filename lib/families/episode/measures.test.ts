import { expect, test } from "vitest";
import { areaUnderCurve, type Measured, measureStory, unfairness } from "./measures";

// 48 sentences, every fourth a key clue; `lengths` gives the words of each.
function story(
  lengths: (position: number, isKey: boolean) => number,
  isKey = (position: number) => position % 4 === 3,
): Measured {
  const sentences = Array.from({ length: 48 }, (_, position) => ({
    id: `S${String(position + 1).padStart(3, "0")}`,
    text: `${Array.from({ length: lengths(position, isKey(position)) }, (_, at) => `word${(position * 7 + at) % 31}`).join(" ")}.`,
  }));
  return {
    language: "en",
    sentences,
    candidates: ["Ann Reed", "Bo Stone", "Cy Marsh"].map((name, at) => ({ id: `C0${at + 1}`, name, description: "" })),
    question: "Who moved the clock?",
    quota: 12,
    clues: sentences.filter((_, position) => isKey(position)).map((sentence) => sentence.id),
    participants: ["C01"],
  };
}

const alike = (position: number) => 10 + (Math.floor(position / 4) % 5);

test("the area under the curve: apart, the other way, alike, and undefined", () => {
  expect(areaUnderCurve([3, 4], [1, 2])).toBe(1);
  expect(areaUnderCurve([1, 2], [3, 4])).toBe(0);
  expect(areaUnderCurve([1, 3], [2, 2])).toBe(0.5);
  expect(areaUnderCurve([2], [2])).toBe(0.5);
  expect(areaUnderCurve([], [2])).toBeNull();
});

test("the random baseline's mean over a thousand seeds lies within its computed expectation", () => {
  const { random, chance } = measureStory(story(alike));
  expect(chance).toBe(3);
  expect(random.seeds).toBe(1_000);
  // Hypergeometric: 12 · 1/4 · 3/4 · 36/47 is the variance of one draw.
  expect(random.standardError).toBeCloseTo(Math.sqrt((12 * 0.25 * 0.75 * 36) / 47 / 1_000), 12);
  expect(Math.abs(random.mean - random.expected)).toBeLessThan(4 * random.standardError);
});

test("measures are deterministic", () => {
  expect(measureStory(story(alike))).toEqual(measureStory(story(alike)));
});

test("an even story is fair in quarters and length", () => {
  const measures = measureStory(story(alike));
  expect(measures.quarters).toEqual([3, 3, 3, 3]);
  expect(measures.lengthAuc).toBe(0.5);
});

test("longer key clues are told by their length, and by the baseline that picks the longest", () => {
  const found = unfairness(measureStory(story((_, isKey) => (isKey ? 20 : 10)))).join("\n");
  expect(found).toMatch(/baseline "longest" finds 12 key clues/);
  expect(found).toMatch(/AUC of 1\.00/);
});

test("key clues crowded into one quarter are refused", () => {
  const crowded = story(alike, (position) => position >= 24 && position < 36);
  expect(measureStory(crowded).quarters).toEqual([0, 0, 12, 0]);
  expect(unfairness(measureStory(crowded)).join("\n")).toMatch(/Quarter 3 of the story holds 12 of 12/);
});

test("a baseline that names exactly the participants is refused", () => {
  const measured = story(alike);
  measured.sentences = measured.sentences.map((sentence) => ({ ...sentence, text: `Ann Reed ${sentence.text}` }));
  expect(unfairness(measureStory(measured)).join("\n")).toMatch(/names exactly the participants/);
});

test("with three participants a baseline is told how many there are", () => {
  const measured = story(alike);
  measured.candidates.push({ id: "C04", name: "Di Frost", description: "" });
  measured.participants = ["C01", "C02", "C03"];
  measured.sentences = measured.sentences.map((sentence) => ({
    ...sentence,
    text: `Ann Reed, Bo Stone and Cy Marsh ${sentence.text}`,
  }));
  expect(unfairness(measureStory(measured)).join("\n")).toMatch(/names exactly the participants/);
});
