export type HeatRow = {
  label: string;
  values: (number | null)[];
  titles: string[];
  tone: "people" | "model" | "baseline";
};

const cell = 14;
const gap = 2;
const tones = { people: "var(--people)", model: "var(--model)", baseline: "var(--muted)" };

/**
 * A column per item, a row per group; a cell's fill grows with its share (0…1), null is hatched. `dots` are columns
 * that carry a mark above. Wraps into blocks of `wrap` columns so that a phone need not scroll. Drawn on the server.
 */
export function HeatStrip(props: {
  label: string;
  columns: string[];
  rows: HeatRow[];
  dots: Set<string>;
  wrap?: number;
}) {
  const wrap = props.wrap ?? 30;
  const blocks = Array.from({ length: Math.ceil(props.columns.length / wrap) }, (_, index) => index * wrap);
  return (
    <figure aria-label={props.label} className="flex flex-col gap-4">
      {blocks.map((start) => (
        <HeatBlock
          key={start}
          {...props}
          start={start}
          columns={props.columns.slice(start, start + wrap)}
          wrap={wrap}
        />
      ))}
    </figure>
  );
}

function HeatBlock(props: { columns: string[]; rows: HeatRow[]; dots: Set<string>; start: number; wrap: number }) {
  const top = 22;
  const height = top + props.rows.length * (cell + gap);
  const width = props.wrap * (cell + gap);
  const hatch = `hatch-${props.start}`;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="w-full max-w-3xl" aria-hidden="true" focusable="false">
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="4" stroke="var(--edge)" strokeWidth="1" />
        </pattern>
      </defs>
      {props.columns.map((column, x) => (
        <g key={column}>
          {(x % 5 === 0 || x === props.columns.length - 1) && (
            <text x={x * (cell + gap)} y={9} fontSize="8" fill="var(--muted)">
              {column}
            </text>
          )}
          {props.dots.has(column) && <circle cx={x * (cell + gap) + cell / 2} cy={16} r={3.5} fill="var(--ink)" />}
          {props.rows.map((row, y) => {
            const value = row.values[props.start + x];
            const empty = value === null || value === undefined;
            return (
              <rect
                key={row.label}
                x={x * (cell + gap)}
                y={top + y * (cell + gap)}
                width={cell}
                height={cell}
                fill={empty ? `url(#${hatch})` : tones[row.tone]}
                fillOpacity={empty ? 1 : value}
                stroke="var(--line)"
              >
                <title>{row.titles[props.start + x]}</title>
              </rect>
            );
          })}
        </g>
      ))}
    </svg>
  );
}
