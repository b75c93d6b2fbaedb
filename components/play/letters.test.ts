import { expect, test } from "vitest";
import { letterOf } from "./letters";

const all = (names: string[]) => names.map((_, index) => letterOf(names, index));

test("a familiar 老 or 小 tells nobody from another", () => {
  expect(all(["罗婶", "老孟", "小顾", "老裴"])).toEqual(["罗", "孟", "顾", "裴"]);
});

test("two of one surname get letters of their own", () => {
  const letters = all(["陈金水", "陈福来", "许景川"]);
  expect(new Set(letters).size).toBe(3);
  expect(letters[2]).toBe("许");
});

test("English names that begin alike are told apart", () => {
  const letters = all(["Aunt Luo", "Old Meng", "Gu", "Liao Qiming", "Lu Qin"]);
  expect(new Set(letters).size).toBe(5);
  expect(letters.slice(0, 3)).toEqual(["L", "M", "G"]);
});
