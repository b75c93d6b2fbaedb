import { expect, test } from "vitest";
import { selectionFinding } from "./findings";
import type { Naming } from "./group-name";
import type { LabelledGroup } from "./labelled-group";

const say = (name: string, values: object = {}) => `${name} ${Object.values(values).join(" ")}`.trim();
const naming = { insights: say, condition: say, baselines: say } as unknown as Naming;
const group = (kind: LabelledGroup["kind"], conditionKey: string, clues: Record<string, number>): LabelledGroup => ({
  ...{ group: kind, kind, member: "", label: "", conditionKey, returned: 2, scorable: 2, recovered: 0, invalid: [] },
  ...{ means: conditionKey.includes("key-clues") ? {} : { marks: 3 }, clues, participants: {} },
});
const answers = { clues: ["S002", "S005"], otherKeys: ["other-hand"] };

test("a key clue is missed when nobody who chose clues of their own picked it", () => {
  const people = group("people", "given=none;variant=original", { S002: 1 });
  const baseline = group("baseline", "given=none;variant=original", { S005: 2 });
  expect(selectionFinding(naming, [people, baseline], answers)).toBe("findingMissed 1 2 S005");
  const model = group("model", "given=none;variant=original", { S005: 2 });
  expect(selectionFinding(naming, [people, model], answers)).toBe("findingNoneMissed 2");
});

test("who was given clues, or read a variant with another key, says nothing about it", () => {
  const cued = group("model", "given=key-clues;variant=original", {});
  const other = group("model", "given=none;variant=other-hand", { S009: 2 });
  expect(selectionFinding(naming, [cued, other], answers)).toBe("findingNoChoice");
  const people = group("people", "given=none;variant=original", { S002: 1, S005: 1 });
  expect(selectionFinding(naming, [people, cued, other], answers)).toBe("findingNoneMissed 2");
});
