"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";

/** A native modal dialog: focus goes in, Escape closes, focus returns. Mounted only while open. */
export function Modal(props: { title: string; close: string; onClose: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={ref} aria-labelledby={id} onCancel={props.onClose}>
      <div className="flex flex-col gap-4">
        <h2 id={id}>{props.title}</h2>
        {props.children}
        <button type="button" className="btn self-end" onClick={props.onClose}>
          {props.close}
        </button>
      </div>
    </dialog>
  );
}
