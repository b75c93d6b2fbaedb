import { hash } from "node:crypto";
import { AppError } from "@/lib/errors";
import { type FamilyEvent, isRefusal, type Message, type Reply, replay, seededRng } from "@/lib/families/family";
import { type AnyJudge, judgeOf } from "@/lib/families/judge-registry";
import type { CallOutcome, ConnectionConfig, ModelConfig } from "@/lib/models/provider";
import { type Claim, type Ending, eventsOf, reclaim } from "@/lib/store/claims";
import { costOf } from "@/lib/store/costs";
import { isOutage } from "@/lib/store/health";
import { composeJudgement, type Outcome } from "@/lib/store/judgements";
import { storable } from "@/lib/store/text";
import { AttemptLog } from "./attempt-log";
import { prepared } from "./prepared";
import type { Answer, Settler } from "./settler";

/** What a model's attempt keeps of its model from the launch on. */
type Snapshot = ModelConfig & {
  method: string;
  prices: Parameters<typeof costOf>[1];
};

export type Calls = {
  connection(id: string): Promise<ConnectionConfig>;
  call(
    connection: ConnectionConfig,
    model: ModelConfig,
    messages: Message[],
    options: { signal: AbortSignal },
  ): Promise<CallOutcome>;
};

/** A call as an event. `repairs` are those of the reply and of the moves made from it. */
type CallBody = { reply: Reply; prompt: { version: string; hash: string }; repairs?: string[] };

/** More moves and calls than any attempt has. */
const mostSteps = 10_000;

/** How long an attempt that met an outage holds its lane. */
const putOffMs = 500;

const hashOfPrompt = (messages: Message[]) => hash("sha256", JSON.stringify(messages));

/** A reply as it can be kept. What had to be left out of it is a repair. */
function keepable(reply: Reply): { reply: Reply; repairs: string[] } {
  const text = storable(reply.text);
  const reasoning = reply.reasoning === undefined ? {} : { reasoning: storable(reply.reasoning).text };
  return { reply: { ...reply, text: text.text, ...reasoning }, repairs: text.repairs };
}

type Played = { judge: AnyJudge; task: unknown; key: unknown; state: unknown };

function judged(claim: Claim, played: Played, outcome: Outcome, prompt: string | null): Ending {
  const { judge } = played;
  // A group of the tallies: model attempts of a run, or a baseline by name.
  const counted = { ...claim, playerId: null, first: false, excluded: null };
  const judgement = composeJudgement({ attempt: counted, ...played, outcome });
  const context = claim.baseline ? {} : { promptVersion: judge.promptVersion, promptHash: prompt };
  return { status: "done", judgement, context };
}

function applied(played: Played, seq: number, move: unknown): string | null {
  const next = played.judge.play.apply(played.task, played.state, { seq, type: "move", move });
  if (isRefusal(next)) return next.code;
  played.state = next;
  return null;
}

function playBaseline(claim: Claim, played: Played, log: AttemptLog): Ending {
  const { judge, task } = played;
  const baseline = judge.baselines.find((one) => one.name === claim.baseline);
  if (!baseline) throw new Error(`There is no baseline ${claim.baseline}.`);
  const rng = seededRng(claim.seed);
  for (let step = 0; step < mostSteps && !judge.play.isDone(played.state); step++) {
    for (const move of baseline.play(judge.play.view(task, played.state), rng)) {
      const refused = applied(played, log.add("move", { move }), move);
      if (refused) throw new Error(`The baseline ${claim.baseline} made a move that is refused: ${refused}.`);
    }
  }
  if (!judge.play.isDone(played.state)) throw new Error(`The baseline ${claim.baseline} does not come to an end.`);
  return judged(claim, played, { validity: "scorable", repairs: [] }, null);
}

/** Moves up to the next question, or to the end. */
function goOn(
  claim: Claim,
  played: Played,
  replies: Reply[],
  log: AttemptLog,
  firstPrompt: string | null,
): { ask: Message[] } | { ending: Ending } {
  const { judge, task } = played;
  const { method } = claim.snapshot as Snapshot;
  const invalid = (reason: string) => ({
    ending: judged(claim, played, { validity: "invalid", reason, repairs: [...new Set(log.repairs)] }, firstPrompt),
  });
  for (let step = 0; step < mostSteps; step++) {
    const turn = judge.turn(task, played.state, method, replies);
    if ("ask" in turn) return turn;
    log.repairs.push(...turn.repairs);
    if ("invalid" in turn) return invalid(turn.invalid);
    for (const move of turn.moves) {
      const before = played.state;
      const refused = applied(played, 0, move);
      if (refused) {
        played.state = before;
        return invalid(refused);
      }
      log.add("move", { move });
    }
    if (judge.play.isDone(played.state)) {
      const repairs = [...new Set(log.repairs)];
      const mended = repairs.some((repair) => repair === "nul" || repair === "surrogate");
      return {
        ending: judged(claim, played, { validity: mended ? "recovered" : turn.validity, repairs }, firstPrompt),
      };
    }
  }
  throw new Error("The attempt does not come to an end.");
}

/** What is stored of an attempt, replayed. */
async function restored(claim: Claim, played: Played) {
  const stored = claim.tries > 1 ? await eventsOf(claim.id) : [];
  const events = stored
    .filter((event) => event.type !== "failed-call")
    .map((event) => ({ seq: event.seq, type: event.type, ...(event.body as object) }) as FamilyEvent);
  if (events.length > 0) played.state = replay(played.judge.play, played.task, events);
  const calls = stored.filter((event) => event.type === "call").map((event) => event.body as unknown as CallBody);
  return {
    replies: calls.map((body) => body.reply),
    repairs: calls.flatMap((body) => body.repairs ?? []),
    prompt: calls[0]?.prompt.hash ?? null,
    last: stored.at(-1)?.seq ?? 0,
  };
}

/**
 * Plays one attempt to an end and stores it; the next attempt of `want` comes with the answer. Every reply is stored
 * before the next question is asked, so that after a crash none is paid for twice.
 */
export async function playAttempt(
  claim: Claim,
  settler: Settler,
  calls: Calls,
  signal: AbortSignal,
  want: () => string | null,
): Promise<Answer> {
  const log = new AttemptLog(claim.id);
  try {
    const answer = await playOn(claim, log, settler, calls, signal, want);
    if (answer) return answer;
    // The answer to a settlement was lost: it is stored already, or the attempt is no longer ours.
    const again = await reclaim(settler.owner, claim.id);
    if (!again) return await settler.submit(null, want());
    return await playAttempt(again, settler, calls, signal, want);
  } catch (error) {
    if (settler.stopped) throw error;
    if (isOutage(error)) return await putOff(log, settler, error as Error, want);
    return await giveUp(claim, log, settler, error as Error, want);
  }
}

/** The database went away while an attempt was being read: nothing is wrong with it, and it is played later. */
async function putOff(log: AttemptLog, settler: Settler, error: Error, want: () => string | null): Promise<Answer> {
  console.error(`The database does not answer; an attempt is put off: ${error.message.trim().split("\n").at(-1)}`);
  await new Promise((resolve) => setTimeout(resolve, putOffMs));
  return settler.submit(log.kept({ status: "waiting" }), want());
}

/**
 * An attempt that cannot be played, judged or stored, whatever a provider would say, has failed: the run goes on
 * without it. What was answered and paid is kept, and used when it is tried again.
 */
async function giveUp(
  claim: Claim,
  log: AttemptLog,
  settler: Settler,
  error: Error,
  want: () => string | null,
): Promise<Answer> {
  console.error(`The attempt ${claim.id} cannot be played.`, error);
  const words = "userMessage" in error ? String(error.userMessage) : error.message;
  const message = storable(words.slice(0, 500)).text;
  const ending: Ending = { status: "failed", code: "not-playable", message, pauses: false };
  let fault: unknown = error;
  for (const settlement of [log.kept(ending), log.paid(ending), log.bare(ending)]) {
    try {
      return await settler.submit(settlement, want());
    } catch (refused) {
      fault = refused;
    }
  }
  throw fault;
}

/** @returns null when what was stored is not known, so that the attempt has to be read again */
async function playOn(
  claim: Claim,
  log: AttemptLog,
  settler: Settler,
  calls: Calls,
  signal: AbortSignal,
  want: () => string | null,
): Promise<Answer | null> {
  const judge = judgeOf(claim.family);
  const played: Played = { judge, ...(await prepared(claim)), state: null };
  played.state = judge.play.start(played.task);
  const before = await restored(claim, played);
  log.follow(before);
  const { replies } = before;
  let { prompt } = before;
  const end = (ending: Ending) => settler.submit(log.whole(ending), want());
  if (claim.baseline) return end(playBaseline(claim, played, log));

  const { modelId, parameters, rules, prices } = claim.snapshot as Snapshot;
  if (!claim.connectionId) throw new Error("The model has no connection.");
  let turn = goOn(claim, played, replies, log, prompt);
  for (;;) {
    if ("ending" in turn) return end(turn.ending);
    let connection: ConnectionConfig;
    try {
      connection = await calls.connection(claim.connectionId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Its key cannot be read: no call of the run through it could be made.
      return end({ status: "failed", code: "auth", message: error.userMessage, pauses: true });
    }
    const at = new Date().toISOString();
    const outcome = await calls.call(connection, { modelId, parameters, rules }, turn.ask, { signal });
    const hash = hashOfPrompt(turn.ask);
    prompt ??= hash;
    const asked = { version: judge.promptVersion, hash };
    const { record } = outcome;
    const { usage, ms } = record;
    // Stopped before it had a place: nothing was asked.
    if (!outcome.ok && record.tries.length === 0) return end({ status: "waiting" });
    log.spend({ usage, cost: costOf(usage, prices), calls: 1, ms });
    if (!outcome.ok) {
      const { code, message, final } = outcome.failure;
      log.add("failed-call", { failure: { code, message: storable(message).text }, prompt: asked }, { record, at });
      if (code === "stopped") return end({ status: "waiting" });
      return end({ status: "failed", code, message: storable(message).text, pauses: final });
    }
    const kept = keepable(outcome.reply);
    const body: CallBody = { reply: kept.reply, prompt: asked };
    if (kept.repairs.length > 0) body.repairs = kept.repairs;
    const repaired = log.repairs.length;
    log.repairs.push(...kept.repairs);
    log.add("call", body, { record, at });
    replies.push(kept.reply);
    turn = goOn(claim, played, replies, log, prompt);
    if (log.repairs.length > repaired) body.repairs = log.repairs.slice(repaired);
    if ("ending" in turn) continue;
    const { settled, halted } = await settler.submit(log.whole(null), null);
    log.stored();
    if (halted) return settler.submit(null, want());
    if (!settled) return null;
  }
}
