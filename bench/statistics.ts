/** The minimum, median and maximum of a few measurements. */
export type Spread = { min: number; median: number; max: number };

/** Computes the spread of measurements. Throws a RangeError for an empty list. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [min, low, high, max] = [sorted[0], sorted[Math.floor(middle)], sorted[Math.ceil(middle)], sorted.at(-1)];
  if (min === undefined || low === undefined || high === undefined || max === undefined) {
    throw new RangeError('nothing was measured');
  }
  return { min, median: (low + high) / 2, max };
}

/** The spread of the ratios of pairs: each measurement divided by the baseline of the same round. */
export function ratios(measured: readonly number[], baseline: readonly number[]): Spread {
  return spreadOf(measured.map((value, round) => value / (baseline[round] ?? Number.NaN)));
}

/** The value below which this share (0 to 1) of the values lies; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
