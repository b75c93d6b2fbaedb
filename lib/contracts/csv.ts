/** The byte order mark without which Excel garbles Chinese. */
export const byteOrderMark = "\uFEFF";

export type CsvCell = string | number | boolean | null | undefined;

/**
 * One field of a CSV (RFC 4180). A text that a spreadsheet would take for a formula gets a leading apostrophe; a
 * number never does, for totals are often negative. Line breaks, commas and quotes survive.
 */
export function csvField(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a CSV, its line end included. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvField).join(",")}\r\n`;
}
