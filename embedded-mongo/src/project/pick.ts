import { endOf } from '../wire/elements';

/** The offset after the zero byte that ends the name at `at`. */
function afterName(bytes: Buffer, at: number): number {
  let next = at;
  while (bytes[next] !== 0) next++;
  return next + 1;
}

function isOneOf(names: readonly Buffer[], bytes: Buffer, at: number): boolean {
  for (const name of names) {
    let left = name.length - 1;
    while (left >= 0 && name[left] === bytes[at + left]) left--;
    if (left < 0) return true;
  }
  return false;
}

/**
 * The part of an encoded document that has only the fields with these names, each encoded with a zero byte at its end.
 * Returns null if the document contains a BSON type whose end cannot be found without decoding it.
 */
export function pickFields(bytes: Buffer, names: readonly Buffer[]): Buffer | null {
  const picked = Buffer.allocUnsafe(bytes.length);
  let to = 4;
  let at = 4;
  while (at < bytes.length - 1) {
    const value = afterName(bytes, at + 1);
    const end = endOf(bytes[at] ?? 0, bytes, value);
    if (end < 0) return null;
    if (isOneOf(names, bytes, at + 1)) to += bytes.copy(picked, to, at, end);
    at = end;
  }
  picked[to] = 0;
  picked.writeInt32LE(to + 1, 0);
  return picked.subarray(0, to + 1);
}
