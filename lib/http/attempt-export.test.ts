import { expect, test } from "vitest";
import type { ExportRow } from "@/lib/contracts/export";
import { exportResponse } from "./attempt-export";

const row: ExportRow = {
  id: "att_1",
  task: { id: "tsk_1", slug: "a-case", version: 1, title: { zh: "案", en: "Case" } },
  run: { id: "run_1", name: "=cmd()" },
  model: { id: "mod_1", name: "m, 1", method: "plain" },
  baseline: null,
  condition: "language=zh;presentation=full",
  epoch: 2,
  status: "done",
  validity: "scorable",
  reason: null,
  failure: null,
  failureMessage: null,
  scores: { total: -12, clueHits: 3 },
  usage: { input: 10, cached: null, output: 5, reasoning: null },
  cost: 0.25,
  calls: 1,
  ms: 50,
  tries: 1,
  createdAt: "2026-11-30T08:00:00.000Z",
  startedAt: null,
  submittedAt: null,
  source: "browser",
  assignment: "chosen",
  player: "0f0f",
  nativeLanguage: "zh",
  priorReading: null,
  compared: true,
  first: true,
  excluded: null,
  priorAttempts: 0,
  priorReveals: 0,
  seed: 7,
  keyVersion: 1,
  protocolVersion: 1,
  readerVersion: 1,
  scorerVersion: 1,
  conditionValues: { language: "zh", presentation: "full" },
  context: { priorAttempts: 0 },
  snapshot: null,
  promptVersion: "episode-1",
  promptHash: "abc",
  repairs: [],
  response: { clues: ["S001"] },
  events: [
    {
      seq: 1,
      type: "move",
      body: { move: { type: "reveal" } },
      record: null,
      at: null,
      createdAt: "2026-11-30T08:00:00.000Z",
    },
  ],
  answers: ["first", '-第一行\n"第二行", 完'],
};

async function* rows(count: number) {
  for (let number = 0; number < count; number++) yield row;
}

test("CSV begins with a byte order mark, defuses texts, keeps negative numbers and line breaks", async () => {
  const response = exportResponse(rows(1), { format: "csv", name: "run", scores: ["total", "clueHits"] });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  expect(text).toContain("score.total,score.clueHits");
  expect(text).toContain(
    "player,nativeLanguage,priorReading,compared,first,excluded,priorAttempts,priorReveals,source,assignment",
  );
  expect(text).toContain(",0f0f,zh,,true,true,,0,0,browser,chosen,");
  expect(text).toContain("'=cmd()");
  expect(text).toContain('"m, 1"');
  expect(text).toContain(",-12,3,10,,5,,0.25,");
  expect(text.endsWith(`"'-第一行\n""第二行"", 完"\r\n`)).toBe(true);
});

test("JSON lines are lossless", async () => {
  const response = exportResponse(rows(2), { format: "jsonl", name: "run", scores: [] });
  const lines = (await response.text()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([row, row]);
});

test("the file is named after the run, whatever it is called", () => {
  const response = exportResponse(rows(0), { format: "csv", name: '试点 "1"/../x', scores: [] });
  const named = response.headers.get("content-disposition");
  expect(named).toBe(`attachment; filename="attempts.csv"; filename*=UTF-8''${encodeURIComponent("试点-1-..-x")}.csv`);
});

test("a reader that leaves ends the reading of rows", async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield row;
    } finally {
      ended = true;
    }
  }
  const reader = exportResponse(endless(), { format: "jsonl", name: "x", scores: [] }).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(ended).toBe(true);
});
