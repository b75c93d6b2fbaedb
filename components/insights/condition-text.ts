/** What a condition says when nothing was asked for; left out of the short form. */
const usual = new Set(["disclosure=directions", "explanations=optional", "given=none", "variant=original", "step=1"]);

/** A condition key in short: language and presentation, and whatever is not usual. The full key stays in a title. */
export function conditionText(key: string): string {
  const parts = key.split(";").filter((part) => !usual.has(part));
  return parts.map((part) => part.replace(/^(language|presentation)=/, "")).join(", ");
}
