import "server-only";
import {
  connectionLimitsSchema,
  type LaunchEstimate,
  type LaunchWarning,
  type Prices,
  type RunPlan,
} from "@/lib/contracts/runs";
import { isRefusal, type Message, type Reply } from "@/lib/families/family";
import { judgeOf } from "@/lib/families/judge-registry";
import { costOf, hasPrices } from "./costs";
import { db } from "./db";
import { type Cell, plannedAttempts, type PlannedModel, resolvePlan } from "./run-plan";
import { keyOf } from "./tasks";

/** Answer tokens of one call, for a model of which no answer is known yet. */
const assumedAnswerTokens = 1_000;
/** Cells whose prompts are all written out and counted; of the others the average is taken. */
const mostCounted = 400;
/** More calls than any attempt has: one per sentence, and the answer. */
const mostCalls = 5_000;

/** Tokens of a text, roughly: one for four Latin letters, one for each Chinese character. */
export function roughTokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/gu)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}

type Asked = { calls: number; tokens: number; first: Message[] | null };

/** What one attempt of a cell would ask, found by playing it with empty answers. */
async function asked(cell: Cell, model: PlannedModel, seed: number): Promise<Asked> {
  const judge = judgeOf(cell.row.family);
  const { key } = await keyOf(cell.row.id, cell.keyVersion);
  const { task } = judge.prepare(cell.row.content, key, cell.condition, seed);
  let state = judge.play.start(task);
  const result: Asked = { calls: 0, tokens: 0, first: null };
  const replies: Reply[] = [];
  while (result.calls < mostCalls) {
    const turn = judge.turn(task, state, model.method, replies);
    if ("invalid" in turn) break;
    if ("ask" in turn) {
      result.calls += 1;
      result.first ??= turn.ask;
      result.tokens += turn.ask.reduce((sum, message) => sum + roughTokens(message.content), 0);
      replies.push({ text: "" });
      continue;
    }
    let moved = false;
    for (const move of turn.moves) {
      const next = judge.play.apply(task, state, { seq: 0, type: "move", move });
      if (isRefusal(next)) break;
      state = next;
      moved = true;
    }
    if (!moved || judge.play.isDone(state)) break;
  }
  return result;
}

/** The mean length of a model's known answers, in tokens a call; null when none is known. */
async function knownAnswers(models: string[]): Promise<Map<string, number>> {
  const rows = await db().$queryRaw<{ model: string; tokens: number }[]>`
    SELECT "modelId" AS "model", sum("outputTokens")::float8 / sum("calls") AS "tokens" FROM "Attempt"
    WHERE "modelId" = ANY(${models}::text[]) AND "outputTokens" IS NOT NULL AND "calls" > 0 GROUP BY 1`;
  return new Map(rows.map((row) => [row.model, row.tokens]));
}

/** What a person should know of a plan before it is launched. @param models each once */
function warningsOf(plan: RunPlan, models: PlannedModel[]): LaunchWarning[] {
  const warnings: LaunchWarning[] = [];
  const unpriced = models.filter((model) => !hasPrices(model.prices as Prices));
  if (plan.budget !== undefined && unpriced.length > 0) {
    warnings.push({ code: "budget-without-prices", models: unpriced.map((model) => model.name) });
  }
  const limits = new Map<string, number>();
  for (const { connection } of models) {
    if (connection) limits.set(connection.id, connectionLimitsSchema.parse(connection.limits).concurrency);
  }
  const limit = [...limits.values()].reduce((sum, one) => sum + one, 0);
  if (models.length > 0 && limit < plan.concurrency) {
    warnings.push({ code: "concurrency-above-connections", models: models.map((model) => model.name), limit });
  }
  return warnings;
}

/**
 * What a launch would do. Prompts are written out and their tokens estimated by characters (one for four Latin
 * letters, one for each Chinese character); answers are taken to be as long as the model's known ones, 1,000 tokens
 * where none is known. Only what the run lacks is counted in calls, tokens and cost.
 * @throws AppError invalid, everything that is wrong with the plan by field
 */
export async function estimateRun(plan: RunPlan): Promise<LaunchEstimate> {
  const cells = await resolvePlan(plan);
  const run = await db().run.findUnique({ where: { name: plan.name }, select: { id: true } });
  const attempts = plannedAttempts(run?.id ?? "none", cells);
  const held = new Set<string>();
  if (run) {
    const rows = await db().$queryRaw<{ identity: string }[]>`
      SELECT "identity" FROM "Attempt" WHERE "runId" = ${run.id} AND "status" <> 'cancelled'`;
    for (const { identity } of rows) held.add(identity);
  }
  const missing = new Map<Cell, number>();
  for (const { cell, identity } of attempts) {
    if ("model" in cell.actor && !held.has(identity)) missing.set(cell, (missing.get(cell) ?? 0) + 1);
  }
  const existing = attempts.filter((one) => held.has(one.identity)).length;
  const models = new Map(cells.flatMap(({ actor }) => ("model" in actor ? [[actor.model.id, actor.model]] : [])));
  const answers = await knownAnswers([...models.keys()]);

  const counted = new Map<string, Asked>();
  const average = { calls: 0, tokens: 0 };
  const usage = { input: 0, output: 0 };
  let calls = 0;
  let cost: number | null = null;
  let preview: LaunchEstimate["preview"] = null;
  for (const cell of cells) {
    if (!("model" in cell.actor)) continue;
    const { model } = cell.actor;
    const name = `${cell.row.id}\n${cell.conditionKey}\n${model.method}`;
    let one = counted.get(name);
    if (!one && counted.size < mostCounted) {
      const seed = attempts.find((planned) => planned.cell === cell)?.seed ?? 0;
      one = await asked(cell, model, seed);
      counted.set(name, one);
      average.calls += (one.calls - average.calls) / counted.size;
      average.tokens += (one.tokens - average.tokens) / counted.size;
    }
    if (preview === null && one?.first) {
      const messages = one.first.map(({ role, content }) => ({ role, content }));
      preview = { task: cell.row.slug, model: model.name, condition: cell.condition, messages };
    }
    const times = missing.get(cell) ?? 0;
    if (times === 0) continue;
    const each = one ?? average;
    const output = each.calls * (answers.get(model.id) ?? assumedAnswerTokens);
    calls += times * each.calls;
    usage.input += times * each.tokens;
    usage.output += times * output;
    const price = costOf({ input: each.tokens, cached: null, output, reasoning: null }, model.prices as Prices);
    if (price !== null) cost = (cost ?? 0) + times * price;
  }
  return {
    attempts: attempts.length,
    existing,
    calls: Math.round(calls),
    usage: { input: Math.round(usage.input), output: Math.round(usage.output) },
    cost,
    warnings: warningsOf(plan, [...models.values()]),
    preview,
  };
}
