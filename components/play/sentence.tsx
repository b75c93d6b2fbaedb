"use client";

import { memo } from "react";
import { Icon } from "./icon";

type Props = {
  id: string;
  text: string;
  marked: boolean;
  here: boolean;
  note: string;
  label: string;
  /** False where the marks are given and cannot be changed. */
  markable: boolean;
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
      {props.markable && (
        <button
          type="button"
          className="hit"
          aria-pressed={props.marked}
          aria-label={props.label}
          tabIndex={props.here ? 0 : -1}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={(event) => {
            // After a tap the keys should act on the story again, not on this button.
            if (event.detail > 0) event.currentTarget.blur();
            props.onMark(props.id);
          }}
        />
      )}
      <span className="sign">
        <Icon name="flag" filled={props.marked} />
      </span>
      <p>{props.text}</p>
      {props.note && <p className="aside">{props.note}</p>}
    </li>
  );
});
