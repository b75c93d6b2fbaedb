import { expect, test } from "vitest";
import { Presence } from "./presence";

test("a worker that finds nobody alive tidies up at once; beside others it waits until they had time to beat", () => {
  const alone = new Presence(12_000);
  expect(alone.maySweep(0)).toBe(false);
  alone.beat(1_000, 1);
  expect(alone.maySweep(1_000)).toBe(true);
  const second = new Presence(12_000);
  for (let now = 1_000; now <= 15_000; now += 2_000) second.beat(now, 2);
  expect(second.maySweep(12_000)).toBe(false);
  expect(second.maySweep(15_000)).toBe(true);
});

test("after heartbeats that could not be stored, or a sleep, even a worker that sees nobody waits", () => {
  const away = new Presence(12_000);
  away.beat(0, 1);
  away.missed(4_000);
  for (let now = 5_000; now <= 17_000; now += 2_000) away.beat(now, 1);
  expect(away.maySweep(15_000)).toBe(false);
  expect(away.maySweep(17_000)).toBe(true);
  const slept = new Presence(12_000);
  slept.beat(0, 1);
  expect(slept.maySweep(60_000)).toBe(false);
  for (let now = 60_000; now <= 74_000; now += 2_000) slept.beat(now, 1);
  expect(slept.maySweep(70_000)).toBe(false);
  expect(slept.maySweep(74_000)).toBe(true);
});
