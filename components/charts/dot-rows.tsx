import { fitted, type Layout, type Tone, toneColours, widths } from "./tones";

export type DotColumn = { head: string; max: number };
/** A value for each column; null is no data. `texts` are the values in words. */
export type DotRow = {
  id: string;
  label: string;
  note: string;
  tone: Tone;
  values: (number | null)[];
  texts: string[];
};

const gap = 26;
const pad = 8;

/**
 * A row for each group, labelled at the row, and a track for each measure, from 0 to its `max`. Null is hatched,
 * apart from a dot at 0. Pure SVG of texts and numbers, for the page and for a file.
 */
export function DotRows(props: { label: string; columns: DotColumn[]; rows: DotRow[]; layout: Layout }) {
  const { columns, rows, layout } = props;
  const wide = layout === "wide";
  const width = widths[layout];
  const left = wide ? 270 : 0;
  const top = wide ? 34 : 40;
  const step = wide ? 38 : 60;
  const track = (width - left - gap * (columns.length - 1)) / columns.length;
  const height = top + rows.length * step + 4;
  const hatch = `dots-${layout}`;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={props.label}
      className="font-sans"
      fontFamily="sans-serif"
      fontSize={12}
      fill="var(--ink)"
    >
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="5" stroke="var(--edge)" strokeWidth="1.5" />
        </pattern>
      </defs>
      {columns.map((column, index) => {
        const x = left + index * (track + gap);
        return (
          <g key={column.head}>
            <text x={x} y={12} fontSize={wide ? 12 : 11} fontWeight="600">
              {fitted(column.head, Math.floor(track / 5.6))}
            </text>
            <text x={x + pad} y={top - 6} fontSize={10} fill="var(--muted)" textAnchor="middle">
              0
            </text>
            <text x={x + track - pad} y={top - 6} fontSize={10} fill="var(--muted)" textAnchor="middle">
              {column.max}
            </text>
          </g>
        );
      })}
      {rows.map((row, at) => {
        const y = top + at * step;
        const middle = wide ? y + step / 2 : y + 48;
        return (
          <g key={row.id}>
            <title>{`${row.label}, ${row.note}: ${row.texts.join("; ")}`}</title>
            <line x1={0} x2={width} y1={y} y2={y} stroke="var(--line)" />
            <text x={0} y={y + 15} fontSize={12}>
              {fitted(row.label, wide ? 42 : 54)}
            </text>
            <text x={0} y={y + 29} fontSize={10.5} fill="var(--muted)">
              {fitted(row.note, wide ? 48 : 60)}
            </text>
            {columns.map((column, index) => {
              const x = left + index * (track + gap);
              const value = row.values[index];
              if (value === null || value === undefined) {
                return (
                  <rect key={column.head} x={x} y={middle - 6} width={track} height={12} fill={`url(#${hatch})`} />
                );
              }
              const place = x + pad + (Math.min(value, column.max) / column.max) * (track - 2 * pad);
              return (
                <g key={column.head}>
                  <line x1={x + pad} x2={x + track - pad} y1={middle} y2={middle} stroke="var(--edge)" />
                  <Mark tone={row.tone} x={place} y={middle} />
                  <text
                    x={place > x + track * 0.7 ? place - 9 : place + 9}
                    y={middle - 4}
                    fontSize={10.5}
                    textAnchor={place > x + track * 0.7 ? "end" : "start"}
                  >
                    {value.toFixed(1)}
                  </text>
                </g>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

/** People are discs, models squares, baselines triangles. */
function Mark({ tone, x, y }: { tone: Tone; x: number; y: number }) {
  const fill = toneColours[tone];
  if (tone === "people") return <circle cx={x} cy={y} r={6} fill={fill} />;
  if (tone === "model") return <rect x={x - 5.5} y={y - 5.5} width={11} height={11} fill={fill} />;
  return <path d={`M${x} ${y - 6.5}l6.5 12h-13z`} fill={fill} />;
}
