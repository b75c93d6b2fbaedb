import "server-only";
import { byteOrderMark, type CsvCell, csvLine } from "@/lib/contracts/csv";
import type { ExportRow } from "@/lib/contracts/export";

type Column = [head: string, cell: (row: ExportRow) => CsvCell];

const asJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value));

/** The columns of an export for people. Scores have a column each; the answer as read is JSON; the raw answer comes last. */
function exportColumns(scores: string[]): Column[] {
  return [
    ["id", (row) => row.id],
    ["task", (row) => row.task.slug],
    ["version", (row) => row.task.version],
    ["run", (row) => row.run?.name],
    ["model", (row) => row.model?.name],
    ["method", (row) => row.model?.method],
    ["baseline", (row) => row.baseline],
    ["player", (row) => row.player],
    ["nativeLanguage", (row) => row.nativeLanguage],
    ["priorReading", (row) => row.priorReading],
    ["compared", (row) => row.compared],
    ["first", (row) => (row.player === null ? null : row.first)],
    ["excluded", (row) => row.excluded],
    ["priorAttempts", (row) => row.priorAttempts],
    ["priorReveals", (row) => row.priorReveals],
    ["source", (row) => row.source],
    ["assignment", (row) => row.assignment],
    ["condition", (row) => row.condition],
    ["epoch", (row) => row.epoch],
    ["seed", (row) => row.seed],
    ["status", (row) => row.status],
    ["validity", (row) => row.validity],
    ["reason", (row) => row.reason],
    ["repairs", (row) => row.repairs.join(" ")],
    ["failure", (row) => row.failure],
    ["failureMessage", (row) => row.failureMessage],
    ...scores.map((name): Column => [`score.${name}`, (row) => row.scores?.[name]]),
    ["inputTokens", (row) => row.usage.input],
    ["cachedTokens", (row) => row.usage.cached],
    ["outputTokens", (row) => row.usage.output],
    ["reasoningTokens", (row) => row.usage.reasoning],
    ["cost", (row) => row.cost],
    ["calls", (row) => row.calls],
    ["ms", (row) => row.ms],
    ["promptVersion", (row) => row.promptVersion],
    ["promptHash", (row) => row.promptHash],
    ["createdAt", (row) => row.createdAt],
    ["startedAt", (row) => row.startedAt],
    ["submittedAt", (row) => row.submittedAt],
    ["response", (row) => asJson(row.response)],
    ["answer", (row) => row.answers.at(-1)],
  ];
}

async function* csvOf(rows: AsyncIterable<ExportRow>, scores: string[]): AsyncGenerator<string> {
  const columns = exportColumns(scores);
  yield byteOrderMark + csvLine(columns.map(([head]) => head));
  for await (const row of rows) yield csvLine(columns.map(([, cell]) => cell(row)));
}

async function* jsonLinesOf(rows: AsyncIterable<ExportRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

/** Bytes gathered before they are sent on: one write for each row would cost more than the row. */
const chunkLength = 65_536;

/** Lines put together to pieces of some length. */
async function* gathered(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const line of lines) {
    held += line;
    if (held.length < chunkLength) continue;
    yield held;
    held = "";
  }
  if (held) yield held;
}

const types = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl; charset=utf-8" };

/**
 * Attempts as a download, written while they are read. JSONL is lossless, events included; CSV is for people. @param scores names of the scores that get a column
 */
export function exportResponse(
  rows: AsyncIterable<ExportRow>,
  options: { format: "csv" | "jsonl"; name: string; scores: string[] },
): Response {
  const lines = gathered(options.format === "csv" ? csvOf(rows, options.scores) : jsonLinesOf(rows));
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  const file = options.name.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 80) || "attempts";
  const disposition = `attachment; filename="attempts.${options.format}"; filename*=UTF-8''${encodeURIComponent(file)}.${options.format}`;
  return new Response(stream, {
    headers: { "content-type": types[options.format], "content-disposition": disposition, "cache-control": "no-store" },
  });
}
