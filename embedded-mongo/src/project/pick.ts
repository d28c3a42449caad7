import { afterName, endWithin } from '../wire/elements';
import type { Parsed } from './parse';

/**
 * The encoded document with only the fields that are kept. Null for a document with a BSON type whose end cannot be
 * found without decoding it, and for damaged bytes: these are left to the decoder.
 */
export type Pick = (bytes: Buffer) => Buffer | null;

/** Whether the name at `at` is one of these names, each with a zero byte at its end. */
function isOneOf(names: readonly Buffer[], bytes: Buffer, at: number): boolean {
  for (const name of names) {
    let left = name.length - 1;
    while (left >= 0 && name[left] === bytes[at + left]) left--;
    if (left < 0) return true;
  }
  return false;
}

/** The start and end offsets, in turn, of the elements with these names; null for what {@link Pick} cannot read. */
function rangesOf(bytes: Buffer, names: readonly Buffer[]): number[] | null {
  const ranges: number[] = [];
  const limit = bytes.length - 1;
  let at = 4;
  while (at < limit) {
    const value = afterName(bytes, at + 1, limit);
    const end = value < 0 ? -1 : endWithin(bytes[at] ?? 0, bytes, { at: value, limit });
    if (end < 0) return null;
    if (isOneOf(names, bytes, at + 1)) {
      // Consecutive elements are one range.
      if (ranges[ranges.length - 1] === at) ranges[ranges.length - 1] = end;
      else ranges.push(at, end);
    }
    at = end;
  }
  return ranges;
}

/** A document of the elements in these ranges. Its buffer has its exact size, because a batch holds many of them. */
function join(bytes: Buffer, ranges: readonly number[]): Buffer {
  let length = 5;
  for (let n = 0; n < ranges.length; n += 2) length += (ranges[n + 1] ?? 0) - (ranges[n] ?? 0);
  const picked = Buffer.allocUnsafe(length);
  picked.writeInt32LE(length, 0);
  let to = 4;
  for (let n = 0; n < ranges.length; n += 2) to += bytes.copy(picked, to, ranges[n], ranges[n + 1]);
  picked[to] = 0;
  return picked;
}

/**
 * Compiles a projection that does nothing but keep top-level fields, so that their bytes can be copied; null for any
 * other projection.
 */
export function compilePick({ mode, id, tree, slices, elemMatches, positional, computed }: Parsed): Pick | null {
  const keepsOnly = slices.length + elemMatches.length + computed.length === 0 && positional === undefined;
  if (mode !== 'include' || !keepsOnly || [...tree.values()].some((below) => below !== true)) return null;
  const names = [...(id ? ['_id'] : []), ...tree.keys()].map((name) => Buffer.from(`${name}\0`));
  return (bytes) => {
    const ranges = rangesOf(bytes, names);
    return ranges && join(bytes, ranges);
  };
}
