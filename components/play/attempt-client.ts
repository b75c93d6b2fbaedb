import type { EpisodeMove, EpisodeReveal, EpisodeTask, Language } from "@/lib/families/episode/play";

/** A move with its number in the attempt and the client's time. */
export type NumberedMove = EpisodeMove & { seq: number; at?: string };

export type Result = {
  validity: string;
  counts: {
    clueHits: number;
    keyClues: number;
    participantHits: number;
    participants: number;
    wrongParticipants: number;
  } | null;
};

export type AttemptBody = {
  id: string;
  task: EpisodeTask;
  events: NumberedMove[];
  done: boolean;
  result?: Result;
  scores?: Record<string, number | null>;
  reveal?: EpisodeReveal;
};

/** A call that the server refused (`status`), as against one that did not reach it (a TypeError of fetch). */
export class Refused extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

async function call<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`/api/v1/attempts${path}`, {
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, String(answer.detail ?? response.status));
  return answer;
}

/** Starts an attempt at a task in a language; the condition is a person's: sentence by sentence. */
export function startAttempt(slug: string, language: Language, interfaceLanguage: string): Promise<AttemptBody> {
  const device = { class: window.innerWidth < 640 ? "phone" : "desktop", interfaceLanguage };
  return call("", { task: slug, condition: { language, presentation: "incremental" }, assignment: "chosen", device });
}

export const loadAttempt = (id: string): Promise<AttemptBody> => call(`/${id}`);

export const sendMoves = (
  id: string,
  moves: NumberedMove[],
): Promise<{ seq: number; done: boolean; result?: Result }> => call(`/${id}/moves`, { moves });

export const revealAttempt = (id: string): Promise<AttemptBody> => call(`/${id}/reveal`, {});
