import { callModel } from "./call";
import { ProviderFault } from "./fault";
import { answerFault, protocolFault } from "./answer-faults";
import { checkBaseUrl } from "./base-url";
import { parseJson } from "./json-fields";
import type { ConnectionConfig } from "./provider";
import { providers } from "./provider-registry";
import { send } from "./send";

export type ConnectionTest = { ok: boolean; message: string; models: string[] | null };

const patience = { idleSeconds: 60, totalSeconds: 120 };

const hide = (message: string, key: string | null) => (key ? message.replaceAll(key, "[key]") : message);

/** The server's list of models, or the fault that stands in its way. */
async function listModels(connection: ConnectionConfig): Promise<string[] | ProviderFault> {
  const { list, headers } = providers[connection.kind];
  try {
    const answer = await send({
      url: `${connection.baseUrl.replace(/\/+$/, "")}${list.path}`,
      method: "GET",
      headers: headers(connection.key),
      ...patience,
      idleSeconds: 20,
      allowedHosts: connection.allowedHosts,
    });
    const body = parseJson(answer.text);
    const fault = answerFault(answer, body, null);
    if (fault) return fault;
    return list.ids(body) ?? protocolFault(answer);
  } catch (error) {
    if (error instanceof ProviderFault) return error;
    throw error;
  }
}

const counted = (models: string[]) => (models.length === 1 ? "one model" : `${models.length} models`);

/** Codes that no call of a model could mend. */
const hopeless = new Set(["blocked-address", "network", "timeout", "auth", "quota"]);

/**
 * Tries a connection and says in words what is wrong. Without a model's id it asks for the server's list of models;
 * with one it also asks that model for one word, which costs a few tokens and is the only sure test of key and model.
 */
export async function testConnection(connection: ConnectionConfig, modelId?: string): Promise<ConnectionTest> {
  const written = checkBaseUrl(connection.baseUrl);
  if (written) return { ok: false, message: written, models: null };

  const found = await listModels(connection);
  const models = found instanceof ProviderFault ? null : found;
  if (found instanceof ProviderFault && hopeless.has(found.code)) {
    return { ok: false, message: hide(found.message, connection.key), models };
  }
  if (!modelId) {
    if (!(found instanceof ProviderFault)) {
      return { ok: true, message: `The server answers and offers ${counted(found)}.`, models };
    }
    const message =
      found.code === "unknown-model"
        ? "The server answers, but offers no list of models here. Name a model to test the address and the key."
        : found.message;
    return { ok: false, message: hide(message, connection.key), models };
  }

  const outcome = await callModel(
    { ...connection, id: `${connection.id} test`, limits: { concurrency: 4, retries: 0, ...patience } },
    {
      modelId,
      parameters: {},
      rules: { noTemperature: true, maxCompletionTokens: false, sendReasoning: false },
    },
    [{ role: "user", content: "Answer with the one word: yes" }],
  );
  if (outcome.ok) {
    const name = outcome.record.response?.model ?? modelId;
    return { ok: true, message: `The model answers as ${name}.`, models };
  }
  const listed = models === null || models.includes(modelId);
  const hint = listed ? "" : ` The server's list of ${counted(models)} does not hold ${modelId}.`;
  return { ok: false, message: `${outcome.failure.message}${hint}`, models };
}
