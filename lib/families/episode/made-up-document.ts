import { documentFormat, type EpisodeDocument, episodeDocumentSchema } from "./document";

/** A small whole document for tests, without faults. Its words are placeholders: no case that anybody solves. */

const both = (text: string) => ({ zh: `${text}（中）`, en: text });
const people = [
  { zh: "安立德", en: "Ann Reed" },
  { zh: "白石头", en: "Bo Stone" },
  { zh: "蔡泽民", en: "Cy Marsh" },
  { zh: "狄双霜", en: "Di Frost" },
];
const line = (at: number) => ({
  zh: `第${at + 1}天早上，${people[at % 4]?.zh}又从河边的小路走过了一遍。`,
  en: `On morning number ${at + 1} ${people[at % 4]?.en} walked along the river path once more.`,
});
const story = Array.from({ length: 16 }, (_, at) => line(at));

const key = (canary: string, right: string, wrong: string[], clues: string[]) => ({
  version: 1,
  canary,
  clues: Object.fromEntries(clues.map((id) => [id, { weight: 2, obfuscation: ["list"], note: both("Why it counts") }])),
  participants: { [right]: { points: 4, role: "planner", note: both("Did it") } },
  penalties: Object.fromEntries(wrong.map((id) => [id, 2])),
  roles: { S001: ["premise"], S005: ["suspicion"], S006: ["exoneration"] },
  pairs: [
    { id: "P1", about: wrong[0], suspicion: "S005", exoneration: "S006" },
    { id: "P2", about: wrong[1], suspicion: "S012", exoneration: "S007", adjacent: false },
  ],
  attractor: { set: [wrong[0]], note: both("The loud one") },
  solution: [
    { id: "A1", title: both("First"), text: both("How it began"), rests: clues.slice(0, 2), rulesOut: [wrong[0]] },
    {
      id: "A2",
      title: both("Then"),
      text: both("How it ended"),
      rests: clues.slice(2),
      from: ["A1"],
      rulesOut: wrong.slice(1),
    },
  ],
  eliminations: Object.fromEntries(
    wrong.map((id, at) => [id, { step: at === 0 ? "A1" : "A2", sentence: "S006", text: both("Was elsewhere") }]),
  ),
  rivals: [{ reading: both("Another reading"), brokenBy: "S010", text: both("Does not hold") }],
  misled: [{ text: both("The loud one misled"), sentences: ["S005"] }],
});

/** A fresh copy, to be spoilt by a test. */
export function madeUpDocument(): EpisodeDocument {
  return episodeDocumentSchema.parse({
    format: documentFormat,
    episode: {
      slug: "made-up",
      version: 1,
      title: both("Made up"),
      blurb: both("A case for tests"),
      languages: ["zh", "en"],
      canary: "11111111-1111-4111-8111-111111111111",
      sentences: 16,
      quota: 4,
      candidates: people.map((name, at) => ({ id: `C0${at + 1}`, name, description: both("A neighbour") })),
      question: both("Who moved the clock"),
      scope: both("That night only"),
      participantDefinition: both("Whoever moved it or helped"),
      instructions: both("Read and choose"),
      author: "WORTH",
    },
    story: { zh: story.map((text) => text.zh), en: story.map((text) => text.en) },
    key: key("22222222-2222-4222-8222-222222222222", "C01", ["C02", "C03", "C04"], ["S004", "S008", "S010", "S015"]),
    variants: [
      {
        name: "other-hand",
        kind: "answer",
        note: both("Another hand"),
        replace: {
          S003: {
            zh: "第三天早上，那条河边的小路上一个人也没有。",
            en: "On the third morning there was nobody on the river path.",
          },
        },
        key: key(
          "33333333-3333-4333-8333-333333333333",
          "C04",
          ["C02", "C03", "C01"],
          ["S003", "S008", "S010", "S015"],
        ),
      },
      {
        name: "reworded",
        kind: "wording",
        note: both("Other words"),
        replace: {
          S009: {
            zh: "到了第九天早上，安立德照旧沿河边小路走了一回。",
            en: "On the ninth morning Ann Reed took the river path yet again.",
          },
        },
      },
    ],
  });
}
