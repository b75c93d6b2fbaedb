import type { ReactNode } from "react";

/** What is folded away under its title until someone opens it. */
export function Fold({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open}>
      <summary className="min-h-11 cursor-pointer py-2">{title}</summary>
      {children}
    </details>
  );
}
