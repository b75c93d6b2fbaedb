import { basename } from "node:path";
import { checkEpisode, type EpisodeMeasures } from "@/lib/families/episode/check";
import { episodeFolders, placeFaults, readEpisode } from "@/prisma/seed/load-episodes";

/** `npm run episodes:check [-- slug …]`: prints every fault of the bundled episodes, and their measures. */

const share = (value: number | null) => (value === null ? "–" : value.toFixed(2));

function printMeasures(measures: EpisodeMeasures): void {
  const rows = Object.entries(measures).flatMap(([version, languages]) =>
    languages.map((one) => [
      version,
      one.language,
      `${one.keyClues}`,
      one.chance.toFixed(2),
      ...one.baselines.map((baseline) => `${baseline.clues}${baseline.exact ? " =" : ""}`),
      `${one.random.mean.toFixed(2)} ± ${one.random.standardError.toFixed(2)}`,
      one.quarters.join(" "),
      share(one.lengthAuc),
    ]),
  );
  if (rows.length === 0) return;
  const names = Object.values(measures)[0]?.[0]?.baselines.map((baseline) => baseline.name) ?? [];
  const head = ["version", "language", "key", "chance", ...names, "random", "quarters", "length AUC"];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const print = (row: string[]) =>
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
  console.log('  Key clues found; "=" after a number: the participants are named exactly.');
  for (const row of [head, ...rows]) print(row);
}

const wanted = process.argv.slice(2);
const folders = (await episodeFolders()).filter((folder) => wanted.length === 0 || wanted.includes(basename(folder)));
let faulty = 0;
if (folders.length === 0 || folders.length < wanted.length) {
  console.error(`There is no such episode. Known: ${(await episodeFolders()).map((one) => basename(one)).join(", ")}.`);
  faulty = 1;
}
for (const folder of folders) {
  const read = await readEpisode(folder);
  const { faults, measures } = checkEpisode(read.document);
  const placed = [...read.faults, ...placeFaults(read, faults)];
  console.log(`\n${basename(folder)}: ${placed.length === 0 ? "no faults" : `${placed.length} faults`}`);
  for (const { file, line, field, message } of placed) {
    console.log(`  ${file}${line === undefined ? "" : `:${line}`}  ${field}: ${message}`);
  }
  printMeasures(measures);
  faulty += placed.length;
}
process.exitCode = faulty > 0 ? 1 : 0;
