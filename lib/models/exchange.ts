import { answerFault, isFilteredRequest, protocolFault } from "./answer-faults";
import { ProviderFault } from "./fault";
import { at, mergeBody, objectOf, parseJson, textAt } from "./json-fields";
import type {
  Body,
  CallOptions,
  CallRecord,
  ConnectionConfig,
  Fetch,
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

/** Headers as the SDK set them, without empty keys. */
function headersOf(headers: unknown): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers as Record<string, string>);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string" && value !== ""));
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
  let answer: Answer | null = null;
  let fault: ProviderFault | null = null;
  const fetch: Fetch = async (url, init) => {
    const adjusted = provider.adjust(JSON.parse(String(init?.body)) as Body, model);
    const { extraBody } = model.parameters;
    const body = extraBody ? mergeBody(adjusted, extraBody) : adjusted;
    sent.request = body;
    try {
      answer = await send({
        url: String(url),
        method: "POST",
        headers: headersOf(init?.headers),
        body: JSON.stringify(body),
        idleSeconds: connection.limits.idleSeconds,
        totalSeconds: connection.limits.totalSeconds,
        allowedHosts: connection.allowedHosts,
        signal,
      });
      sent.status = answer.status;
      fault = answerFault(answer, parseJson(answer.text), body);
      if (fault) throw fault;
    } catch (error) {
      if (error instanceof ProviderFault) fault = error;
      throw error;
    }
    return new Response(answer.text, { headers: { "content-type": "application/json" } });
  };

  const { parameters, rules } = model;
  let result: Awaited<ReturnType<ReturnType<Provider["languageModel"]>["doGenerate"]>>;
  try {
    result = await provider.languageModel(connection, model.modelId, fetch).doGenerate({
      prompt: promptOf(messages, rules.sendReasoning),
      temperature: rules.noTemperature ? undefined : parameters.temperature,
      topP: parameters.topP,
      maxOutputTokens: parameters.maxTokens,
      seed: parameters.seed,
    });
  } catch (error) {
    const received = answer as Answer | null;
    if (received && isFilteredRequest(received)) return filtered(received, sent.request);
    if (fault) throw fault;
    if (received) throw protocolFault(received);
    // The SDK refused to build a request: the messages or parameters are not what it takes.
    throw new ProviderFault("bad-request", `The request could not be made: ${(error as Error).message}`);
  }

  const part = (type: "text" | "reasoning") =>
    result.content.map((one) => (one.type === type ? one.text : "")).join("");
  const raw = result.response?.body;
  const details = provider.details(raw);
  const finishReason = result.finishReason.raw ?? textAt(raw, "promptFeedback", "blockReason");
  if (result.content.length === 0 && !finishReason && !objectOf(at(raw, "choices", 0, "message"))) {
    throw protocolFault(answer as unknown as Answer);
  }
  return {
    request: sent.request,
    status: sent.status,
    reply: splitReasoning(part("text"), part("reasoning"), result.finishReason.unified === "length"),
    response: {
      model: result.response?.modelId ?? textAt(raw, "modelVersion"),
      id:
        header(answer, "x-request-id") ??
        header(answer, "request-id") ??
        details.requestId ??
        result.response?.id ??
        null,
      fingerprint: details.fingerprint,
      finishReason,
    },
    usage: details.usage,
  };
}
