import type { EpisodeTask } from "@/lib/families/episode/play";
import { letterOf } from "./letters";

/** Outlines in a 64 × 64 field, each told from the others by its shape alone. */
const outlines = [
  "M32 3a29 29 0 100 58 29 29 0 000-58z",
  "M6 6h52v52H6z",
  "M32 2l30 30-30 30L2 32z",
  "M32 2l27 15v30L32 62 5 47V17z",
  "M5 61V29a27 27 0 0154 0v32z",
  "M32 3l29 23-11 35H14L3 26z",
  "M6 4h52v30c0 16-14 24-26 28C20 58 6 50 6 34z",
  "M20 3h24l17 17v24L44 61H20L3 44V20z",
  "M32 4l30 54H2z",
  "M5 3h54v32a27 27 0 01-54 0z",
] as const;

/** Fine grounds behind the letter: lines that lean, cross, ring or dot. */
const grounds = [
  "M0 12h64M0 22h64M0 32h64M0 42h64M0 52h64",
  "M-6 22L22-6M-6 42L42-6M-6 62L62-6M2 74L74 2M22 74L74 22M42 74L74 42",
  "M12 0v64M22 0v64M32 0v64M42 0v64M52 0v64",
  "M32 18a14 14 0 100 28 14 14 0 000-28zM32 9a23 23 0 100 46 23 23 0 000-46z",
  "M-4 16q9-9 18 0t18 0 18 0 18 0M-4 32q9-9 18 0t18 0 18 0 18 0M-4 48q9-9 18 0t18 0 18 0 18 0",
  "M70 22L42-6M70 42L22-6M70 62L2-6M62 74L-6 2M42 74L-6 22M22 74L-6 42",
  "M0 20l16-10 16 10 16-10 16 10M0 36l16-10 16 10 16-10 16 10M0 52l16-10 16 10 16-10 16 10",
] as const;

/**
 * A candidate's portrait: an emblem of outline, ground and initial, the same for the same id in every attempt. It is
 * decoration beside a name, so it is hidden from screen readers.
 */
export function Portrait({
  task,
  id,
  size = 56,
}: {
  task: Pick<EpisodeTask, "candidates">;
  id: string;
  size?: number;
}) {
  const order = [...task.candidates].sort((a, b) => a.id.localeCompare(b.id));
  const index = Math.max(
    0,
    order.findIndex((person) => person.id === id),
  );
  const outline = outlines[index % outlines.length];
  const ground = grounds[(index * 3 + Math.floor(index / outlines.length)) % grounds.length];
  const clip = `portrait-${id}`;
  const letter = letterOf(
    order.map((person) => person.name),
    index,
  );
  return (
    <svg className="portrait" viewBox="0 0 64 64" width={size} height={size} aria-hidden="true">
      <clipPath id={clip}>
        <path d={outline} />
      </clipPath>
      <path d={outline} className="portrait-face" />
      <path d={ground} className="portrait-ground" clipPath={`url(#${clip})`} />
      <circle cx="32" cy={index % outlines.length === 8 ? 40 : 33} r="17" className="portrait-face" />
      <path d={outline} className="portrait-line" />
      <text
        x="32"
        y={index % outlines.length === 8 ? 41 : 34}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={letter.length > 1 ? 19 : 25}
      >
        {letter}
      </text>
    </svg>
  );
}
