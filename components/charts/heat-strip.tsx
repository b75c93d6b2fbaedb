import { fitted, type Layout, type Tone, toneColours, widths } from "./tones";

export type HeatRow = {
  id: string;
  label: string;
  /** A share (0…1) for each column; null is no data. */
  values: (number | null)[];
  /** The same in words. */
  titles: string[];
  tone: Tone;
};

type Props = {
  label: string;
  columns: string[];
  rows: HeatRow[];
  /** Columns that are outlined and carry a dot above. */
  dots: Set<string>;
  layout: Layout;
};

const blockHead = 24;
const blockGap = 18;
/** Columns in a block: so many that a cell can be seen and pointed at. */
const wraps: Record<Layout, number> = { wide: 30, narrow: 30 };

/**
 * A column for each item, a row for each group with its label at the row. A cell's fill grows with its share; null is
 * hatched, apart from an empty cell for 0. Wraps into blocks, so that nothing scrolls. Pure SVG, for page and file.
 */
export function HeatStrip(props: Props) {
  const { columns, rows, layout } = props;
  const wrap = wraps[layout];
  const starts = Array.from({ length: Math.ceil(columns.length / wrap) }, (_, index) => index * wrap);
  const wide = layout === "wide";
  const left = wide ? 230 : 0;
  const pitch = (widths[layout] - left) / wrap;
  const rowHeight = wide ? pitch + 2 : pitch + 18;
  const block = blockHead + rows.length * rowHeight + blockGap;
  const height = Math.max(1, starts.length * block - blockGap);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${widths[layout]} ${height}`}
      role="img"
      aria-label={props.label}
      className="font-sans"
      fontFamily="sans-serif"
      fill="var(--ink)"
    >
      <defs>
        <pattern id={`heat-${layout}`} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="4" stroke="var(--edge)" strokeWidth="1" />
        </pattern>
      </defs>
      {starts.map((start, index) => (
        <g key={start} transform={`translate(0 ${index * block})`}>
          <Block {...props} start={start} wrap={wrap} left={left} pitch={pitch} rowHeight={rowHeight} />
        </g>
      ))}
    </svg>
  );
}

type BlockProps = Props & { start: number; wrap: number; left: number; pitch: number; rowHeight: number };

/** The outlines of a row's cells as one path: a strip has thousands of cells, and most are empty. */
function grid(count: number, left: number, top: number, pitch: number, cell: number): string {
  return Array.from(
    { length: count },
    (_, at) => `M${(left + at * pitch).toFixed(1)} ${top}h${cell}v${cell}h-${cell}z`,
  ).join("");
}

function Block({ columns, rows, dots, layout, start, wrap, left, pitch, rowHeight }: BlockProps) {
  const cell = Number((pitch - 1.5).toFixed(1));
  const wide = layout === "wide";
  const shown = columns.slice(start, start + wrap);
  const top = (at: number) => Number((blockHead + at * rowHeight + (wide ? 0 : 15)).toFixed(1));
  const place = (at: number) => Number((left + at * pitch).toFixed(1));
  // Wide, one frame for the whole column; narrow, one for each cell, for labels stand between them.
  const frames = wide
    ? [{ y: blockHead - 2, tall: rows.length * rowHeight }]
    : rows.map((_, at) => ({ y: top(at), tall: cell }));
  const outline = (x: number) =>
    frames.map(({ y, tall }) => `M${x - 1} ${y}h${cell + 2}v${tall}h-${cell + 2}z`).join("");
  return (
    <>
      {shown.map((column, at) =>
        at % 5 === 0 ? (
          <text key={column} x={place(at)} y={9} fontSize={9} fill="var(--muted)">
            {column}
          </text>
        ) : null,
      )}
      {rows.map((row, at) => {
        const cells = shown.map((column, index) => ({ column, index, value: row.values[start + index] ?? null }));
        const empty = cells.every(({ value }) => value === null);
        return (
          <g key={row.id}>
            <text x={0} y={wide ? top(at) + cell - 3 : top(at) - 4} fontSize={11}>
              {fitted(row.label, wide ? 36 : 56)}
            </text>
            <path
              d={grid(shown.length, left, top(at), pitch, cell)}
              fill={empty ? `url(#heat-${layout})` : "none"}
              stroke="var(--line)"
            />
            {cells
              .filter(({ value }) => value !== null && value > 0)
              .map(({ column, index, value }) => (
                <rect
                  key={column}
                  x={place(index)}
                  y={top(at)}
                  width={cell}
                  height={cell}
                  fill={toneColours[row.tone]}
                  fillOpacity={Number((value ?? 0).toFixed(2))}
                >
                  {wide && <title>{row.titles[start + index]}</title>}
                </rect>
              ))}
          </g>
        );
      })}
      {shown.map((column, at) =>
        dots.has(column) ? (
          <g key={column}>
            <circle cx={place(at) + cell / 2} cy={17} r={3} />
            <path d={outline(place(at))} fill="none" stroke="var(--ink)" strokeWidth={1.2} />
          </g>
        ) : null,
      )}
    </>
  );
}
