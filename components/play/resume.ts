import { type AttemptBody, type Choice, loadAttempt, type NumberedMove, Refused, startAttempt } from "./attempt-client";
import { fold, follow, startLog } from "./attempt-log";
import { type Kept, outbox } from "./outbox";
import type { OpenAttempt } from "./playing";
import { Sender } from "./sender";
import { joinTabs } from "./tabs";

type Told = { interfaceLanguage: string; build?: string };

const placeOf = (slug: string) => `worth-attempt:${slug}`;

/** Some private modes throw at the very name of localStorage; the outbox knows the attempt too. */
function place(slug: string, id?: string | null): string | null {
  try {
    if (id) localStorage.setItem(placeOf(slug), id);
    else if (id === null) localStorage.removeItem(placeOf(slug));
    return localStorage.getItem(placeOf(slug));
  } catch {
    return null;
  }
}

const lastOf = (moves: NumberedMove[]) => moves.at(-1)?.seq ?? 0;

function fromHere(kept: Kept, moves: NumberedMove[]): OpenAttempt {
  const { id, condition, task, done, result } = kept;
  return { id, condition, task, events: moves, done, result, kept, fresh: false };
}

async function keep(slug: string, body: AttemptBody, moves: NumberedMove[], sent: number): Promise<OpenAttempt> {
  const before = await outbox().read(body.id);
  const kept: Kept = {
    id: body.id,
    slug,
    condition: body.condition,
    task: body.task,
    sent,
    edition: (before?.kept.edition ?? 0) + 1,
    done: body.done,
    result: body.result,
    begun: before?.kept.begun ?? Date.now(),
  };
  await outbox().keep(kept, moves);
  place(slug, body.id);
  return { ...body, events: moves, kept, fresh: true };
}

/**
 * The attempt that this browser was at, or null. What is kept here opens without a network; only a finished one asks
 * the server first, for its solution may be open.
 * @param own the attempt that the server knows this account to be at, for a browser that keeps none
 * @throws TypeError or DOMException when it is not kept here and the server cannot be reached
 */
export async function resumeAttempt(slug: string, own: string | null): Promise<OpenAttempt | null> {
  const kept = (await outbox().list()).filter((one) => one.slug === slug && !one.left);
  const here = place(slug) ?? kept.sort((a, b) => b.begun - a.begun)[0]?.id;
  for (const id of new Set([here, own])) {
    const found = id && (await openAttempt(slug, id));
    if (found) return found;
  }
  return null;
}

/** An attempt from here or from the server; null when the server does not give it to this browser. */
async function openAttempt(slug: string, id: string): Promise<OpenAttempt | null> {
  const found = await outbox().read(id);
  // A log that this version of the page cannot replay is asked of the server again.
  const whole = found && fold(startLog(found.kept.task), found.moves).seq === lastOf(found.moves);
  const here = whole ? found : null;
  const finished = here?.kept.done && here.kept.sent >= lastOf(here.moves);
  if (here && !finished) return fromHere(here.kept, here.moves);
  try {
    const body = await loadAttempt(id);
    return await keep(slug, body, body.events, lastOf(body.events));
  } catch (error) {
    if (here) return fromHere(here.kept, here.moves);
    if (!(error instanceof Refused) || error.status >= 500) throw error;
    place(slug, null);
    return null;
  }
}

/** Starts an attempt and keeps it here with its story. */
export async function beginAttempt(slug: string, choice: Choice, told: Told): Promise<OpenAttempt> {
  const body = await startAttempt(slug, choice, told);
  // The server answers with an attempt that has no moves yet, which another tab may have begun and gone on with here.
  const here = await outbox().read(body.id);
  if (here && here.moves.length > lastOf(body.events)) {
    place(slug, body.id);
    return fromHere(here.kept, here.moves);
  }
  return keep(slug, body, body.events, lastOf(body.events));
}

/**
 * Goes on as the player that this browser is now: a new attempt takes over every move that is kept here. The server
 * notes which attempt it continues.
 */
export async function continueAttempt(slug: string, from: string, told: Told): Promise<OpenAttempt> {
  const found = await outbox().read(from);
  if (!found) throw new Error("The attempt is not kept here.");
  const { language, presentation, variant } = found.kept.condition;
  const body = await startAttempt(slug, { language, presentation, variant }, told, from);
  const next = await keep(slug, body, follow(startLog(body.task), found.moves).added, 0);
  await outbox().forget(from);
  return next;
}

/** Leaves an attempt. What the server does not have yet stays until it is sent. */
export async function leaveAttempt(slug: string, id: string): Promise<void> {
  if (place(slug) === id) place(slug, null);
  const found = await outbox().read(id);
  if (!found) return;
  if (found.kept.sent >= lastOf(found.moves)) await outbox().forget(id);
  else await outbox().note(id, (kept) => ({ ...kept, left: true }));
}

/** Sends what is still kept of other attempts, once; what fails waits for the next time a case is opened. */
export async function sendOthers(current: string | null): Promise<void> {
  for (const kept of await outbox().list()) {
    if (kept.id === current || (await outbox().unsent(kept.id)).length === 0) continue;
    const sender: Sender = new Sender(kept.id, outbox(), {
      sent: () => void (kept.left && leaveAttempt(kept.slug, kept.id)),
      waiting: () => sender.stop(),
      stranger: () => sender.stop(),
      astray: () => {},
    });
    sender.wake(0);
  }
}

/**
 * Sends everything that is kept here, of all cases, once.
 * @returns the cases of which something could not be sent
 */
export async function sendAll(): Promise<Kept[]> {
  const nobody = () => {};
  const left: Kept[] = [];
  for (const kept of await outbox().list()) {
    const sender = new Sender(kept.id, outbox(), { sent: nobody, waiting: nobody, stranger: nobody, astray: nobody });
    await sender.sendNow().catch(() => {});
    if ((await outbox().unsent(kept.id)).length > 0) left.push(kept);
  }
  return left;
}

/** Forgets every attempt that is kept here, sent or not: the next person at this browser finds nothing of it. */
export async function forgetAll(): Promise<void> {
  for (const { id, slug } of await outbox().list()) {
    place(slug, null);
    await outbox().forget(id);
    // Other tabs find it gone, and close it.
    const tabs = joinTabs(id, () => {});
    tabs.tell("kept");
    tabs.close();
  }
}
