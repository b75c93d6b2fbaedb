"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { EpisodeTask } from "@/lib/families/episode/play";
import type { Result } from "./attempt-client";
import { drawCard } from "./share-card";

type Props = { task: EpisodeTask; counts: NonNullable<Result["counts"]> };

/** A card with counts only, as text and as a picture. In sentence order it would tell where the clues are. */
export function Share({ task, counts }: Props) {
  const t = useTranslations("play");
  const canvas = useRef<HTMLCanvasElement>(null);
  const [told, setTold] = useState<"copied" | "copyFailed" | null>(null);
  const text = t("shareLine", {
    title: task.title,
    hits: counts.clueHits,
    all: counts.keyClues,
    right: counts.participantHits,
    people: counts.participants,
    wrong: counts.wrongParticipants,
  });
  const [clues, people, wrong] = [t("shareClues"), t("sharePeople"), t("shareWrong")];
  useEffect(() => {
    if (canvas.current) drawCard(canvas.current, { title: task.title, counts, words: { clues, people, wrong } });
  }, [task.title, counts, clues, people, wrong]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setTold("copied");
    } catch {
      setTold("copyFailed");
    }
  }
  function save() {
    const link = document.createElement("a");
    link.href = canvas.current?.toDataURL("image/png") ?? "";
    link.download = "worth.png";
    link.click();
  }
  return (
    <details>
      <summary className="summary">{t("share")}</summary>
      <div className="flex flex-col gap-3">
        <p className="text-muted">{t("shareText")}</p>
        <p className="quoted whitespace-pre-line" id="share-text">
          {text}
        </p>
        <canvas ref={canvas} width={1200} height={630} className="share-card" role="img" aria-label={text} />
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn" onClick={() => void copy()}>
            {t("copy")}
          </button>
          <button type="button" className="btn" onClick={save}>
            {t("savePicture")}
          </button>
        </div>
        <p role="status">{told && t(told)}</p>
      </div>
    </details>
  );
}
