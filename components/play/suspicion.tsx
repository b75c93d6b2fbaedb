import type { Suspicion } from "@/lib/families/episode/play";

/** A suspicion as a shape: dotted ring, empty, half and full disc. Always beside its word. */
export function SuspicionShape({ level }: { level: Suspicion }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      <circle cx="10" cy="10" r="7" strokeDasharray={level === "unknown" ? "1.5 3.2" : undefined} />
      {level === "possible" && <path d="M10 3a7 7 0 000 14z" fill="currentColor" />}
      {level === "likely" && <circle cx="10" cy="10" r="7" fill="currentColor" />}
    </svg>
  );
}
