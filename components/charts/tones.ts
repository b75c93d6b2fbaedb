/** How a group looks: a colour and a shape, so that neither is needed alone. */
export type Tone = "people" | "model" | "baseline";

export const toneColours: Record<Tone, string> = {
  people: "var(--people)",
  model: "var(--model)",
  baseline: "var(--muted)",
};

export type Layout = "wide" | "narrow";

/** The width of a drawing in its own units: a page's column, and a phone's. */
export const widths: Record<Layout, number> = { wide: 720, narrow: 340 };

/** A text cut to what fits, by a rough width of its letters (Chinese ones count twice). */
export function fitted(text: string, most: number): string {
  let room = most;
  for (const [at, letter] of [...text].entries()) {
    room -= letter.charCodeAt(0) > 0x2e80 ? 2 : 1;
    if (room < 0) return `${[...text].slice(0, Math.max(1, at - 1)).join("")}…`;
  }
  return text;
}
