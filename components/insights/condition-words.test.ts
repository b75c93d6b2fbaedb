import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import en from "@/lib/i18n/messages/en/condition.json";
import zh from "@/lib/i18n/messages/zh/condition.json";
import { type ConditionTranslator, conditionWords } from "./condition-words";

const translator = (locale: string, condition: object) =>
  createTranslator({ locale, messages: { condition }, namespace: "condition" } as never) as ConditionTranslator;
const words = { en: translator("en", en), zh: translator("zh", zh) };

test.each([
  [
    "disclosure=directions;explanations=optional;given=none;language=en;presentation=full;variant=original",
    "English, whole story",
    "英文，整篇",
  ],
  [
    "disclosure=none;given=sham;language=zh;presentation=incremental;step=10;variant=other-hand",
    "Chinese, 10 sentences at a time, as many other sentences given, variant other-hand, nothing told of the scoring",
    "中文，一次 10 句，给出同样多的其他句子，变体 other-hand，不说怎样计分",
  ],
  [
    "given=key-clues;language=en;presentation=incremental;step=1",
    "English, sentence by sentence, key clues given",
    "英文，逐句，给出关键线索",
  ],
  ["rounds=4;language=en", "English, rounds=4", "英文，rounds=4"],
])("%s is told in both languages", (key, english, chinese) => {
  expect(conditionWords(words.en, key)).toBe(english);
  expect(conditionWords(words.zh, key)).toBe(chinese);
});

test("both languages have words for the same parts", () => {
  const names = (held: object, at = ""): string[] =>
    Object.entries(held).flatMap(([name, value]) =>
      typeof value === "string" ? [at + name] : names(value, `${at}${name}.`),
    );
  expect(names(zh)).toEqual(names(en));
});
