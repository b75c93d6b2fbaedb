import "server-only";
import type { Judgement } from "@/generated/prisma/client";
import { AppError } from "@/lib/errors";
import type { EpisodeMove, EpisodeReveal, EpisodeState, EpisodeTask } from "@/lib/families/episode/play";
import { deliverNext, deliverTask } from "@/lib/families/episode/delivery";
import { readingTimes } from "@/lib/families/episode/reading-times";
import { db } from "./db";
import { type LoadedAttempt, loadAttempt, publicEvents } from "./attempts";
import { crowdOfAttempt } from "./crowd";

/** Who asks: the account that is signed in and the player of this browser. A script acts as no person. */
export type Asker = {
  user: { id: string } | null;
  player: { id: string; userId: string | null } | null;
  script: boolean;
};

/** Whether this browser's player made the attempt, or a player of the same account did. */
async function ownsAttempt(id: string, { user, player, script }: Asker): Promise<boolean> {
  if (script) return false;
  const attempt = await db().attempt.findUnique({ where: { id }, select: { playerId: true, player: true } });
  if (!attempt?.playerId) return false;
  if (attempt.playerId === player?.id) return true;
  const account = attempt.player?.userId ?? null;
  return account !== null && (account === user?.id || account === player?.userId);
}

/**
 * @throws AppError unauthenticated when this browser has neither a known player nor an account (its cookie is gone: the
 * page keeps the draft and asks to sign in); not-found: another's attempt is as unknown as none
 */
export async function requireOwn(id: string, asker: Asker): Promise<void> {
  if (!asker.user && !asker.player) {
    throw new AppError("unauthenticated", "This browser is not known as a player. Sign in, or begin anew.");
  }
  if (!(await ownsAttempt(id, asker))) throw new AppError("not-found", "There is no such attempt.");
}

/** Counts of hits, in words' terms: what a player may know before choosing to see the solution. */
function counts(scores: Record<string, number | null>) {
  return {
    clueHits: scores.clueHits,
    keyClues: scores.keyClues,
    participantHits: scores.participantHits,
    participants: scores.participantsTotal,
    wrongParticipants: scores.wrongParticipants,
  };
}

function resultFrom(judgement: Pick<Judgement, "validity" | "reason" | "scores">) {
  const scores = judgement.scores as Record<string, number | null> | null;
  return { validity: judgement.validity, reason: judgement.reason, counts: scores && counts(scores) };
}

/** The author's answer and what the others did. */
async function revealed({ attempt, judge, task, key, state }: LoadedAttempt) {
  const reveal = judge.reveal(task, key, state);
  if (attempt.family !== "episode") return { reveal };
  return { reveal, crowd: await crowdOfAttempt(attempt, state as EpisodeState, reveal as EpisodeReveal) };
}

/** Milliseconds in view of each sentence, of a person who read the story. */
function timesOf({ attempt, task, stored }: LoadedAttempt) {
  if (attempt.family !== "episode" || attempt.playerId === null) return {};
  const moves = stored.flatMap(({ type, body, at }) =>
    type === "move" ? [{ move: (body as { move: EpisodeMove }).move, at: at?.getTime() ?? null }] : [],
  );
  return { readingTimes: readingTimes(task as EpisodeTask, moves) };
}

type Content = Parameters<typeof deliverTask>[0];

function taskFor({ attempt, row, task, state }: LoadedAttempt) {
  if (attempt.family !== "episode" || attempt.playerId === null) return task;
  return deliverTask(row.content as Content, task as EpisodeTask, state as EpisodeState);
}

/** The sentences that come into reach by moves, for a browser that has the first `have` of them. */
export function nextSentences({ attempt, row, task, state }: LoadedAttempt, have: number) {
  if (attempt.family !== "episode") return [];
  return deliverNext(row.content as Content, task as EpisodeTask, state as EpisodeState, have);
}

/**
 * An attempt as its own player gets it: the prepared task, its moves, and after the end the result. Points and the
 * reveal come only after the player asked for the solution; before that a second try is still unspoiled.
 */
export async function attemptBody(id: string) {
  const loaded = await loadAttempt(id);
  const { attempt, judge, stored, state } = loaded;
  const done = judge.play.isDone(state);
  const judgement = done ? await db().judgement.findFirst({ where: { attemptId: id, current: true } }) : null;
  return {
    id,
    status: attempt.status,
    condition: attempt.condition,
    task: taskFor(loaded),
    events: publicEvents(stored),
    done,
    ...(done && timesOf(loaded)),
    ...(judgement && { result: resultFrom(judgement) }),
    ...(judgement && attempt.revealedAt && { scores: judgement.scores, ...(await revealed(loaded)) }),
  };
}

/** What the answer to a move carries: the last stored number, and after the final move the result. */
export async function resultOf(id: string) {
  const judgement = await db().judgement.findFirst({ where: { attemptId: id, current: true } });
  return judgement ? resultFrom(judgement) : undefined;
}
