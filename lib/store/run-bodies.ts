import "server-only";
import type { Run } from "@/generated/prisma/client";
import type { RunBody, RunPlan } from "@/lib/contracts/runs";
import { db } from "./db";

type Sum = {
  runId: string;
  status: "waiting" | "open" | "done" | "failed" | "cancelled";
  validity: "scorable" | "recovered" | "invalid" | null;
  failure: string | null;
  message: string | null;
  n: number;
  input: number | null;
  cached: number | null;
  output: number | null;
  reasoning: number | null;
  cost: number | null;
  calls: number;
  callsWithoutCost: number | null;
  ms: number;
};

/** One pass over the attempts of these runs: a sum per status, validity and failure. */
function sums(ids: string[]): Promise<Sum[]> {
  return db().$queryRaw<Sum[]>`
    SELECT "runId", "status"::text, "validity", "failure", min("failureMessage") AS "message", count(*)::int AS "n",
      sum("inputTokens")::float8 AS "input", sum("cachedTokens")::float8 AS "cached",
      sum("outputTokens")::float8 AS "output", sum("reasoningTokens")::float8 AS "reasoning",
      sum("cost") AS "cost", sum("calls")::float8 AS "calls",
      sum("calls") FILTER (WHERE "cost" IS NULL)::float8 AS "callsWithoutCost", sum("callMs")::float8 AS "ms"
    FROM "Attempt" WHERE "runId" = ANY(${ids}::text[]) GROUP BY 1, 2, 3, 4`;
}

/** A sum in which nulls are left out; null when there is nothing else. */
function total(rows: Sum[], of: (row: Sum) => number | null): number | null {
  return rows.reduce<number | null>((sum, row) => (of(row) === null ? sum : (sum ?? 0) + (of(row) as number)), null);
}

function bodyOf(run: Run, rows: Sum[]): RunBody {
  const count = (fits: (row: Sum) => boolean) => rows.filter(fits).reduce((sum, row) => sum + row.n, 0);
  const byStatus = (status: Sum["status"]) => count((row) => row.status === status);
  const validity = (name: string) => count((row) => row.status === "done" && row.validity === name);
  const counts = {
    total: count(() => true),
    waiting: byStatus("waiting"),
    running: byStatus("open"),
    done: byStatus("done"),
    failed: byStatus("failed"),
    cancelled: byStatus("cancelled"),
  };
  const failures = rows
    .filter((row) => row.status === "failed")
    .map((row) => ({ code: row.failure ?? "unknown", message: row.message ?? "", count: row.n }))
    .sort((a, b) => b.count - a.count);
  const done = rows.filter((row) => row.status === "done");
  const left = counts.waiting + counts.running;
  const pace = counts.done > 0 ? (total(done, (row) => row.ms) ?? 0) / counts.done : null;
  const secondsLeft =
    run.status === "running" && pace !== null && left > 0
      ? Math.ceil((left * pace) / 1000 / Math.min(run.concurrency, left))
      : null;
  return {
    id: run.id,
    name: run.name,
    plan: run.plan as RunPlan,
    status: run.status,
    pauseReason: run.pauseReason,
    counts,
    failures,
    validity: { scorable: validity("scorable"), recovered: validity("recovered"), invalid: validity("invalid") },
    usage: {
      input: total(rows, (row) => row.input),
      cached: total(rows, (row) => row.cached),
      output: total(rows, (row) => row.output),
      reasoning: total(rows, (row) => row.reasoning),
    },
    calls: total(rows, (row) => row.calls) ?? 0,
    cost: total(rows, (row) => row.cost),
    callsWithoutCost: total(rows, (row) => row.callsWithoutCost) ?? 0,
    secondsLeft,
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}

/** Runs as they are followed: counted from their attempts, never from a second record. */
export async function runBodies(runs: Run[]): Promise<RunBody[]> {
  if (runs.length === 0) return [];
  const rows = await sums(runs.map((run) => run.id));
  return runs.map((run) =>
    bodyOf(
      run,
      rows.filter((row) => row.runId === run.id),
    ),
  );
}
