"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon, type IconName } from "./icon";

type ToolProps = { icon: IconName; label: string; disabled?: boolean; onClick: () => void };

function Tool({ icon, label, disabled, onClick }: ToolProps) {
  return (
    <button type="button" className="tool" disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

// A held key must not press a button again and again, and after a tap the single keys should act on the story.
function once(event: KeyboardEvent) {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}
function letGo(event: MouseEvent) {
  if (event.detail > 0 && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

type Props = {
  at: number;
  read: number;
  total: number;
  marks: string;
  status: ReactNode;
  nextLabel: string;
  onNext: () => void;
  onBack?: () => void;
  /** Where the pill leads, when the reader is away from the newest sentence. */
  pill?: { label: string; go: () => void };
  onNote?: () => void;
  onUndo?: () => void;
  open: (what: "board" | "notebook" | "settings" | "help") => void;
};

/** What stays at the bottom while reading: how far one is, the one large button, and the tools. */
export function Bar(props: Props) {
  const t = useTranslations("play");
  const bar = useRef<HTMLElement>(null);
  // Focus must never come to lie under the bar (WCAG 2.4.11), however tall text spacing or zoom make it.
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const root = document.documentElement;
    const watch = new ResizeObserver(() => root.style.setProperty("--bar", `${element.offsetHeight}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      root.style.removeProperty("--bar");
    };
  }, []);
  return (
    <section ref={bar} className="play-bar" aria-label={t("controls")} onKeyDown={once} onClick={letGo}>
      <div className="progress" aria-hidden="true">
        <div style={{ inlineSize: `${(100 * props.read) / props.total}%` }} />
      </div>
      <div>
        <div className="facts">
          <span style={{ minInlineSize: `${2 * String(props.total).length + 1}ch` }}>
            {t("position", { at: props.at, total: props.total })}
          </span>
          <span>{props.marks}</span>
          <span className="ms-auto">{props.status}</span>
        </div>
        <div className="flex gap-2">
          <button
            type="button"
            className="btn btn-back"
            aria-label={t("back")}
            disabled={!props.onBack}
            onClick={props.onBack}
          >
            <Icon name="back" />
          </button>
          <button type="button" className="btn btn-main grow" onClick={props.onNext}>
            {props.nextLabel}
          </button>
          {props.pill && (
            <button type="button" className="btn pill" onClick={props.pill.go}>
              {props.pill.label} <span aria-hidden="true">↓</span>
            </button>
          )}
        </div>
        <div className="tools">
          <Tool icon="note" label={t("note")} disabled={!props.onNote} onClick={() => props.onNote?.()} />
          <Tool icon="people" label={t("board")} onClick={() => props.open("board")} />
          <Tool icon="flag" label={t("notebook")} onClick={() => props.open("notebook")} />
          <Tool icon="undo" label={t("undo")} disabled={!props.onUndo} onClick={() => props.onUndo?.()} />
          <Tool icon="type" label={t("settings")} onClick={() => props.open("settings")} />
          <Tool icon="help" label={t("help")} onClick={() => props.open("help")} />
        </div>
      </div>
    </section>
  );
}
