import { describe, expect, it } from "vitest";
import { type FamilyEvent, type Reply, replay, seededRng } from "../family";
import { episodeBaselines, mostNamed } from "./baselines";
import { madeUpCondition, madeUpContent, madeUpEpisodeKey } from "./made-up-episode";
import { type EpisodeMove, episodePlay } from "./play";
import { prepareEpisode } from "./prepare";
import { methods } from "./prompts";
import type { EpisodeCondition } from "./schema";
import { episodeTurn } from "./turn";

const taskOf = (change: Partial<EpisodeCondition> = {}) =>
  prepareEpisode(madeUpContent, madeUpEpisodeKey, { ...madeUpCondition, ...change }, 5).task;
const answer = '{"clues": ["S002"], "participants": ["C01"], "confidence": 50}';
const prompt = (task: ReturnType<typeof taskOf>, method = "plain") => {
  const turn = episodeTurn(task, episodePlay.start(task), method, []);
  if (!("ask" in turn)) throw new Error("no prompt");
  return turn.ask.map((message) => message.content).join("\n");
};

/** What a worker does: asks, and applies moves, until the attempt is done or invalid. */
function run(task: ReturnType<typeof taskOf>, say: (asked: string, count: number) => Reply) {
  const events: FamilyEvent<EpisodeMove>[] = [];
  const replies: Reply[] = [];
  const asked: string[] = [];
  for (let turns = 0; turns < 100; turns++) {
    const state = replay(episodePlay, task, events);
    if (episodePlay.isDone(state)) return { state, asked, turn: null };
    const turn = episodeTurn(task, state, "plain", replies);
    if ("invalid" in turn) return { state, asked, turn };
    if ("ask" in turn) {
      asked.push(turn.ask.map((message) => message.content).join("\n"));
      replies.push(say(asked.at(-1) ?? "", replies.length));
    } else {
      for (const move of turn.moves) events.push({ seq: events.length + 1, type: "move", move });
    }
  }
  throw new Error("It never ends.");
}

describe("the full presentation", () => {
  it.each(methods)("puts the whole task into one prompt: %s", (method) => {
    for (const language of ["zh", "en"] as const) {
      const task = taskOf({ language });
      const text = prompt(task, method);
      for (const { id, text: sentence } of task.sentences) expect(text).toContain(`[${id}] ${sentence}`);
      for (const { id, name } of task.candidates) expect(text).toContain(`${id} ${name}`);
      for (const field of [
        "clues",
        "interpretations",
        "participants",
        "participantReasons",
        "reconstruction",
        "ruledOut",
      ]) {
        expect(text).toContain(`"${field}"`);
      }
      expect(text).toContain(task.canary);
      expect(text).not.toMatch(/SECRET|99999999/);
    }
  });

  it("says what costs and what does not, unless nothing is disclosed", () => {
    expect(prompt(taskOf())).toMatch(/wrong clue costs nothing; you may use the whole quota.*wrong participant costs/s);
    expect(prompt(taskOf({ language: "zh" }))).toMatch(/选错线索不扣分，名额可以用满.*选错的人扣分/s);
    expect(prompt(taskOf({ disclosure: "none" }))).not.toMatch(/costs/);
    expect(prompt(taskOf())).not.toMatch(/\d points/);
    expect(prompt(taskOf({ disclosure: "full" }))).toContain("A right clue earns 1–4 points");
  });

  it("asks a cued subject for no clues", () => {
    const text = prompt(taskOf({ given: "key-clues" }));
    expect(text).toContain("S002, S004, S006, S010");
    expect(text).not.toContain('"clues"');
  });

  it("submits what it reads; a cut-off answer is invalid", () => {
    const task = taskOf();
    expect(run(task, () => ({ text: answer })).state.response).toMatchObject({
      clues: ["S002"],
      participants: ["C01"],
    });
    expect(run(task, () => ({ text: answer, cut: true })).turn).toEqual({ invalid: "cut-off", repairs: [] });
  });
});

describe("the incremental presentation", () => {
  it("opens group by group, keeps notes and marks, and asks at the end", () => {
    const task = taskOf({ presentation: "incremental", step: 5 });
    const { state, asked } = run(task, (_text, count) => ({
      text: count < 3 ? `{"notebook": "note ${count}", "marks": ["S00${count + 1}", "S012"]}` : answer,
    }));
    expect(asked).toHaveLength(4);
    expect(asked[0]).toContain("[S005]");
    expect(asked[0]).not.toContain("[S006]");
    expect(asked[1]).toContain("note 0");
    expect(asked[1]).toContain("S006–S010");
    expect(asked[2]).toContain("S011–S012");
    expect(asked[3]).toContain("note 2");
    expect(state).toMatchObject({
      steps: 3,
      notebook: "note 2",
      marks: ["S003", "S012"],
      response: { clues: ["S002"] },
    });
  });

  it("goes on after notes that cannot be read", () => {
    const task = taskOf({ presentation: "incremental", step: 6 });
    const { state } = run(task, (_text, count) => ({ text: count < 2 ? "I think it was Bo." : answer }));
    expect(state).toMatchObject({ notebook: "", marks: [], response: { participants: ["C01"] } });
  });

  it("shows a cued subject no cue that is not open yet", () => {
    const task = taskOf({ presentation: "incremental", step: 3, given: "key-clues" });
    const { asked } = run(task, (_text, count) => ({ text: count < 4 ? '{"notebook": "n"}' : '{"participants": []}' }));
    expect(asked[0]).toContain("S002");
    expect(asked[0]).not.toMatch(/S004|S006|S010/);
    expect(asked).toHaveLength(5);
  });
});

describe("baselines", () => {
  it.each(episodeBaselines)("$name plays to the end in every condition", ({ play, random }) => {
    for (const language of ["zh", "en"] as const) {
      for (const presentation of ["full", "incremental"] as const) {
        const task = taskOf({ language, presentation });
        let state = episodePlay.start(task);
        for (let turns = 0; turns < 20 && !episodePlay.isDone(state); turns++) {
          for (const move of play(episodePlay.view(task, state), seededRng(1))) {
            state = replay({ ...episodePlay, start: () => state }, task, [{ seq: 1, type: "move", move }]);
          }
        }
        expect(state.response?.clues).toHaveLength(4);
        if (random) expect(state.response?.participants).toHaveLength(2);
      }
    }
  });

  it("do not hang on the drawn order of candidates when they say that the seed does not matter", () => {
    for (const { play, random } of episodeBaselines.filter((one) => !one.random)) {
      const plays = [1, 2, 3, 4].map((seed) => {
        const { task } = prepareEpisode(madeUpContent, madeUpEpisodeKey, madeUpCondition, seed);
        return JSON.stringify(play(episodePlay.view(task, episodePlay.start(task)), seededRng(seed)));
      });
      expect(new Set(plays).size, String(random)).toBe(1);
    }
  });

  it("pick what they say", () => {
    const task = taskOf();
    task.sentences = task.sentences.map((sentence) => ({ ...sentence, text: "It was so." }));
    const say = (line: number, text: string) => {
      task.sentences[line - 1] = { id: `S${String(line).padStart(3, "0")}`, text };
    };
    say(7, "A very long line that goes on and on and on and on and on and on.");
    say(9, "He hid a knife.");
    say(11, "Who moved the clock?");
    const view = episodePlay.view(task, episodePlay.start(task));
    const first = (name: string) => {
      const [move] = episodeBaselines.find((one) => one.name === name)?.play(view, seededRng(1)) ?? [];
      return move?.type === "submit" ? move.response.clues[0] : null;
    };
    expect([first("first"), first("longest"), first("suspicion"), first("bm25")]).toEqual([
      "S001",
      "S007",
      "S009",
      "S011",
    ]);
    // "a" of S009 is in S007 too; every word of S011 is its own.
    expect(first("rarest")).toBe("S011");
  });

  it("name the people most named", () => {
    const task = taskOf();
    const view = episodePlay.view(task, episodePlay.start(task));
    expect(mostNamed(view, ["S001", "S005", "S002", "S004"])).toEqual(["C01", "C02"]);
  });
});
