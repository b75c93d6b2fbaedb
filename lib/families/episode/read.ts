import type { Reading } from "../family";
import type { EpisodeResponse, EpisodeView } from "./play";
import { cleanText, findAnswer } from "./read-json";

/**
 * Reads a raw answer into a response (WORTH §4.7, §A.4). Selections decide: an unknown id, a repeated one, too many,
 * or no readable array make the answer invalid; broken JSON around readable arrays is `recovered`.
 * Repairs that begin with `warning:` are noted without making the answer less than scorable.
 */

type Repairs = Set<string>;
type Resolved = { ids: string[] } | { reason: string };

const refusal =
  /\b(i(’|')?m sorry|i am sorry|i can(’|')?t|i cannot|i won(’|')?t|unable to (help|assist|comply))\b|抱歉|无法(回答|提供|协助|帮助)|不能(回答|提供|协助)/i;
const limits = { text: 6_000, reconstruction: 20_000 };

function itemText(item: unknown, repairs: Repairs): string | null {
  if (typeof item === "string") return item.trim();
  if (typeof item === "object" && item !== null && "id" in item && typeof item.id === "string") {
    repairs.add("ids-from-objects");
    return item.id.trim();
  }
  return null;
}

/** An id as written by a model to an existing one: `s4`, `[S004]` and `S004: …` are S004. */
function knownId(text: string, known: Set<string>, letter: "S" | "C", repairs: Repairs): string | null {
  if (known.has(text)) return text;
  const found = [...text.matchAll(new RegExp(`(?<![A-Za-z0-9])${letter}0*(\\d{1,4})(?![A-Za-z0-9])`, "gi"))];
  const [only] = found;
  if (found.length !== 1 || !only) return null;
  const id = [...known].find((entry) => Number(entry.slice(1)) === Number(only[1]));
  if (id) repairs.add("id-normalised");
  return id ?? null;
}

const bare = (name: string) => name.toLowerCase().replace(/[\s·.'’"“”]/g, "");

/** A participant by id, by a label that holds one id, or by exact name. */
function knownPerson(text: string, view: EpisodeView, repairs: Repairs): string | null {
  const byId = knownId(text, new Set(view.candidates.map((candidate) => candidate.id)), "C", repairs);
  if (byId) return byId;
  const byName = view.candidates.filter((candidate) => bare(candidate.name) === bare(text));
  const [only] = byName;
  if (byName.length !== 1 || !only) return null;
  repairs.add("name-to-id");
  return only.id;
}

function resolve(
  items: unknown[],
  find: (text: string, repairs: Repairs) => string | null,
  noun: "sentence" | "candidate",
  repairs: Repairs,
): Resolved {
  const ids: string[] = [];
  for (const item of items) {
    const text = itemText(item, repairs);
    const id = text === null ? null : find(text, repairs);
    if (!id) return { reason: `unknown-${noun}` };
    if (ids.includes(id)) return { reason: `repeated-${noun}` };
    ids.push(id);
  }
  return { ids };
}

function explanations(
  value: unknown,
  find: (text: string, repairs: Repairs) => string | null,
  field: string,
  repairs: Repairs,
): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    repairs.add(`warning:${field}-unreadable`);
    return {};
  }
  const result: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    // An explanation under `s4` for S004 is no repair of a selection.
    const id = find(cleanText(name).trim(), new Set());
    if (id && typeof text === "string") result[id] = cleanText(text).slice(0, limits.text);
    else repairs.add(`warning:${field}-entry-dropped`);
  }
  return result;
}

function confidenceOf(value: unknown, repairs: Repairs): number | null {
  if (value === undefined || value === null) return null;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value.replace(/[%％\s]/g, "")) : value;
  if (typeof number !== "number" || !Number.isFinite(number) || number < 0 || number > 100) {
    repairs.add("warning:confidence-dropped");
    return null;
  }
  return number;
}

/** @param view what the subject could see; its ids are the only valid ones. Cued attempts report no clues. */
export function readEpisode(text: string, view: EpisodeView): Reading<EpisodeResponse> {
  const repairs: Repairs = new Set();
  const invalid = (reason: string): Reading<EpisodeResponse> => ({
    validity: "invalid",
    reason,
    repairs: [...repairs],
  });

  const answer = findAnswer(text, view.cued ? ["participants"] : ["clues", "participants"]);
  for (const repair of answer.repairs) repairs.add(repair);
  if ("reason" in answer) {
    return invalid(answer.reason === "no-json" && refusal.test(text) ? "refusal" : answer.reason);
  }
  const { fields } = answer;
  const sentences = new Set(view.sentences.map((sentence) => sentence.id));
  const findSentence = (written: string, into: Repairs) => knownId(written, sentences, "S", into);
  const findPerson = (written: string, into: Repairs) => knownPerson(written, view, into);

  const clues: Resolved = view.cued
    ? { ids: [] }
    : resolve(fields.clues as unknown[], findSentence, "sentence", repairs);
  if ("reason" in clues) return invalid(clues.reason);
  if (clues.ids.length > view.quota) return invalid("over-quota");
  const participants = resolve(fields.participants as unknown[], findPerson, "candidate", repairs);
  if ("reason" in participants) return invalid(participants.reason);

  const interpretations = explanations(fields.interpretations, findSentence, "interpretations", repairs);
  if (!view.cued && Object.keys(interpretations).some((id) => !clues.ids.includes(id))) {
    repairs.add("warning:interpretations-mismatch");
  }
  const { reconstruction } = fields;
  if (reconstruction !== undefined && reconstruction !== null && typeof reconstruction !== "string") {
    repairs.add("warning:reconstruction-unreadable");
  }
  const response: EpisodeResponse = {
    clues: clues.ids,
    interpretations,
    participants: participants.ids,
    participantReasons: explanations(fields.participantReasons, findPerson, "participantReasons", repairs),
    reconstruction: typeof reconstruction === "string" ? cleanText(reconstruction).slice(0, limits.reconstruction) : "",
    ruledOut: explanations(fields.ruledOut, findPerson, "ruledOut", repairs),
    confidence: confidenceOf(fields.confidence, repairs),
  };
  const repaired = [...repairs].some((repair) => !repair.startsWith("warning:"));
  return { validity: repaired ? "recovered" : "scorable", response, repairs: [...repairs] };
}
