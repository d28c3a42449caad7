// Field names repeat: recent ones are cached by a hash of their bytes instead of being decoded again.
const KEPT = 4096;
const names: string[] = new Array(KEPT).fill('');

/** The longest cached name, in bytes. */
export const MAX_CACHED_NAME_BYTES = 64;

function isName(known: string, bytes: Buffer, start: number): boolean {
  for (let at = 0; at < known.length; at++) if (known.charCodeAt(at) !== bytes[start + at]) return false;
  return true;
}

/** The ASCII name between two offsets, from the cache if it is cached; `hash` is the hash of the name's bytes. */
export function cachedName(bytes: Buffer, { start, end, hash }: { start: number; end: number; hash: number }): string {
  const slot = (hash ^ (hash >>> 12)) & (KEPT - 1);
  const known = names[slot] ?? '';
  if (known.length === end - start && isName(known, bytes, start)) return known;
  const made = bytes.toString('latin1', start, end);
  names[slot] = made;
  return made;
}
