import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { planSchema, type RunPlan } from "@/lib/contracts/runs";
import type { Fault } from "@/lib/errors";

/** What came of reading a plan file: the plan, or every fault with its line. */
export type PlanFile = { plan: RunPlan; lineOf: (field: string) => number } | { faults: (Fault & { line: number })[] };

type Path = readonly PropertyKey[];

/** The line on which a field stands; of a field that is missing, that of the nearest one around it. */
function lineIn(document: Document, lines: LineCounter, path: Path): number {
  let node: unknown = document.contents;
  let offset = (node as Node | null)?.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === part);
      if (!pair) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof part === "number") {
      node = node.items[part];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return lines.linePos(offset).line || 1;
}

/** A field as the API names it (`plan.tasks.0`, or without `plan.`) as a path. */
const pathOf = (field: string): Path =>
  field
    .replace(/^plan\.?/, "")
    .split(".")
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Reads a plan from YAML (or JSON, which is YAML too): checked as a launch checks it, faults with field and line. */
export function readPlanFile(text: string): PlanFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const faults = document.errors.map((error) => ({
      field: "file",
      message: error.message.replace(/\s+/g, " "),
      line: lines.linePos(error.pos[0]).line,
    }));
    return { faults };
  }
  const checked = planSchema.safeParse(document.toJS());
  if (checked.success) {
    return { plan: checked.data, lineOf: (field) => lineIn(document, lines, pathOf(field)) };
  }
  const faults = checked.error.issues.flatMap((issue) => {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : [null];
    return unknown.map((key) => {
      const path = key === null ? issue.path : [...issue.path, key];
      const message = key === null ? issue.message : "is not a field of a plan";
      return { field: path.join(".") || "plan", message, line: lineIn(document, lines, path) };
    });
  });
  return { faults };
}
