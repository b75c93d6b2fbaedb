"use client";

import { memo } from "react";

type Props = {
  id: string;
  text: string;
  number: number;
  marked: boolean;
  here: boolean;
  note: string;
  label: string;
  onMark: (id: string) => void;
};

/** One read sentence. The whole line is its mark button; the mark is a filled flag and a ground, not colour alone. */
export const Sentence = memo(function Sentence(props: Props) {
  return (
    <li
      id={props.id}
      className={`sentence${props.marked ? " marked" : ""}${props.here ? " here" : ""}`}
      aria-current={props.here ? "true" : undefined}
    >
      <button
        type="button"
        className="hit"
        aria-pressed={props.marked}
        aria-label={props.label}
        tabIndex={props.here ? 0 : -1}
        onClick={(event) => {
          // After a tap the keys should act on the story again, not on this button.
          if (event.detail > 0) event.currentTarget.blur();
          props.onMark(props.id);
        }}
      />
      <span className="sign" aria-hidden="true">
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path
            d="M5 2v16M5 3h11l-3 4 3 4H5"
            fill={props.marked ? "currentColor" : "none"}
            stroke="currentColor"
            strokeWidth="1.6"
          />
        </svg>
      </span>
      <p>{props.text}</p>
      {props.note && <p className="aside">{props.note}</p>}
    </li>
  );
});
