/** The sizes of values of fixed length, by type, in bytes. */
const FIXED: Readonly<Record<number, number>> = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
};

/** The end offset of the value at `at`; -1 for a regular expression, a DBPointer and unknown types. */
export function endOf(type: number, bytes: Buffer, at: number): number {
  const fixed = FIXED[type];
  if (fixed !== undefined) return at + fixed;
  if (type === 2 || type === 13 || type === 14) return at + 4 + bytes.readInt32LE(at);
  if (type === 3 || type === 4 || type === 15) return at + bytes.readInt32LE(at);
  return type === 5 ? at + 5 + bytes.readInt32LE(at) : -1;
}

/** The offset after the zero byte that ends the name at `at`; -1 if the name does not end before `limit`. */
export function afterName(bytes: Buffer, at: number, limit: number): number {
  for (let next = at; next < limit; next++) if (bytes[next] === 0) return next + 1;
  return -1;
}

const LENGTH_BYTES = 4;

/** As {@link endOf}, but -1 also for a damaged value: one that does not end by `limit`, or whose length is too small. */
export function endWithin(type: number, bytes: Buffer, { at, limit }: { at: number; limit: number }): number {
  const fixed = FIXED[type];
  if (fixed !== undefined) return at + fixed > limit ? -1 : at + fixed;
  if (at + LENGTH_BYTES > limit) return -1;
  const end = endOf(type, bytes, at);
  return end < at + LENGTH_BYTES || end > limit ? -1 : end;
}
