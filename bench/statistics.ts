/** The least, the middle and the greatest of a few measurements. */
export type Spread = { min: number; median: number; max: number };

/** Throws a RangeError where nothing was measured. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [min, low, high, max] = [sorted[0], sorted[Math.floor(middle)], sorted[Math.ceil(middle)], sorted.at(-1)];
  if (min === undefined || low === undefined || high === undefined || max === undefined) {
    throw new RangeError('nothing was measured');
  }
  return { min, median: (low + high) / 2, max };
}
