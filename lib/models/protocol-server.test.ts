import { afterEach, expect, test } from "vitest";
import { madeUpAnswer } from "./protocol-answer";
import { drawFault } from "./protocol-faults";
import { type ProtocolServer, type ProtocolServerOptions, startProtocolServer } from "./protocol-server";
import { storyPrompt } from "./test-fixtures";

let server: ProtocolServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function serve(options: ProtocolServerOptions = {}) {
  server = await startProtocolServer(options);
  return server;
}
const ask = (url: string, content: string, model = "m") =>
  fetch(`${url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model, messages: [{ role: "user", content }] }),
  });

test("its answer takes ids from the prompt, within the quota", () => {
  for (let number = 1; number < 50; number++) {
    const answer = JSON.parse(madeUpAnswer({ prompt: storyPrompt, model: "m", number }));
    expect(Object.keys(answer)).toEqual([
      ...["clues", "interpretations", "participants", "participantReasons", "reconstruction", "ruledOut", "confidence"],
    ]);
    expect(answer.clues.length).toBeGreaterThan(0);
    expect(answer.clues.length).toBeLessThanOrEqual(2);
    for (const id of answer.clues) expect(["S001", "S002", "S003"]).toContain(id);
    expect(answer.participants.length).toBeGreaterThan(0);
    for (const id of answer.participants) expect(["C1", "C2", "C3"]).toContain(id);
    expect(Object.keys(answer.interpretations)).toEqual(answer.clues);
    expect(answer.confidence).toBeGreaterThanOrEqual(0);
    expect(answer.confidence).toBeLessThanOrEqual(100);
  }
});

test("notes are answered where notes are asked for", () => {
  const prompt = `[S001] One. [S002] Two.\n- C1 Anna: x\nat most 1\n{"notebook": "…", "marks": ["S…"]}`;
  const answer = JSON.parse(madeUpAnswer({ prompt, model: "m", number: 1 }));
  expect(Object.keys(answer)).toEqual(["notebook", "marks"]);
  expect(answer.marks).toHaveLength(1);
  const cued = prompt.replace(', "marks": ["S…"]', "");
  expect(Object.keys(JSON.parse(madeUpAnswer({ prompt: cued, model: "m", number: 1 })))).toEqual(["notebook"]);
});

test("answers follow from prompt, model and number", () => {
  const asked = { prompt: storyPrompt, model: "m", number: 1 };
  expect(madeUpAnswer(asked)).toBe(madeUpAnswer({ ...asked }));
  const models = Array.from({ length: 10 }, (_, index) => madeUpAnswer({ ...asked, model: `m${index}` }));
  const epochs = Array.from({ length: 10 }, (_, index) => madeUpAnswer({ ...asked, number: index + 1 }));
  expect(new Set(models).size).toBeGreaterThan(5);
  expect(new Set(epochs).size).toBeGreaterThan(5);
});

test("faults meet their share of calls, the same calls each time", () => {
  const draws = (seed: number) =>
    Array.from({ length: 2_000 }, (_, call) => drawFault({ "429": 0.2, "500": 0.1 }, `${seed} ${call}`));
  const first = draws(1);
  expect(first.filter((fault) => fault === "429").length / 2_000).toBeCloseTo(0.2, 1);
  expect(first.filter((fault) => fault === "500").length / 2_000).toBeCloseTo(0.1, 1);
  expect(draws(1)).toEqual(first);
  expect(draws(2)).not.toEqual(first);
});

test("every call is counted by its prompt", async () => {
  const { url, port, calls } = await serve({ faults: { "500": 1 } });
  for (const content of ["one", "one", "two"]) await (await ask(url, content)).text();
  expect(calls()).toBe(3);
  const stats = await (await fetch(`http://127.0.0.1:${port}/stats`)).json();
  expect(Object.values(stats.prompts).sort()).toEqual([1, 2]);
  expect(stats).toMatchObject({ calls: 3, faults: { "500": 3 } });
  await fetch(`http://127.0.0.1:${port}/stats`, { method: "DELETE" });
  expect(calls()).toBe(0);
});

test("what is no request of the protocol is refused", async () => {
  const { url, port, calls } = await serve();
  const post = (path: string, body: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body }).then((response) => response.status);
  expect(await post("/v1/chat/completions", "not json")).toBe(400);
  expect(await post("/v1/chat/completions", "{}")).toBe(400);
  expect(await post("/v1beta/models/m:generateContent", "{}")).toBe(400);
  expect(await post("/v1/elsewhere", "{}")).toBe(404);
  expect((await fetch(`${url}/models`)).status).toBe(200);
  expect(calls()).toBe(0);
});

test("it stops although calls hang", async () => {
  const { url, stop } = await serve({ faults: { hang: 1 } });
  const hanging = ask(url, "hello").then(
    () => "answered",
    () => "broken off",
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
  server = undefined;
  expect(await hanging).toBe("broken off");
});
