import { ScrollArea } from "@/components/ui/scroll-area";

/** Rows of cells as a table, the first row its heads and the first cell of a row its head. */
export function CellsTable({ label, rows }: { label: string; rows: (string | number | null)[][] }) {
  const [heads = [], ...body] = rows;
  const shown = (cell: string | number | null) =>
    cell === null ? "–" : typeof cell === "number" && !Number.isInteger(cell) ? cell.toFixed(2) : cell;
  return (
    <ScrollArea label={label}>
      <table className="w-full font-sans text-sm tabular-nums">
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`${at === 0 ? "min-w-32" : "min-w-14"} border-b border-edge px-2 py-2 text-left align-bottom`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => (
            <tr key={row.slice(0, 2).join(" ")} className="border-b border-line align-baseline">
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={heads[at]} scope="row" className="px-2 py-1.5 text-left font-normal">
                    {shown(cell)}
                  </th>
                ) : (
                  <td key={heads[at]} className="px-2 py-1.5">
                    {shown(cell)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
