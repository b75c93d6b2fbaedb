import { useTranslations } from "next-intl";
import type { RunBody } from "@/lib/contracts/runs";

/** How far a run is: done, failed and being played as parts of one bar; what waits is empty. Its words stand beside it. */
export function ProgressBar({ counts }: { counts: RunBody["counts"] }) {
  const t = useTranslations("research.run");
  const share = (count: number) => `${counts.total === 0 ? 0 : (100 * count) / counts.total}%`;
  const words = t("of", { done: counts.done, total: counts.total });
  return (
    <div
      role="progressbar"
      aria-label={t("progress")}
      aria-valuemin={0}
      aria-valuemax={counts.total}
      aria-valuenow={counts.done}
      aria-valuetext={words}
      className="flex h-4 w-full overflow-hidden border border-edge bg-raised"
    >
      <div className="bg-good transition-[width] duration-700" style={{ width: share(counts.done) }} />
      <div
        className="bg-bad bg-[repeating-linear-gradient(45deg,var(--raised)_0_2px,transparent_2px_6px)]"
        style={{ width: share(counts.failed) }}
      />
      <div className="bg-mark" style={{ width: share(counts.running) }} />
    </div>
  );
}
