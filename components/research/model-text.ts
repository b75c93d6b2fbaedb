import type { ModelBody } from "@/lib/contracts/runs";

/** Parameters and rules of a model in short: `temperature=0.7, noTemperature`. */
export function settingsText(model: Pick<ModelBody, "parameters" | "rules">): string {
  const told = Object.entries(model.parameters ?? {}).map(
    ([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : String(value)}`,
  );
  const rules = Object.entries(model.rules ?? {}).filter(([, set]) => set === true);
  return [...told, ...rules.map(([name]) => name)].join(", ");
}

/** Prices in short, per million tokens: `1.25 / 0.125 / 10 / –` for input, cached, output, reasoning. */
export function pricesText(prices: ModelBody["prices"]): string {
  const parts = [prices?.input, prices?.cached, prices?.output, prices?.reasoning];
  return parts.every((part) => part === undefined) ? "–" : parts.map((part) => part ?? "–").join(" / ");
}
