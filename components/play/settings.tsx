"use client";

import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { paint, useTheme } from "@/components/site/theme";
import { Modal } from "@/components/ui/modal";
import type { EpisodeMove, Language } from "@/lib/families/episode/play";
import { type Theme, themes } from "@/lib/i18n/locale";
import { lines, type Preferences, prefer, sizes, usePreferences } from "./preferences";
import { langOf } from "./story-lang";

type Move = (move: EpisodeMove) => boolean;

/** Changes a preference and records it: how a story was read belongs to the data. */
function set(move: Move, change: Partial<Preferences>): void {
  prefer(change);
  for (const [name, value] of Object.entries(change)) {
    move({ type: "notice", what: "setting", detail: `${name}=${value}` });
  }
}

/** The switch for single keys. */
export function KeySwitch({ move }: { move: Move }) {
  const t = useTranslations("play");
  const { keys } = usePreferences();
  return (
    <label className="choice">
      <input type="checkbox" checked={keys} onChange={(event) => set(move, { keys: event.target.checked })} />
      {t("useKeys")}
    </label>
  );
}

/** The switch for announcing new sentences. */
export function VoiceSwitch({ move }: { move: Move }) {
  const t = useTranslations("play");
  const { spoken } = usePreferences();
  return (
    <label className="choice">
      <input type="checkbox" checked={spoken} onChange={(event) => set(move, { spoken: event.target.checked })} />
      {t("speak")}
    </label>
  );
}

function Choices<Value extends string | number>(props: {
  name: string;
  legend: string;
  values: readonly Value[];
  now: Value;
  label: (value: Value) => string;
  choose: (value: Value) => void;
}) {
  return (
    <fieldset>
      <legend className="legend">{props.legend}</legend>
      <div className="segments">
        {props.values.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={props.name}
              className="visually-hidden"
              checked={value === props.now}
              onChange={() => props.choose(value)}
            />
            <span>{props.label(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Size, line height, typeface and theme of the page, with the sentence just read as a sample. */
export function Settings(props: { sample: string; language: Language; move: Move; onClose: () => void }) {
  const t = useTranslations("play");
  const site = useTranslations("site");
  const { size, line, face } = usePreferences();
  const theme = useTheme("system");
  const usual = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 1.2;
  const shown = size ?? sizes.find((one) => one >= Math.floor(usual)) ?? 20;
  const at = sizes.indexOf(sizes.find((one) => one === shown) ?? 20);
  function resize(to: number) {
    const next = sizes[to];
    if (next) set(props.move, { size: next });
  }
  function recolour(next: Theme) {
    paint(next);
    props.move({ type: "notice", what: "setting", detail: `theme=${next}` });
  }
  const style = { "--story-size": `${shown}px`, "--story-line": line } as CSSProperties;
  return (
    <Modal title={t("settingsTitle")} close={t("done")} onClose={props.onClose}>
      <p className="story sample" lang={langOf(props.language)} data-face={face} style={style}>
        {props.sample || t("sample")}
      </p>
      <fieldset>
        <legend className="legend">{t("size")}</legend>
        <div className="flex items-center gap-3">
          <button type="button" className="btn" disabled={at <= 0} onClick={() => resize(at - 1)}>
            {t("smaller")}
          </button>
          <output aria-live="polite">{t("sizeNow", { size: shown })}</output>
          <button type="button" className="btn" disabled={at >= sizes.length - 1} onClick={() => resize(at + 1)}>
            {t("larger")}
          </button>
        </div>
      </fieldset>
      <Choices
        name="line"
        legend={t("lineHeight")}
        values={lines}
        now={lines.find((one) => one === line) ?? 1.8}
        label={(value) => value.toFixed(1)}
        choose={(value) => set(props.move, { line: value })}
      />
      <Choices
        name="face"
        legend={t("face")}
        values={["serif", "sans"] as const}
        now={face}
        label={(value) => t(`faces.${value}`)}
        choose={(value) => set(props.move, { face: value })}
      />
      <Choices
        name="theme"
        legend={t("theme")}
        values={themes}
        now={theme}
        label={(value) => site(`theme.${value}`)}
        choose={recolour}
      />
      <div>
        <KeySwitch move={props.move} />
        <VoiceSwitch move={props.move} />
      </div>
    </Modal>
  );
}
