import { expect, test } from "vitest";
import { deliverNext, deliverTask, windowAhead } from "./delivery";
import { madeUpCondition, madeUpContent, madeUpEpisodeKey } from "./made-up-episode";
import { episodePlay } from "./play";
import { prepareEpisode } from "./prepare";

const condition = { ...madeUpCondition, presentation: "incremental" as const, step: 1 };
const { task } = prepareEpisode(madeUpContent, madeUpEpisodeKey, condition, 1);
const at = (frontier: number) => ({ ...episodePlay.start(task), frontier });
const texts = (sentences: { text: string }[]) => sentences.filter((sentence) => sentence.text !== "").length;
const total = task.sentences.length;

test("the whole story goes out at once unless the task asks for a window", () => {
  expect(deliverTask({}, task, at(0))).toBe(task);
  expect(deliverTask({ delivery: "story" }, task, at(0))).toBe(task);
});

test("by window a browser holds the texts up to a few sentences ahead, and every id", () => {
  const content = { delivery: "window" } as const;
  const told = deliverTask(content, task, at(1));
  expect(told.sentences.map((sentence) => sentence.id)).toEqual(task.sentences.map((sentence) => sentence.id));
  expect(texts(told.sentences)).toBe(1 + windowAhead);
  const next = deliverNext(content, task, at(3), 1 + windowAhead);
  expect(next).toEqual(task.sentences.slice(1 + windowAhead, 3 + windowAhead));
  expect(texts(deliverTask(content, task, at(total)).sentences)).toBe(total);
});
