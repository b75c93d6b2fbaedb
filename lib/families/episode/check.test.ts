import { describe, expect, test } from "vitest";
import { checkEpisode } from "./check";
import { madeUpDocument } from "./made-up-document";

// biome-ignore lint/suspicious/noExplicitAny: a test writes what the type forbids
type Spoil = (document: any) => void;

// Spoils a fresh document and lists "field: message" of what the checker finds.
function faultsAfter(spoil: Spoil): string[] {
  const document = structuredClone(madeUpDocument());
  spoil(document);
  return checkEpisode(document).faults.map((fault) => `${fault.field}: ${fault.message}`);
}

test("a whole document has no faults, and measures for the story and the answer variant in both languages", () => {
  const { faults, measures } = checkEpisode(madeUpDocument());
  expect(faults).toEqual([]);
  expect(Object.keys(measures)).toEqual(["original", "other-hand"]);
  expect(measures.original?.map((one) => one.language)).toEqual(["zh", "en"]);
});

const spoilt: [string, Spoil, string, RegExp][] = [
  ["a format of another kind", (d) => (d.format = "other/1"), "format", /worth-episode\/1/],
  ["an unknown field", (d) => (d.episode.mood = "grim"), "episode", /mood/],
  ["a missing text", (d) => delete d.episode.title.zh, "episode.title.zh", /string/],
  ["a wrong sentence count", (d) => (d.episode.sentences = 17), "story.en", /has 16 sentences.*says 17/],
  ["a story of another length", (d) => d.story.zh.pop(), "story.zh", /has 15 sentences/],
  ["a quota below the key clues", (d) => (d.episode.quota = 3), "key.clues", /4 key clues for a quota of 3/],
  ["a quota above the story", (d) => (d.episode.quota = 40), "episode.quota", /more than the 16 sentences/],
  [
    "candidates out of order",
    (d) => (d.episode.candidates[1].id = "C07"),
    "episode.candidates.1.id",
    /this one is C02/,
  ],
  [
    "a candidate never named",
    (d) => (d.episode.candidates[2].name.en = "Eve Hill"),
    "episode.candidates.2.name.en",
    /never names Eve Hill/,
  ],
  ["a language without a story", (d) => delete d.story.en, "story.en", /0 sentences/],
  ["a story in no listed language", (d) => (d.episode.languages = ["zh"]), "story.en", /does not name/],
  ["a version of no end", (d) => (d.episode.version = 3_000_000_000), "episode.version", /1000000/],
  ["a line break", (d) => (d.story.en[2] += "\n"), "story.en.2", /line break/],
  ["a short sentence", (d) => (d.story.en[3] = "Too short by far."), "story.en.3", /4 words: 8 to 45/],
  ["a long sentence", (d) => (d.story.zh[3] = "长".repeat(81)), "story.zh.3", /81 characters: 12 to 80/],
  ["one canary for story and key", (d) => (d.key.canary = d.episode.canary), "key.canary", /one of its own/],
  ["a canary in the story", (d) => (d.story.en[3] += d.episode.canary), "story.en", /canary/],
  [
    "a key clue that is no sentence",
    (d) => (d.key.clues.S017 = d.key.clues.S004),
    "key.clues.S017",
    /no sentence of this story/,
  ],
  ["a misspelt sentence id", (d) => (d.key.clues.S4 = d.key.clues.S004), "key.clues.S4", /S001/],
  ["a weight of nothing", (d) => (d.key.clues.S004.weight = 0), "key.clues.S004.weight", /./],
  [
    "a participant who is no candidate",
    (d) => (d.key.participants.C09 = { points: 1 }),
    "key.participants.C09",
    /no candidate/,
  ],
  [
    "a participant worth nothing",
    (d) => (d.key.participants.C01.points = 0),
    "key.participants.C01.points",
    /positive/,
  ],
  ["no participant", (d) => (d.key.participants = {}), "key.participants", /no participant/],
  ["a penalty for a participant", (d) => (d.key.penalties.C01 = 2), "key.penalties.C01", /no penalty/],
  ["a negative penalty", (d) => (d.key.penalties.C02 = -2), "key.penalties.C02", /./],
  ["a missing penalty", (d) => delete d.key.penalties.C03, "key.penalties", /C03 .*has no penalty/],
  ["a role that does not exist", (d) => (d.key.roles.S002 = ["villain"]), "key.roles.S002.0", /./],
  ["a premise that is a key clue", (d) => (d.key.roles.S004 = ["premise"]), "key.roles.S004", /no key clue/],
  ["a single pair", (d) => d.key.pairs.pop(), "key.pairs", /1 contrast pairs/],
  ["a pair about nobody", (d) => (d.key.pairs[0].about = "C08"), "key.pairs.0.about", /no candidate/],
  ["a pair with a missing sentence", (d) => (d.key.pairs[0].exoneration = "S099"), "key.pairs.0.exoneration", /S099/],
  ["a pair of one sentence", (d) => (d.key.pairs[0].exoneration = "S005"), "key.pairs.0", /same sentence/],
  ["a far pair without its tag", (d) => (d.key.pairs[1].adjacent = true), "key.pairs.1.adjacent", /not neighbours/],
  ["no exoneration first", (d) => (d.key.pairs[1].exoneration = "S013"), "key.pairs", /first in 0 of 2/],
  ["a key clue no step uses", (d) => d.key.solution[0].rests.shift(), "key.clues.S004", /No step/],
  ["a step on no sentence", (d) => d.key.solution[0].rests.push("S050"), "key.solution.0.rests", /S050/],
  ["a step from a later one", (d) => (d.key.solution[0].from = ["A2"]), "key.solution.0.from", /no earlier step/],
  [
    "a step that clears a participant",
    (d) => d.key.solution[0].rulesOut.push("C01"),
    "key.solution.0.rulesOut",
    /is a participant/,
  ],
  ["steps with one id", (d) => (d.key.solution[1].id = "A1"), "key.solution", /"A1" is there twice/],
  ["nobody rules a person out", (d) => (d.key.solution[0].rulesOut = []), "key.solution", /No step rules out C02/],
  ["no elimination", (d) => delete d.key.eliminations.C02, "key.eliminations", /C02 .*no elimination/],
  [
    "an elimination by the wrong step",
    (d) => (d.key.eliminations.C02.step = "A2"),
    "key.eliminations.C02.step",
    /does not rule out C02/,
  ],
  ["an elimination by no step", (d) => (d.key.eliminations.C02.step = "A9"), "key.eliminations.C02.step", /no step/],
  ["an attractor that is the answer", (d) => (d.key.attractor.set = ["C01"]), "key.attractor.set", /right answer/],
  ["a rival broken by nothing", (d) => (d.key.rivals[0].brokenBy = "S030"), "key.rivals.0.brokenBy", /S030/],
  [
    "a misleading sentence that is none",
    (d) => (d.key.misled[0].sentences = ["S031"]),
    "key.misled.0.sentences",
    /S031/,
  ],
  [
    "an English giveaway",
    (d) => (d.story.en[3] = "Oddly enough Di Frost walked along the river path."),
    "key.clues.S004",
    /"oddly" \(en\)/,
  ],
  [
    "a Chinese giveaway",
    (d) => (d.story.zh[3] = "狄双霜那天走得有些蹊跷，没有走河边的小路。"),
    "key.clues.S004",
    /蹊跷/,
  ],
  ["an answer variant without a key", (d) => delete d.variants[0].key, "variants.0.key", /needs its own key/],
  ["a wording variant with a key", (d) => (d.variants[1].key = d.variants[0].key), "variants.1.key", /take it out/],
  [
    "a variant of a missing sentence",
    (d) => (d.variants[1].replace.S020 = d.variants[1].replace.S009),
    "variants.1.replace.S020",
    /S020/,
  ],
  [
    "a variant that changes nothing",
    (d) => (d.variants[1].replace.S009.en = d.story.en[8]),
    "variants.1.replace.S009.en",
    /does not change/,
  ],
  [
    "a variant with the same answer",
    (d) => (d.variants[0].key = { ...d.key, canary: d.variants[0].key.canary }),
    "variants.0.key",
    /story's own/,
  ],
  ["a fault inside a variant's key", (d) => d.variants[0].key.pairs.pop(), "variants.0.key.pairs", /1 contrast/],
  ["two variants of one name", (d) => (d.variants[1].name = "other-hand"), "variants.1.name", /Another variant/],
];

describe("each kind of fault is named with its field and what would be right", () => {
  test.each(spoilt)("%s", (_what, spoil, field, message) => {
    const found = faultsAfter(spoil);
    expect(found.filter((fault) => fault.startsWith(`${field}: `) && message.test(fault))).not.toEqual([]);
  });
});

test("all faults come at once, those of the schema and those of the sense", () => {
  const compatible = [
    "a missing text",
    "a short sentence",
    "a weight of nothing",
    "a missing penalty",
    "a pair about nobody",
    "no elimination",
    "a fault inside a variant's key",
    "a candidate never named",
  ];
  const chosen = spoilt.filter(([what]) => compatible.includes(what));
  const found = faultsAfter((document) => {
    for (const [, spoil] of chosen) spoil(document);
  });
  for (const [, , field] of chosen) expect(found.some((fault) => fault.startsWith(`${field}: `))).toBe(true);
});

test("a document may leave out what has a default", () => {
  const { variants: _variants, ...document } = madeUpDocument();
  const { tunedOn: _tunedOn, ...episode } = document.episode;
  const { rivals: _rivals, misled: _misled, ...key } = document.key;
  expect(checkEpisode({ ...document, episode, key }).faults).toEqual([]);
});

test("a fault in a story carries its line", () => {
  const document = madeUpDocument();
  document.story.en = document.story.en?.with(6, "Too short.");
  expect(checkEpisode(document).faults).toEqual([expect.objectContaining({ field: "story.en.6", line: 7 })]);
});

test.each([
  undefined,
  null,
  3,
  "text",
  [],
  {},
  { key: [] },
  { episode: 1, story: 2, key: 3, variants: 4 },
  { variants: [null, 1] },
])("%j is refused without an exception", (input) => {
  expect(checkEpisode(input).faults.length).toBeGreaterThan(0);
});

test("key clues that a baseline reads off the surface are refused", () => {
  const found = faultsAfter((document) => {
    const clue = document.key.clues.S004;
    const first = ["S001", "S002", "S003", "S004"];
    document.key.clues = Object.fromEntries(first.map((id) => [id, clue]));
    document.key.solution[0].rests = first;
    document.key.roles = {};
  });
  expect(found.some((fault) => /baseline "first" finds 4 key clues/.test(fault))).toBe(true);
});
