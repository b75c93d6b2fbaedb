import type { LaunchEstimate, LaunchWarning, RunBody } from "@/lib/contracts/runs";

/** Runs and estimates in words, for a terminal. */

const money = (cost: number | null) => (cost === null ? "" : `, cost ${Number(cost.toPrecision(4))}`);

function timeOf(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

/** One line of how a run stands. */
export function runLine(run: RunBody): string {
  const { counts } = run;
  const parts = [`${counts.done}/${counts.total} done`];
  if (counts.running > 0) parts.push(`${counts.running} being played`);
  if (counts.waiting > 0) parts.push(`${counts.waiting} waiting`);
  if (counts.failed > 0) parts.push(`${counts.failed} failed`);
  if (counts.cancelled > 0) parts.push(`${counts.cancelled} cancelled`);
  if (run.calls > 0) parts.push(`${run.calls} calls`);
  const { input, output } = run.usage;
  if (input !== null || output !== null) parts.push(`${input ?? 0} tokens in, ${output ?? 0} out`);
  if (run.secondsLeft !== null && counts.waiting > 0) parts.push(`about ${timeOf(run.secondsLeft)} left`);
  return `${run.name}: ${run.status}, ${parts.join(", ")}${money(run.cost)}`;
}

/** A run with what went wrong in it, a line each. */
export function runLines(run: RunBody): string[] {
  const { scorable, recovered, invalid } = run.validity;
  return [
    runLine(run),
    ...(run.status === "paused" ? [`  paused: ${run.pauseReason ?? "asked"}`] : []),
    ...(run.counts.done > 0 ? [`  ${scorable} scorable, ${recovered} recovered, ${invalid} invalid`] : []),
    ...run.failures.map((failure) => `  ${failure.count} failed, ${failure.code}: ${failure.message}`),
  ];
}

function warningLine(warning: LaunchWarning): string {
  const models = warning.models.join(", ");
  if (warning.code === "budget-without-prices")
    return `  warning: no prices are set for ${models}. What their calls cost is not known, so the budget cannot be kept.`;
  return `  warning: the connections allow ${warning.limit} calls at once (${models}). A higher concurrency gains nothing.`;
}

/** What a launch would do, a line each. */
export function estimateLines(name: string, estimate: LaunchEstimate): string[] {
  const { attempts, existing, calls, usage, cost, warnings, preview } = estimate;
  const tokens = calls > 0 ? `, about ${usage.input} tokens in and ${usage.output} out` : "";
  const lines = [`${name}: ${attempts} attempts, ${existing} there already, ${calls} calls${tokens}${money(cost)}`];
  lines.push(...warnings.map(warningLine));
  if (preview) {
    lines.push("", `The first prompt (${preview.model}, ${preview.task}):`, "");
    for (const message of preview.messages) lines.push(`--- ${message.role}`, message.content);
  }
  return lines;
}
