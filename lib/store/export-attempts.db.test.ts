import { beforeAll, expect, test } from "vitest";
import type { ExportRow } from "@/lib/contracts/export";
import { madeUpDocument } from "@/lib/families/episode/made-up-document";
import { madeUpResponse } from "@/lib/families/episode/made-up-episode";
import { appendMoves, revealAttempt } from "./attempts";
import { db } from "./db";
import { exportAttempts, partsOf } from "./export-attempts";
import { insightsOf } from "./insights";
import { createPlayer, tellOfPlayer } from "./players";
import { publishEpisode } from "./publish-episode";
import { setRole } from "./roles";
import { submitResponses } from "./submit-responses";
import { startedBy } from "./test-players";
import { createUser } from "./users";

let task: string;
const condition = { language: "en", presentation: "full" };
const actor = { name: "m", modelId: "m-1", method: "plain", interface: "external", parameters: {} };
const raws = [
  '{"clues": ["S001"], "participants": ["C01"], "reconstruction": "夜里换了药"}',
  '{"clues": ["S999"], "participants": ["C01"]}',
];

async function play(player: string, clues: string[] | null) {
  const id = await startedBy(player, task);
  const response = madeUpResponse({ clues: clues ?? [] });
  const note = { seq: 1, type: "notebook", text: "The river path?", at: "2026-11-30T08:00:00.000Z" };
  await appendMoves(id, [note, ...(clues ? [{ seq: 2, type: "submit", response }] : [])]);
  return id;
}

async function rowsOf(filter: Parameters<typeof exportAttempts>[0], events = true): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for await (const row of exportAttempts(filter, { events })) rows.push(row);
  return rows;
}

beforeAll(async () => {
  const document = madeUpDocument();
  task = document.episode.slug;
  await publishEpisode(document);
  const { id: reader } = await createPlayer();
  await revealAttempt(await play(reader, ["S001"]));
  await play(reader, ["S004", "S009"]);
  const other = await createPlayer();
  await play(other.id, ["S004"]);
  await play((await createPlayer()).id, null);
  const user = await createUser({ email: "r@example.org", password: "long enough" });
  await setRole(user.id, "researcher");
  await play((await createPlayer(user.id)).id, ["S004", "S005"]);
  await submitResponses(raws.map((raw) => ({ task, condition, actor, raw })));
});

test("the rows that are told to be compared give the comparison's figures", async () => {
  const rows = await rowsOf({ task });
  expect(rows).toHaveLength(7);
  const { groups } = await insightsOf(task);
  for (const kind of ["people", "model"]) {
    const group = groups.find((one) => one.kind === kind);
    const compared = rows.filter((row) => row.compared && (row.model === null) === (kind === "people"));
    expect(compared).toHaveLength(2);
    expect(group?.returned).toBe(compared.length);
    const scored = compared.filter((row) => row.validity !== "invalid");
    for (const score of ["total", "cluePoints"]) {
      const sum = scored.reduce((total, row) => total + (row.scores?.[score] ?? Number.NaN), 0);
      expect(group?.means[score]).toBeCloseTo(sum / scored.length, 9);
    }
  }
});

test("a row tells of its person under a name of no other use, of first attempts, exclusion and exposure", async () => {
  const people = (await rowsOf({ task })).filter((row) => row.player !== null).reverse();
  expect(
    people.map(({ first, excluded, priorAttempts, priorReveals }) => [first, excluded, priorAttempts, priorReveals]),
  ).toEqual([
    [true, null, 0, 0],
    [false, null, 1, 1],
    [true, null, 0, 0],
    [true, null, 0, 0],
    [true, "role:researcher", 0, 0],
  ]);
  expect(people[0]?.player).toBe(people[1]?.player);
  expect(new Set(people.map((row) => row.player)).size).toBe(4);
  const ids = (await db().player.findMany()).flatMap(({ id, userId }) => [id, userId]);
  for (const { player } of people) expect(ids).not.toContain(player);
  expect(people[0]).toMatchObject({ source: "browser", assignment: "chosen", conditionValues: condition });
});

test("what people told of themselves goes with each of their attempts, and is null where nothing was told", async () => {
  const { id } = await createPlayer();
  const attempt = await play(id, ["S004"]);
  const told = async () => {
    const rows = await rowsOf({ task });
    return rows.map((row) => [row.id === attempt, row.nativeLanguage, row.priorReading]);
  };
  expect(await told()).toEqual(expect.arrayContaining([[true, null, null]]));
  await tellOfPlayer({ id, userId: null }, { nativeLanguage: "other", priorReading: "seldom" });
  const rows = await told();
  expect(rows.filter(([own]) => own)).toEqual([[true, "other", "seldom"]]);
  expect(rows.filter(([own]) => !own)).toEqual(Array.from({ length: 7 }, () => [false, null, null]));
  await db().attempt.delete({ where: { id: attempt } });
});

test("every move and call is exported as it is stored; without events the answers alone", async () => {
  const rows = await rowsOf({ task });
  const stored = await db().event.findMany({ orderBy: [{ attemptId: "asc" }, { seq: "asc" }] });
  const exported = rows
    .flatMap((row) => (row.events ?? []).map((event) => ({ attemptId: row.id, ...event })))
    .sort((a, b) => (a.attemptId === b.attemptId ? a.seq - b.seq : a.attemptId < b.attemptId ? -1 : 1));
  expect(exported).toEqual(JSON.parse(JSON.stringify(stored)));
  expect(exported.map((event) => event.body)).toContainEqual({ move: { type: "notebook", text: "The river path?" } });
  expect(rows.flatMap((row) => row.answers).sort()).toEqual([...raws].sort());
  const short = await rowsOf({ task }, false);
  expect(short).toEqual(rows.map((row) => ({ ...row, events: null })));
});

test("events are read in parts of bounded size", () => {
  const sizes = [3, 3, 3, 50, 1, 9, 1];
  expect(partsOf(sizes, (size) => size, 10)).toEqual([[3, 3, 3], [50], [1, 9], [1]]);
  expect(partsOf([], () => 1, 10)).toEqual([]);
});
