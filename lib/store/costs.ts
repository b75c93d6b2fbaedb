import "server-only";
import type { Prices, Usage } from "@/lib/contracts/runs";

/** Whether a cost can be known: input or output has a price. */
export const hasPrices = (prices: Prices) => prices.input !== undefined || prices.output !== undefined;

/**
 * What calls cost by the researcher's own prices per million tokens. Cached tokens are a part of the input and
 * reasoning tokens a part of the output; a part without a price of its own costs what the whole costs.
 * @returns null when it is not known: neither input nor output has a price, or no provider told of either
 */
export function costOf(usage: Usage, prices: Prices): number | null {
  if (!hasPrices(prices)) return null;
  if (usage.input === null && usage.output === null) return null;
  const inputPrice = prices.input ?? 0;
  const outputPrice = prices.output ?? 0;
  const cached = usage.cached ?? 0;
  const reasoning = usage.reasoning ?? 0;
  const fresh = Math.max(0, (usage.input ?? 0) - cached);
  const answer = Math.max(0, (usage.output ?? 0) - reasoning);
  const parts = [
    fresh * inputPrice,
    cached * (prices.cached ?? inputPrice),
    answer * outputPrice,
    reasoning * (prices.reasoning ?? outputPrice),
  ];
  return parts.reduce((sum, part) => sum + part, 0) / 1_000_000;
}
