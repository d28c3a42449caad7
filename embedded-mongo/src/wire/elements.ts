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
