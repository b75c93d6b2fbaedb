import type { ComponentProps, ReactNode } from "react";

type Shared = { name: string; label: string; hint?: string };

function Labelled({ name, label, hint, children }: Shared & { children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={name} className="font-sans text-[0.95rem]">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${name}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

const described = ({ name, hint }: Shared) => (hint ? { "aria-describedby": `${name}-hint` } : {});

/** One line of text or a number, with its label and hint wired. */
export function TextField({ name, label, hint, ...input }: Shared & ComponentProps<"input">) {
  return (
    <Labelled name={name} label={label} hint={hint}>
      <input id={name} name={name} className="input" {...described({ name, label, hint })} {...input} />
    </Labelled>
  );
}

/** A number; `decimals` takes any, else whole ones. */
export function NumberField({ decimals, ...field }: Shared & ComponentProps<"input"> & { decimals?: boolean }) {
  return <TextField type="number" inputMode="decimal" step={decimals ? "any" : 1} {...field} />;
}

export function TextArea({ name, label, hint, ...input }: Shared & ComponentProps<"textarea">) {
  return (
    <Labelled name={name} label={label} hint={hint}>
      <textarea id={name} name={name} rows={3} className="input" {...described({ name, label, hint })} {...input} />
    </Labelled>
  );
}

export type Option = { value: string; label: string };

export function SelectField(props: Shared & ComponentProps<"select"> & { options: Option[] }) {
  const { name, label, hint, options, ...select } = props;
  return (
    <Labelled name={name} label={label} hint={hint}>
      <select id={name} name={name} className="input" {...described({ name, label, hint })} {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** One box to tick. */
export function CheckField({ label, ...input }: { label: ReactNode } & ComponentProps<"input">) {
  return (
    <label className="choice font-sans text-[0.95rem]">
      <input type="checkbox" {...input} />
      <span className="pt-0.5">{label}</span>
    </label>
  );
}

/** A named group of fields. */
export function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-line pt-4">
      <legend className="pe-3 font-semibold">{title}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      {children}
    </fieldset>
  );
}
