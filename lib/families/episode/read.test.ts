import { describe, expect, it } from "vitest";
import { madeUpCondition, madeUpContent, madeUpEpisodeKey } from "./made-up-episode";
import { episodePlay } from "./play";
import { prepareEpisode } from "./prepare";
import { readEpisode } from "./read";
import { findNotes, withoutThinking } from "./read-json";
import { episodeResponseSchema } from "./schema";

const { task } = prepareEpisode(madeUpContent, madeUpEpisodeKey, madeUpCondition, 7);
const view = episodePlay.view(task, episodePlay.start(task));
const answer = {
  clues: ["S002", "S009"],
  interpretations: { S002: "one", S009: "two" },
  participants: ["C01"],
  participantReasons: { C01: "because" },
  reconstruction: "It went so.",
  ruledOut: { C02: "was away" },
  confidence: 70,
};
const json = JSON.stringify(answer);
const read = (text: string) => readEpisode(text, view);

describe("a readable answer", () => {
  it.each([
    ["plain", json],
    ["fenced", `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
    ["after reasoning", `<think>{"clues": ["S001"], "participants": []}</think>${json}`],
    ["after reasoning whose opening is lost", `maybe {"clues": ["S001"], "participants": []}</think>\n${json}`],
    ["with braces in the prose", `I {think} that {this is it: ${json}`],
  ])("is scorable: %s", (_name, text) => {
    expect(read(text)).toEqual({ validity: "scorable", response: answer, repairs: [] });
  });

  it("holds no NUL and no half surrogate, escaped or not", () => {
    const reading = read(json.replace("It went so.", "It\u0000 went \\u0000so\\ud800."));
    expect(reading).toMatchObject({ validity: "scorable", response: { reconstruction: "It went so\ufffd." } });
  });

  it("fits the response schema", () => {
    const reading = read(JSON.stringify({ ...answer, reconstruction: "x".repeat(30_000) }));
    if (reading.validity === "invalid") throw new Error(reading.reason);
    expect(episodeResponseSchema.safeParse(reading.response).success).toBe(true);
  });

  it("warns of a mismatch of interpretations without losing the answer", () => {
    const reading = read(JSON.stringify({ ...answer, interpretations: { S003: "not picked" } }));
    expect(reading).toMatchObject({ validity: "scorable", repairs: ["warning:interpretations-mismatch"] });
  });

  it("drops a confidence outside 0–100", () => {
    expect(read(JSON.stringify({ ...answer, confidence: 170 }))).toMatchObject({
      validity: "scorable",
      response: { confidence: null },
    });
  });
});

describe("a recovered answer", () => {
  it("comes from broken JSON around readable arrays", () => {
    const broken = json.replace('"It went so."', '"It went "so"."').replace('"interpretations"', "interpretations");
    expect(read(broken)).toMatchObject({
      validity: "recovered",
      response: { clues: ["S002", "S009"], participants: ["C01"] },
    });
  });

  it("keeps closed arrays of an answer that broke off later", () => {
    const text = '{"clues": ["S002", "S009"], "participants": ["C01"], "reconstruction": "It went';
    expect(read(text)).toMatchObject({
      validity: "recovered",
      response: { clues: ["S002", "S009"], participants: ["C01"] },
    });
  });

  it.each([
    [["Ann Reed"], "name-to-id"],
    [["C01 Ann Reed"], "id-normalised"],
    [["c1"], "id-normalised"],
    [[{ id: "C01" }], "ids-from-objects"],
  ])("maps %j to an id", (participants, repair) => {
    const reading = read(JSON.stringify({ ...answer, participants }));
    expect(reading).toMatchObject({ validity: "recovered", response: { participants: ["C01"] }, repairs: [repair] });
  });

  it("is the last of several", () => {
    const reading = read(`${JSON.stringify({ ...answer, participants: ["C02"] })}\nNo, better:\n${json}`);
    expect(reading).toEqual({ validity: "recovered", response: answer, repairs: ["last-of-several"] });
  });
});

describe("an invalid answer", () => {
  const cases: [string, string][] = [
    ["empty", "  \u0000 "],
    ["cut-off", "<think>and so on and on"],
    ["cut-off", '{"clues": ["S002", "S0'],
    ["cut-off", '{"clues": ["S002"], "participants": ["C01"'],
    ["cut-off", '{"clues": ["S002"], "interpretations": {"S002": "and'],
    ["refusal", "I'm sorry, but I can't help with that."],
    ["refusal", "抱歉，我无法回答。"],
    ["no-json", "The clock was moved by Ann."],
    ["no-participants", JSON.stringify({ ...answer, participants: undefined })],
    ["no-clues", JSON.stringify({ ...answer, clues: "S002" })],
    ["unknown-sentence", JSON.stringify({ ...answer, clues: ["S002", "S013"] })],
    ["repeated-sentence", JSON.stringify({ ...answer, clues: ["S002", "S2"] })],
    ["over-quota", JSON.stringify({ ...answer, clues: ["S001", "S002", "S003", "S004", "S005"] })],
    ["unknown-candidate", JSON.stringify({ ...answer, participants: ["Nobody"] })],
    ["unknown-candidate", JSON.stringify({ ...answer, participants: ["C01 or C02"] })],
    ["repeated-candidate", JSON.stringify({ ...answer, participants: ["C01", "Ann Reed"] })],
  ];
  it.each(cases)("says %s", (reason, text) => {
    expect(read(text)).toMatchObject({ validity: "invalid", reason });
  });

  const selections = '{"clues": ["S002"], "participants": ["C01"], "reconstruction": ';
  it.each([
    ["openings", "{".repeat(2_000_000)],
    ["openings of thought", `x${"<think>".repeat(300_000)}`],
    ["a gap within an item", `{"clues": [S002${" ".repeat(500_000)}S004], "participants": [C01], x`],
    ["closed strings one after another", `${selections}${'"a" '.repeat(200_000)}`],
  ])(
    "is read in time that grows with its length: %s",
    (_name, text) => {
      expect(["invalid", "recovered"]).toContain(read(text).validity);
      findNotes(text);
    },
    10_000,
  );
});

it.each([
  ["a<think>b</think>c<thinking>d</thinking>e", "ace", false],
  ["a<think>b<think>c</think>d", "ad", false],
  ["a</think>b</thinking>c", "c", false],
  ["a</think>b<think>c", "b", true],
  ["a<think>b</think>c</think>d", "d", false],
])("leaves of %s what is no thought", (text, left, open) => {
  expect(withoutThinking(text)).toEqual({ text: left, open });
});

it("asks a cued attempt for participants only", () => {
  const cued = prepareEpisode(madeUpContent, madeUpEpisodeKey, { ...madeUpCondition, given: "key-clues" }, 7).task;
  const reading = readEpisode('{"participants": ["C02"]}', episodePlay.view(cued, episodePlay.start(cued)));
  expect(reading).toMatchObject({ validity: "scorable", response: { clues: [], participants: ["C02"] } });
});
