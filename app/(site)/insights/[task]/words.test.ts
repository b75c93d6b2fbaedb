import { expect, test } from "vitest";
import { errorStatus } from "@/lib/errors";
import { episodeWarnings } from "@/lib/families/episode/check-text";
import { judges } from "@/lib/families/judge-registry";
import en from "@/lib/i18n/messages/en/baselines.json";
import enImport from "@/lib/i18n/messages/en/import.json";
import enProblem from "@/lib/i18n/messages/en/problem.json";
import zh from "@/lib/i18n/messages/zh/baselines.json";
import zhImport from "@/lib/i18n/messages/zh/import.json";
import zhProblem from "@/lib/i18n/messages/zh/problem.json";

// What code names by a value must have words, or a page shows the value.
test("every baseline has a name in both languages", () => {
  for (const judge of Object.values(judges)) {
    for (const { name } of judge.baselines) {
      expect(Object.keys(en), name).toContain(name);
      expect(Object.keys(zh), name).toContain(name);
    }
  }
});

test("every error code and every warning of an import has words in both languages", () => {
  for (const words of [enProblem, zhProblem])
    expect(Object.keys(words).sort()).toEqual(Object.keys(errorStatus).sort());
  for (const words of [enImport, zhImport])
    expect(Object.keys(words.warning).sort()).toEqual([...episodeWarnings].sort());
});
