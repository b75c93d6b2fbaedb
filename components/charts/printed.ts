// The light theme's tokens: a file has no style sheet to take them from.
const print: Record<string, string> = {
  ink: "#1d1c1a",
  muted: "#5c5851",
  line: "#d9d4ca",
  edge: "#857e73",
  people: "#0072b2",
  model: "#b34700",
};

/** A drawing of the page as a file of its own: with colours for tokens, a size, and a white ground. */
export function printed(svg: string): string {
  const coloured = svg.replace(/var\(--([a-z]+)\)/g, (whole, name: string) => print[name] ?? whole);
  const sized = coloured.replace(/ viewBox="0 0 ([\d.]+) ([\d.]+)"/, '$& width="$1" height="$2"');
  return sized.replace(/^(<svg[^>]*)>/, '$1 style="background:#ffffff">');
}
