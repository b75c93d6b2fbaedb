/** What a condition says when nothing was asked for; left out of the short form. */
const usual: Record<string, string> = {
  disclosure: "directions",
  explanations: "optional",
  given: "none",
  variant: "original",
  step: "1",
};

/** The parts of a condition that have words of their own, in the order in which they are told. */
const told = ["language", "presentation", "given", "variant", "disclosure", "explanations"] as const;

/** A translator of the `condition` namespace: `<part>.<value>`, and those with a value in them. */
export type ConditionTranslator = {
  (key: string, values?: Record<string, string | number>): string;
  has(key: string): boolean;
};

/** The parts of a condition key. */
export function conditionParts(key: string): Record<string, string> {
  const pairs = key.split(";").map((part) => part.split("=") as [string, string]);
  return Object.fromEntries(pairs.filter(([name]) => name !== ""));
}

/**
 * A condition key in the reader's words: language and presentation, and whatever is not usual. A part that has no
 * words (of another family, or newer than these) stays as it is written.
 */
export function conditionWords(t: ConditionTranslator, key: string): string {
  const parts = conditionParts(key);
  const known = told.filter((name) => name in parts);
  const others = Object.keys(parts).filter((name) => !(told as readonly string[]).includes(name) && name !== "step");
  const words = [...known, ...others].flatMap((name) => {
    const value = parts[name] ?? "";
    if (usual[name] === value) return [];
    const step = Number(parts.step ?? 1);
    if (name === "presentation" && value === "incremental" && step > 1) return [t("steps", { n: step })];
    if (t.has(`${name}.${value}`)) return [t(`${name}.${value}`)];
    return [name === "variant" ? t("variantNamed", { name: value }) : `${name}=${value}`];
  });
  return words.join(t("and"));
}
