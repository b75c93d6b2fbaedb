import { answerFault, isFilteredRequest, protocolFault } from "./answer-faults";
import { ProviderFault } from "./fault";
import { at, mergeBody, objectOf, parseJson, textAt } from "./json-fields";
import type {
  Body,
  CallOptions,
  CallRecord,
  ConnectionConfig,
  Fetch,
  LanguageModel,
  Message,
  ModelConfig,
  Provider,
  Reply,
  Usage,
} from "./provider";
import { splitReasoning } from "./reasoning";
import { type Answer, send } from "./send";

/** One try: one request, and its reply or a thrown fault. */
export type Exchange = {
  /** The body as sent. */
  request: unknown;
  status: number | null;
  reply: Reply;
  response: NonNullable<CallRecord["response"]>;
  usage: Usage;
};

/** What is known when a try fails. */
export type Sent = { request: unknown; status: number | null };

function promptOf(messages: Message[], sendReasoning: boolean): CallOptions["prompt"] {
  return messages.map((message) => {
    if (message.role === "system") return { role: "system", content: message.content };
    const text = { type: "text" as const, text: message.content };
    if (message.role === "user") return { role: "user", content: [text] };
    return {
      role: "assistant",
      content:
        sendReasoning && message.reasoning ? [{ type: "reasoning" as const, text: message.reasoning }, text] : [text],
    };
  });
}

const header = (answer: Answer | null, name: string) => {
  const value = answer?.headers[name];
  return typeof value === "string" ? value : null;
};

/** A prompt that a content filter stopped: the model said nothing, and that is its answer. */
function filtered(answer: Answer, request: unknown): Exchange {
  return {
    request,
    status: answer.status,
    reply: { text: "" },
    response: { model: null, id: header(answer, "x-request-id"), fingerprint: null, finishReason: "content_filter" },
    usage: { input: null, cached: null, output: null, reasoning: null },
  };
}

type Call = {
  provider: Provider;
  connection: ConnectionConfig;
  model: ModelConfig;
  sent: Sent;
  signal?: AbortSignal;
  began: number;
  requests: number;
  answer: Answer | null;
  fault: ProviderFault | null;
};

/** An SDK may ask again to have a long answer continued; the deadline is that of the whole, and there is an end. */
const mostRequests = 10;

// The SDK's models are costly to make, so that calls share them: a header that is never sent says whose request it is.
const callHeader = "x-worth-call";
const calls = new Map<string, Call>();
let lastCall = 0;
const languageModels = new Map<string, LanguageModel>();

const sharedFetch: Fetch = async (url, init) => {
  const { [callHeader]: id, ...given } = (init?.headers ?? {}) as Record<string, string>;
  const call = calls.get(id ?? "") as Call;
  // An empty key is none: what is empty is not sent.
  const headers = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  const written = String(init?.body);
  const made = JSON.parse(written) as Body;
  const adjusted = call.provider.adjust(made, call.model);
  const { extraBody } = call.model.parameters;
  const body = extraBody ? mergeBody(adjusted, extraBody) : adjusted;
  call.sent.request = body;
  const { connection } = call;
  const left = connection.limits.totalSeconds - (performance.now() - call.began) / 1000;
  try {
    if (++call.requests > mostRequests) {
      throw new ProviderFault("bad-response", "The provider wants the answer continued without end.");
    }
    const answer = await send({
      url: String(url),
      method: "POST",
      headers,
      body: body === made ? written : JSON.stringify(body),
      idleSeconds: connection.limits.idleSeconds,
      totalSeconds: connection.limits.totalSeconds,
      leftSeconds: left,
      allowedHosts: connection.allowedHosts,
      signal: call.signal,
    });
    call.answer = answer;
    call.sent.status = answer.status;
    const fault = answerFault(answer, parseJson(answer.text), body);
    if (fault) throw fault;
    return new Response(answer.text, { headers: { "content-type": "application/json" } });
  } catch (error) {
    if (error instanceof ProviderFault) call.fault = error;
    throw error;
  }
};

function languageModelOf(provider: Provider, { kind, baseUrl }: ConnectionConfig, modelId: string): LanguageModel {
  const name = JSON.stringify([kind, baseUrl, modelId]);
  const known = languageModels.get(name);
  if (known) return known;
  if (languageModels.size >= 500) languageModels.clear();
  const made = provider.languageModel(baseUrl.replace(/\/+$/, ""), modelId, sharedFetch);
  languageModels.set(name, made);
  return made;
}

/** The SDK's result. @throws ProviderFault */
async function generate(call: Call, messages: Message[]) {
  const { provider, connection, model } = call;
  const { parameters, rules } = model;
  const id = String(++lastCall);
  calls.set(id, call);
  try {
    return await languageModelOf(provider, connection, model.modelId).doGenerate({
      prompt: promptOf(messages, rules.sendReasoning),
      temperature: rules.noTemperature ? undefined : parameters.temperature,
      topP: parameters.topP,
      maxOutputTokens: parameters.maxTokens,
      seed: parameters.seed,
      headers: { ...provider.headers(connection.key), [callHeader]: id },
    });
  } catch (error) {
    if (call.fault) throw call.fault;
    if (call.answer) throw protocolFault(call.answer);
    // The SDK refused to build a request: the messages or parameters are not what it takes.
    throw new ProviderFault("bad-request", `The request could not be made: ${(error as Error).message}`);
  } finally {
    calls.delete(id);
  }
}

/**
 * Sends one request and reads its reply.
 * @param sent is filled in as soon as it is known, for the record of a failed try
 * @throws ProviderFault
 */
export async function exchange(
  provider: Provider,
  connection: ConnectionConfig,
  model: ModelConfig,
  messages: Message[],
  sent: Sent,
  signal?: AbortSignal,
): Promise<Exchange> {
  const call: Call = {
    provider,
    connection,
    model,
    sent,
    signal,
    began: performance.now(),
    requests: 0,
    answer: null,
    fault: null,
  };
  let result: Awaited<ReturnType<typeof generate>>;
  try {
    result = await generate(call, messages);
  } catch (error) {
    if (call.answer && isFilteredRequest(call.answer)) return filtered(call.answer, sent.request);
    throw error;
  }
  const answer = call.answer as Answer;
  const part = (type: "text" | "reasoning") =>
    result.content.map((one) => (one.type === type ? one.text : "")).join("");
  const raw = result.response?.body;
  const details = provider.details(raw);
  const finishReason = result.finishReason.raw ?? textAt(raw, "promptFeedback", "blockReason");
  if (result.content.length === 0 && !finishReason && !objectOf(at(raw, "choices", 0, "message"))) {
    throw protocolFault(answer);
  }
  const ids = [header(answer, "x-request-id"), header(answer, "request-id"), details.requestId, result.response?.id];
  return {
    request: sent.request,
    status: sent.status,
    reply: splitReasoning(part("text"), part("reasoning"), result.finishReason.unified === "length"),
    response: {
      model: result.response?.modelId ?? textAt(raw, "modelVersion"),
      id: ids.find((id) => typeof id === "string") ?? null,
      fingerprint: details.fingerprint,
      finishReason,
    },
    usage: details.usage,
  };
}
