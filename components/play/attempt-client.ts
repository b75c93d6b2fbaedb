import type { AboutPlayer } from "@/lib/contracts/player";
import type { EpisodeMove, EpisodeReveal, EpisodeTask, Language } from "@/lib/families/episode/play";
import type { Crowd } from "@/lib/stats/crowd";

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
  condition: Choice & Record<string, unknown>;
  task: EpisodeTask;
  events: NumberedMove[];
  done: boolean;
  result?: Result;
  scores?: Record<string, number | null>;
  reveal?: EpisodeReveal;
  crowd?: Crowd;
};

/** What a player chooses of the condition. */
export type Choice = { language: Language; presentation: EpisodeTask["presentation"]; variant: string };

/** A call that the server refused (`status`), as against one that did not reach it (a TypeError of fetch). */
export class Refused extends Error {
  constructor(
    readonly status: number,
    detail: string,
    /** Seconds after which to try again, when the server tells. */
    readonly retryAfter: number | null = null,
    readonly faults: { field: string; message: string }[] = [],
  ) {
    super(detail);
  }
}

/** No answer within this time counts as no connection: a network that swallows packets never says so. */
const patience = 20_000;

const call = <Answer>(path: string, body?: unknown) => ask<Answer>(`/attempts${path}`, body);

async function ask<Answer>(path: string, body?: unknown, method = "POST"): Promise<Answer> {
  const response = await fetch(`/api/v1${path}`, {
    signal: AbortSignal.timeout(patience),
    ...(body !== undefined && {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (response.ok) return response.json();
  const answer = await response.json().catch(() => ({}));
  const told = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new Refused(
    response.status,
    String(answer.detail ?? response.status),
    Number.isFinite(told) ? told : null,
    answer.faults ?? [],
  );
}

/**
 * Starts an attempt at a task under the chosen condition.
 * @param continues an attempt that this browser can no longer send to, and that the new one goes on with
 */
export function startAttempt(
  slug: string,
  choice: Choice,
  told: { interfaceLanguage: string; build?: string },
  continues?: string,
): Promise<AttemptBody> {
  const device = { class: window.innerWidth < 640 ? "phone" : "desktop", ...told };
  return call("", { task: slug, condition: choice, device, ...(continues && { continues }) });
}

export const loadAttempt = (id: string): Promise<AttemptBody> => call(`/${id}`);

/** @param have how many sentences are here with their text, when not all are: the answer then brings the next ones */
export const sendMoves = (
  id: string,
  moves: NumberedMove[],
  have?: number,
): Promise<{ seq: number; done: boolean; result?: Result; sentences?: EpisodeTask["sentences"] }> =>
  call(`/${id}/moves`, { moves, have });

export const revealAttempt = (id: string): Promise<AttemptBody> => call(`/${id}/reveal`, {});

/** What the reader tells of themselves, if they like. */
export const tellOfMe = (told: AboutPlayer): Promise<AboutPlayer> => ask("/player", told, "PATCH");
