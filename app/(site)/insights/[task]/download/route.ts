import { createElement } from "react";
import { HitsFigure, hitsRows, SelectionFigure, selectionRows, validityRows } from "@/components/insights/figures";
import { printed } from "@/components/charts/printed";
import { byteOrderMark, csvLine } from "@/lib/contracts/csv";
import { AppError } from "@/lib/errors";
import { route } from "@/lib/http/route";
import { comparisonOf, namingOf } from "../comparison";

/** A panel of the comparison page as a file: what the page shows under the same filters, and no more. */
export const GET = route({}, async ({ request, params }) => {
  const search = new URL(request.url).searchParams;
  const query = Object.fromEntries([...new Set(search.keys())].map((name) => [name, search.getAll(name)]));
  const [naming, view] = await Promise.all([namingOf(), comparisonOf(params.task as string, query)]);
  const { task, shown: groups, sentences, scale, secret } = view;
  const panel = search.get("panel");
  const format = search.get("format");
  const selection = panel === "selection" && secret;
  const table =
    panel === "hits"
      ? hitsRows(naming, groups, true)
      : panel === "validity"
        ? validityRows(naming, groups)
        : selection && selectionRows(naming, groups, sentences, selection.clues, selection.texts);
  if (!table) throw new AppError("not-found", "There is no such panel.");
  const name = `${task.slug}-v${task.version}-${panel}.${format}`;
  const headers = { "content-disposition": `attachment; filename="${name}"`, "cache-control": "no-store" };
  if (format === "csv") {
    const text = byteOrderMark + table.map(csvLine).join("");
    return new Response(text, { headers: { ...headers, "content-type": "text/csv; charset=utf-8" } });
  }
  if (format !== "svg" || panel === "validity") throw new AppError("not-found", "There is no such file.");
  const figure = selection
    ? createElement(SelectionFigure, { naming, groups, sentences, clues: selection.clues, layout: "wide" })
    : createElement(HitsFigure, { naming, groups, scale, layout: "wide" });
  // Imported here: under the condition of server components a static import breaks the build.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const svg = printed(renderToStaticMarkup(figure));
  return new Response(svg, { headers: { ...headers, "content-type": "image/svg+xml; charset=utf-8" } });
});
