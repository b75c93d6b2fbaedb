/** Readers of form fields: an empty field is left out, so that the API's defaults count. */

export function textOf(form: FormData, name: string): string | undefined {
  const value = String(form.get(name) ?? "").trim();
  return value === "" ? undefined : value;
}

export function numberOf(form: FormData, name: string): number | undefined {
  const value = textOf(form, name);
  return value === undefined ? undefined : Number(value);
}

export function textsOf(form: FormData, name: string): string[] {
  return form.getAll(name).map(String);
}

/** Without the entries that are undefined: what JSON would leave out anyway. */
export function filled<T extends Record<string, unknown>>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
