import type { ReactNode } from "react";
import { ScrollArea } from "./scroll-area";

export type Row = { key: string; cells: ReactNode[] };

/**
 * A plain table in a region that scrolls sideways. The first cell of each row is its head, in a column wide enough for
 * a name unless it is `narrow`.
 */
export function Table(props: { label: string; heads: string[]; rows: Row[]; narrow?: boolean }) {
  const wide = props.narrow ? "" : "min-w-36";
  return (
    <ScrollArea label={props.label}>
      <table className="w-full font-sans text-sm">
        <thead>
          <tr>
            {props.heads.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`border-b border-edge px-2 py-2 text-left align-bottom font-semibold ${at === 0 ? wide : "min-w-16"}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.key} className="border-b border-line">
              {row.cells.map((cell, at) =>
                at === 0 ? (
                  <th key={props.heads[at]} scope="row" className="px-2 py-2 text-left align-baseline font-normal">
                    {cell}
                  </th>
                ) : (
                  <td key={props.heads[at]} className="px-2 py-2 align-baseline tabular-nums">
                    {cell}
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
