/**
 * Wilson's score interval for a share (Wilson 1927), 95 %.
 * @param hits successes, 0…n @param n trials
 * @returns [low, high] in 0…1, or null when n is 0
 */
export function wilson(hits: number, n: number): [number, number] | null {
  if (n === 0) return null;
  const z = 1.959963984540054;
  const share = hits / n;
  const centre = share + (z * z) / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
