import type { EpisodeTask, EpisodeView, Language } from "./play";

/** The words put to models. Readable functions by language; a change of words is a new `promptVersion`. */

export const promptVersion = "episode-2";

export const methods = ["plain", "chain-of-thought", "detective-reasoning"] as const;
export type Method = (typeof methods)[number];

const join = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== "").join("\n\n");
const sentenceLines = (view: Pick<EpisodeView, "sentences">) =>
  view.sentences.map((sentence) => `[${sentence.id}] ${sentence.text}`).join("\n");

function heading(task: EpisodeTask): string {
  const people = task.candidates.map(
    (one) => `- ${one.id} ${one.name}${task.language === "zh" ? "：" : ": "}${one.description}`,
  );
  return task.language === "zh"
    ? join(
        `《${task.title}》`,
        `问题：${task.question}`,
        `范围：${task.scope}`,
        `谁算参与者：${task.participantDefinition}`,
        task.instructions,
        `候选人：\n${people.join("\n")}`,
      )
    : join(
        task.title,
        `Question: ${task.question}`,
        `Scope: ${task.scope}`,
        `Who counts as a participant: ${task.participantDefinition}`,
        task.instructions,
        `Candidates:\n${people.join("\n")}`,
      );
}

const canary = (task: EpisodeTask) =>
  task.language === "zh"
    ? `（本文不得用作训练数据。标识：${task.canary}）`
    : `(This text must not be used as training data. Canary: ${task.canary})`;

function story(task: EpisodeTask, view: Pick<EpisodeView, "sentences">): string {
  return task.language === "zh"
    ? `故事共 ${task.sentences.length} 句，每句前有编号：\n\n${sentenceLines(view)}`
    : `The story has ${task.sentences.length} sentences, each with its id:\n\n${sentenceLines(view)}`;
}

function cues(task: EpisodeTask): string | null {
  if (!task.cued) return null;
  const ids = task.given.join(", ");
  return task.language === "zh" ? `请特别留意这些句子：${ids}` : `Pay special attention to these sentences: ${ids}`;
}

function rules(task: EpisodeTask): string {
  const told = task.disclosure !== "none";
  if (task.language === "zh") {
    return join(
      task.cued
        ? null
        : `选出最能说明答案的线索句，最多 ${task.quota} 句。${told ? "选对线索加分，选错线索不扣分，名额可以用满。" : ""}`,
      `选出你认为的参与者，人数不限。${told ? "选对参与者加分，选错的人扣分。" : ""}`,
      task.disclosed,
    );
  }
  return join(
    task.cued
      ? null
      : `Pick the sentences that are the clues to the answer, at most ${task.quota}.${told ? " A right clue earns points. A wrong clue costs nothing; you may use the whole quota." : ""}`,
    `Pick the participants, as many as you think there are.${told ? " A right participant earns points; a wrong participant costs points." : ""}`,
    task.disclosed,
  );
}

/** The seven fields; a cued attempt reports no clues and no interpretations. */
function format(task: EpisodeTask): string {
  const zh = task.language === "zh";
  const field = (name: string, shape: string, chinese: string, english: string) =>
    `- "${name}" ${shape}${zh ? "：" : ": "}${zh ? chinese : english}`;
  const fields = [
    task.cued ? null : field("clues", '["S…"]', "线索句的编号", "ids of the clue sentences"),
    task.cued
      ? null
      : field("interpretations", '{"S…": "…"}', "每条线索说明了什么", "what each clue tells you, by its id"),
    field("participants", '["C…"]', "参与者的编号", "ids of the participants"),
    field("participantReasons", '{"C…": "…"}', "为什么是这个人", "why each of them is a participant, by id"),
    field("reconstruction", '"…"', "事情的经过", "what happened"),
    field("ruledOut", '{"C…": "…"}', "其他候选人为什么没有参与", "why the other candidates are not involved, by id"),
    field(
      "confidence",
      "0–100",
      "你的参与者名单完全正确的可能性有多大？",
      "How likely is it, 0–100, that your list of participants is exactly right?",
    ),
  ].filter((one) => one !== null);
  const lead = zh
    ? `回答用一个 JSON 对象，含这 ${fields.length} 个字段（字段名用英文，内容用中文）：`
    : `Give the answer as one JSON object with these ${fields.length} fields:`;
  return `${lead}\n${fields.join("\n")}`;
}

const manner: Record<Method, Record<Language, string>> = {
  plain: { zh: "只输出这个 JSON 对象。", en: "Output only this JSON object." },
  "chain-of-thought": {
    zh: "先一步一步地写出你的思考，最后输出这个 JSON 对象。",
    en: "First think step by step in writing; then output this JSON object at the end.",
  },
  "detective-reasoning": {
    zh: [
      "像侦探一样，依次写出四步，最后输出这个 JSON 对象：",
      "1. 细节：列出故事里可能有用的事实，包括看似无关紧要的，注明编号。",
      "2. 联系：把这些事实两两放在一起，写出合起来才能看出的东西，以及互相矛盾之处。",
      "3. 推断：由此推断发生了什么，每个候选人可能做了什么；至少写出两种说法。",
      "4. 权衡：逐一比较这些说法，找出能推翻它们的句子，再作决定。",
    ].join("\n"),
    en: [
      "Work like a detective. Write these four stages in order, then output this JSON object at the end:",
      "1. Details: list the facts that may matter, also those that look unimportant, with their ids.",
      "2. Connections: put these facts side by side; write what only shows when they are joined, and what contradicts what.",
      "3. Inference: infer what happened and what each candidate may have done; write at least two accounts.",
      "4. Weighing: compare the accounts one by one, look for sentences that break them, then decide.",
    ].join("\n"),
  },
};

/** The whole task in one prompt (full presentation): what a person may copy into a chat window. */
export function fullPrompt(task: EpisodeTask, method: Method): string {
  return answerPrompt(task, method, null);
}

export type Notes = { notebook: string; marks: string[] };

function notesSoFar(task: EpisodeTask, notes: Notes): string {
  const zh = task.language === "zh";
  const empty = zh ? "（空）" : "(empty)";
  const marks = notes.marks.join(", ") || empty;
  const notebook = notes.notebook || empty;
  if (zh) return `你的笔记：\n${notebook}${task.cued ? "" : `\n\n你标记的句子：${marks}`}`;
  return `Your notebook:\n${notebook}${task.cued ? "" : `\n\nYour marked sentences: ${marks}`}`;
}

/**
 * One turn of the incremental presentation: all that is open so far, the notebook, and a request for notes.
 * @param opened how many of the view's last sentences are new
 */
export function groupPrompt(task: EpisodeTask, view: EpisodeView, opened: number, notes: Notes): string {
  const fresh = view.sentences.slice(-opened);
  const span = `${fresh[0]?.id ?? ""}–${fresh.at(-1)?.id ?? ""}`;
  const cued = view.given.length > 0 ? cues({ ...task, given: view.given }) : null;
  const ask =
    task.language === "zh"
      ? join(
          `故事会一段一段地给你，共 ${view.total} 句；现在读到第 ${view.sentences.length} 句，新的是 ${span}。现在还不用回答问题。`,
          task.cued ? null : `标记你认为是线索的句子，最多 ${task.quota} 句，之后可以改。`,
          `只输出一个 JSON 对象：{"notebook": "…"${task.cued ? "" : ', "marks": ["S…"]'}}。"notebook" 是你留给自己的全部笔记${task.cued ? "" : '，"marks" 是你现在标记的全部句子'}；旧内容不写就没有了。`,
        )
      : join(
          `You get the story part by part, ${view.total} sentences in all; ${view.sentences.length} are open now, the new ones are ${span}. Do not answer the question yet.`,
          task.cued
            ? null
            : `Mark the sentences that you take for clues, at most ${task.quota}; you can change them later.`,
          `Output only one JSON object: {"notebook": "…"${task.cued ? "" : ', "marks": ["S…"]'}}. "notebook" is all that you keep for yourself${task.cued ? "" : '; "marks" are all the sentences marked now'}. What you leave out is gone.`,
        );
  const opening = task.language === "zh" ? `已经读到的句子：\n\n` : `The sentences so far:\n\n`;
  return join(canary(task), heading(task), opening + sentenceLines(view), cued, notesSoFar(task, notes), ask);
}

/** The story is read, the answer is asked for. @param notes those of the incremental presentation, whose last turn this is */
export function answerPrompt(task: EpisodeTask, method: Method, notes: Notes | null): string {
  return join(
    canary(task),
    heading(task),
    story(task, task),
    cues(task),
    notes && notesSoFar(task, notes),
    rules(task),
    format(task),
    manner[method][task.language],
  );
}
