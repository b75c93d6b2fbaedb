import type { ReactNode } from "react";
import type { Layout } from "./tones";

/** One chart drawn for a page's column and for a phone; styles show the one that fits, without scripts. */
export function Responsive({ draw }: { draw: (layout: Layout) => ReactNode }) {
  return (
    <>
      <div className="hidden sm:block">{draw("wide")}</div>
      <div className="sm:hidden">{draw("narrow")}</div>
    </>
  );
}
