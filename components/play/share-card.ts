import type { Result } from "./attempt-client";

type Card = {
  title: string;
  counts: NonNullable<Result["counts"]>;
  words: { clues: string; people: string; wrong: string };
};

const width = 1200;
const height = 630;
const edge = 80;

function flag(pen: CanvasRenderingContext2D, x: number, y: number, size: number, filled: boolean) {
  const unit = size / 20;
  pen.beginPath();
  pen.moveTo(x + 5 * unit, y + 18 * unit);
  pen.lineTo(x + 5 * unit, y + 3 * unit);
  pen.lineTo(x + 16 * unit, y + 3 * unit);
  pen.lineTo(x + 13 * unit, y + 7 * unit);
  pen.lineTo(x + 16 * unit, y + 11 * unit);
  pen.lineTo(x + 5 * unit, y + 11 * unit);
  if (filled) pen.fill();
  pen.stroke();
}

function person(pen: CanvasRenderingContext2D, x: number, y: number, size: number, kind: "hit" | "missed" | "wrong") {
  const middle = { x: x + size / 2, y: y + size / 2 };
  const radius = size * 0.36;
  pen.beginPath();
  if (kind === "wrong") {
    pen.moveTo(middle.x - radius, middle.y - radius);
    pen.lineTo(middle.x + radius, middle.y + radius);
    pen.moveTo(middle.x + radius, middle.y - radius);
    pen.lineTo(middle.x - radius, middle.y + radius);
  } else pen.arc(middle.x, middle.y, radius, 0, 2 * Math.PI);
  if (kind === "hit") pen.fill();
  pen.stroke();
}

/** Draws signs in rows: the filled ones first, so that no order of the story shows. */
function row(count: number, y: number, draw: (index: number, x: number, y: number, size: number) => void): number {
  const size = count > 12 ? 48 : 64;
  const each = Math.floor((width - 2 * edge) / size);
  for (let index = 0; index < count; index++) {
    draw(index, edge + (index % each) * size, y + Math.floor(index / each) * size, size);
  }
  return y + Math.ceil(count / each) * size;
}

/** Draws the card in the page's own colours. */
export function drawCard(canvas: HTMLCanvasElement, { title, counts, words }: Card): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const font = getComputedStyle(canvas).fontFamily;
  const write = (text: string, y: number, size: number, colour: string, weight = 400) => {
    pen.font = `${weight} ${size}px ${font}`;
    pen.fillStyle = colour;
    pen.fillText(text, edge, y, width - 2 * edge);
  };
  pen.fillStyle = token("--paper");
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = token("--accent");
  pen.fillRect(0, 0, width, 12);
  write(title, 122, 56, token("--ink"), 600);
  const signs = () => {
    pen.fillStyle = token("--accent");
    pen.strokeStyle = token("--accent");
    pen.lineWidth = 3;
  };
  write(`${words.clues}  ${counts.clueHits}/${counts.keyClues}`, 204, 34, token("--muted"));
  signs();
  const under = row(counts.keyClues, 224, (index, x, y, size) => flag(pen, x, y, size, index < counts.clueHits));
  const wrong = counts.wrongParticipants > 0 ? `  ·  ${words.wrong} ${counts.wrongParticipants}` : "";
  write(`${words.people}  ${counts.participantHits}/${counts.participants}${wrong}`, under + 62, 34, token("--muted"));
  signs();
  row(counts.participants + counts.wrongParticipants, under + 82, (index, x, y, size) => {
    const right = index < counts.participantHits ? "hit" : "missed";
    person(pen, x, y, size, index < counts.participants ? right : "wrong");
  });
  pen.letterSpacing = "6px";
  write("WORTH", height - 48, 30, token("--ink"), 600);
  pen.letterSpacing = "0px";
}
