import { exchange, type Sent } from "./exchange";
import { ProviderFault } from "./fault";
import { limiterFor, type Slot } from "./limiter";
import { providers } from "./provider-registry";
import type { CallOutcome, CallRecord, ConnectionConfig, Message, ModelConfig, Usage } from "./provider";
import { longestWaitMs, retryDelayMs } from "./retry-after";

const noUsage: Usage = { input: null, cached: null, output: null, reasoning: null };
const unreadCap = 64_000;

/** Tokens of a prompt by its length: four Latin letters to one, a Chinese character to one. */
function estimateTokens(messages: Message[], maxTokens: number | undefined): number {
  let quarters = 0;
  for (const { content } of messages) {
    for (let index = 0; index < content.length; index++) quarters += content.charCodeAt(index) > 0x2e7f ? 4 : 1;
  }
  return Math.ceil(quarters / 4) + (maxTokens ?? 500);
}

/** Waits; false when the signal ended the waiting. */
function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const end = (whole: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      resolve(whole);
    };
    const stop = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/**
 * An outcome without the key, should a provider have sent it back. Local servers take keys like "ollama", which an
 * answer may hold by chance: what is short is removed from a provider's error words alone, where keys do come back.
 * The request is ours and never holds it.
 */
function redacted(outcome: CallOutcome, key: string | null): CallOutcome {
  if (!key) return outcome;
  const clean = <T extends string | null>(text: T) => (text === null ? text : text.replaceAll(key, "[key]")) as T;
  const { record } = outcome;
  for (const one of record.tries) one.error = clean(one.error);
  if (record.unread !== undefined) record.unread = clean(record.unread);
  if (!outcome.ok) return { ...outcome, failure: { ...outcome.failure, message: clean(outcome.failure.message) } };
  if (key.length < 16) return outcome;
  const { response } = record;
  if (response) {
    response.model = clean(response.model);
    response.id = clean(response.id);
    response.fingerprint = clean(response.fingerprint);
    response.finishReason = clean(response.finishReason);
  }
  const { text, reasoning, ...rest } = outcome.reply;
  return {
    ...outcome,
    reply: { text: clean(text), ...(reasoning === undefined ? {} : { reasoning: clean(reasoning) }), ...rest },
  };
}

const stopped = () => new ProviderFault("stopped", "The call was stopped.");

function asFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  return new ProviderFault("bad-response", `The answer could not be read: ${(error as Error).message}`);
}

/** Whether another try is made. A deadline is given a second chance alone: what ran out of time may be charged for. */
function triesAgain(fault: ProviderFault, tries: number, timeouts: number, retries: number): boolean {
  return fault.retry && tries <= retries && (fault.code !== "timeout" || timeouts < 2);
}

/** Why no further try is made: the fault itself, or one that says that the wait would be too long. */
function lastFault(fault: ProviderFault): ProviderFault {
  if (!fault.retry || fault.waitMs === null || fault.waitMs <= longestWaitMs) return fault;
  const seconds = Math.round(fault.waitMs / 1000);
  return new ProviderFault(
    "rate-limited",
    `The provider asks to wait ${seconds} s, longer than ${longestWaitMs / 1000} s. Resume later. ${fault.message}`,
    { final: true, status: fault.status },
  );
}

/**
 * Asks a model once, with as many further tries as the connection allows. Never throws for what a provider does.
 * Refusals, content filters and cut-off answers are replies. What a try may mend (429, 5xx, broken connections,
 * deadlines, unreadable answers) is tried again after a pause; during the pause the place is free for other calls.
 */
export async function callModel(
  connection: ConnectionConfig,
  model: ModelConfig,
  messages: Message[],
  options: { signal?: AbortSignal } = {},
): Promise<CallOutcome> {
  const started = performance.now();
  const { signal } = options;
  const provider = providers[connection.kind];
  const limiter = limiterFor(connection);
  const estimate =
    connection.limits.tokensPerMinute === undefined ? 0 : estimateTokens(messages, model.parameters.maxTokens);
  let timeouts = 0;
  const record: CallRecord = { request: null, response: null, usage: noUsage, tries: [], ms: 0 };
  const outcome = (result: CallOutcome): CallOutcome => {
    record.ms = Math.round(performance.now() - started);
    return redacted(result, connection.key);
  };
  const fail = (fault: ProviderFault) => outcome({ ok: false, failure: fault.failure(), record });

  for (;;) {
    let slot: Slot;
    try {
      slot = await limiter.acquire(estimate, signal);
    } catch {
      return fail(stopped());
    }
    const began = performance.now();
    const at = new Date().toISOString();
    const sent: Sent = { request: null, status: null };
    let fault: ProviderFault;
    try {
      const result = await exchange(provider, connection, model, messages, sent, signal);
      slot.release("ok", (result.usage.input ?? estimate) + (result.usage.output ?? 0));
      record.tries.push({ at, ms: Math.round(performance.now() - began), status: result.status, error: null });
      Object.assign(record, { request: result.request, response: result.response, usage: result.usage });
      return outcome({ ok: true, reply: result.reply, record });
    } catch (error) {
      fault = asFault(error);
      const limited = fault.code === "rate-limited";
      if (limited && fault.retry) limiter.hold(Math.min(fault.waitMs ?? 0, longestWaitMs));
      // A try that ran out of time may have been worked on: its estimate stays counted.
      slot.release(limited ? "limited" : "other", fault.code === "timeout" ? undefined : 0);
    }
    record.request = sent.request ?? record.request;
    record.tries.push({ at, ms: Math.round(performance.now() - began), status: sent.status, error: fault.message });
    if (fault.unread !== undefined) record.unread = fault.unread.slice(0, unreadCap);

    if (fault.code === "timeout") timeouts++;
    const last = lastFault(fault);
    if (!triesAgain(last, record.tries.length, timeouts, connection.limits.retries)) return fail(last);
    if (!(await pause(retryDelayMs(record.tries.length, fault, Math.random()), signal))) return fail(stopped());
  }
}
