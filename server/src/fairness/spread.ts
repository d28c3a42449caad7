/** The value at this share of a sorted list: the lowest value with at least this share of all values at or below it. */
export function atShare(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The Gini index of amounts of zero or more: 0 if all are equal, near 1 if one person has everything. */
export function gini(amounts: readonly number[]): number {
  const sorted = [...amounts].sort((a, b) => a - b);
  const total = sorted.reduce((sum, amount) => sum + amount, 0);
  if (total <= 0) return 0;
  const weighted = sorted.reduce((sum, amount, at) => sum + (2 * (at + 1) - sorted.length - 1) * amount, 0);
  return weighted / (sorted.length * total);
}
