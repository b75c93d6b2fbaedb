import { Table } from "@/components/ui/table";

type Cell = string | number | null;

const shown = (cell: Cell) =>
  cell === null ? "–" : typeof cell === "number" && !Number.isInteger(cell) ? cell.toFixed(2) : cell;

/** Rows of cells as a table, the first row its heads. */
export function CellsTable({ label, rows }: { label: string; rows: Cell[][] }) {
  const [heads = [], ...body] = rows;
  return (
    <Table
      label={label}
      heads={heads.map(String)}
      rows={body.map((row) => ({ key: row.slice(0, 2).join(" "), cells: row.map(shown) }))}
    />
  );
}
