/**
 * The made-up answers of the protocol server. An answer is drawn from what stands in the prompt, so that any task's
 * prompt gets one that can be read, and depends on nothing but prompt, model and the call's number.
 */

export type Asked = {
  prompt: string;
  model: string;
  /** Which call of this prompt by this model it is, from 1. */
  number: number;
};

/** A 53-bit hash of a text as 14 hexadecimal digits (cyrb53, public domain). */
function hashText(text: string, seed = 0): string {
  let one = 0xdeadbeef ^ seed;
  let two = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(16).padStart(14, "0");
}

/** Numbers in [0, 1) that follow from a text. */
export function drawsFrom(text: string): () => number {
  let state = Number.parseInt(hashText(text).slice(-8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export type Read = {
  hash: string;
  sentences: string[];
  candidates: string[];
  quota: number;
  chinese: boolean;
  asksNotes: boolean;
  asksClues: boolean;
};

const memory = new Map<string, Read>();

/** What a prompt offers and asks for. The last thousand prompts are remembered: epochs repeat them. */
export function readPrompt(prompt: string): Read {
  const known = memory.get(prompt);
  if (known) return known;
  const read: Read = {
    hash: hashText(prompt),
    sentences: [...new Set([...prompt.matchAll(/\[(S\d+)\]/g)].map((match) => match[1] as string))],
    candidates: [...new Set([...prompt.matchAll(/^- (C\d+) /gm)].map((match) => match[1] as string))],
    quota: Number(/at most (\d+)|最多 ?(\d+) ?句/.exec(prompt)?.slice(1).find(Boolean) ?? 5),
    chinese: /[\u4e00-\u9fff]/.test(prompt),
    asksNotes: /"notebook"/.test(prompt) && !/"participants"/.test(prompt),
    asksClues: /"clues"/.test(prompt) || /"marks"/.test(prompt),
  };
  if (memory.size >= 1_000) memory.clear();
  memory.set(prompt, read);
  return read;
}

/** Up to `count` items in the order they stand in. */
function draw(items: string[], count: number, next: () => number): string[] {
  const wanted = Math.min(count, items.length);
  const places = new Set<number>();
  while (places.size < wanted) places.add(Math.floor(next() * items.length));
  return [...places].sort((left, right) => left - right).map((place) => items[place] as string);
}

const each = (ids: string[], text: string) => Object.fromEntries(ids.map((id) => [id, text]));

/** The answer of the protocol server when none is given: the seven fields, or notes where notes are asked for. */
export function madeUpAnswer(asked: Asked): string {
  const read = readPrompt(asked.prompt);
  const next = drawsFrom(`${read.hash} ${asked.model} ${asked.number}`);
  const words = read.chinese
    ? { clue: "编造的解读。", reason: "编造的理由。", story: "协议服务器编造的经过。", note: "编造的笔记" }
    : {
        clue: "A made-up reading.",
        reason: "A made-up reason.",
        story: "Made up by the protocol server.",
        note: "Made up",
      };
  const clues = draw(read.sentences, 1 + Math.floor(next() * read.quota), next);
  if (read.asksNotes) {
    const notebook = `${words.note} ${read.sentences.length}`;
    return JSON.stringify(read.asksClues ? { notebook, marks: clues } : { notebook });
  }
  if (read.candidates.length === 0) return words.story;
  const participants = draw(read.candidates, 1 + Math.floor(next() * 3), next);
  const others = read.candidates.filter((id) => !participants.includes(id));
  return JSON.stringify({
    ...(read.asksClues ? { clues, interpretations: each(clues, words.clue) } : {}),
    participants,
    participantReasons: each(participants, words.reason),
    reconstruction: words.story,
    ruledOut: each(others, words.reason),
    confidence: Math.floor(next() * 101),
  });
}
