"use client";

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

type Props = {
  title: string;
  close: string;
  onClose: () => void;
  /** More buttons beside the closing one. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * A native modal dialog: focus goes in (to an element with `data-first`, else to the closing button), Escape closes,
 * focus returns. Its title and buttons stay in sight while it scrolls. Mounted only while open.
 */
export function Modal({ title, close, onClose, actions, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  const id = useId();
  // A layout effect: closed before it leaves the page, or the focus would not go back to where it came from.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    (dialog?.querySelector<HTMLElement>("[data-first]") ?? closing.current)?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        {actions}
        <button ref={closing} type="button" className="btn" onClick={onClose}>
          {close}
        </button>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}
