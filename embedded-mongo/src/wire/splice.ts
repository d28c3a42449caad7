import { own } from '../values/clone';
import type { Document } from '../values/types';
import { encode } from './bson';

/** A stored document with the bytes it was read from. */
export type Original = { document: Document; bytes: Buffer };

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

/** Where a value ends that begins at `at`; -1 for the types that no modern client writes. */
function endOf(type: number, bytes: Buffer, at: number): number {
  const fixed = FIXED[type];
  if (fixed !== undefined) return at + fixed;
  if (type === 2 || type === 13 || type === 14) return at + 4 + bytes.readInt32LE(at);
  if (type === 3 || type === 4 || type === 15) return at + bytes.readInt32LE(at);
  return type === 5 ? at + 5 + bytes.readInt32LE(at) : -1;
}

/** Where the name at `at` ends, when it is this one; -1 otherwise. Other than ASCII is never told to be it. */
function afterName(bytes: Buffer, at: number, name: string): number {
  for (let n = 0; n < name.length; n++) {
    const code = name.charCodeAt(n);
    if (code === 0 || code > 127 || bytes[at + n] !== code) return -1;
  }
  return bytes[at + name.length] === 0 ? at + name.length + 1 : -1;
}

/** Where each field's element begins, and behind the last where all end; null where names and bytes do not agree. */
function elementsOf(bytes: Buffer, names: readonly string[]): number[] | null {
  const starts: number[] = [];
  let at = 4;
  for (const name of names) {
    starts.push(at);
    const type = bytes[at] ?? 0;
    const value = afterName(bytes, at + 1, name);
    if (value < 0) return null;
    at = endOf(type, bytes, value);
    if (at < 0) return null;
  }
  starts.push(at);
  return at === bytes.length - 1 ? starts : null;
}

/** Encodes fields that are not as they were: the elements without the document around them. */
function changedElements(after: Document, names: readonly string[]): Buffer {
  const part: Document = Object.fromEntries(names.map((name) => [name, own(after, name)]));
  const bytes = encode(part);
  return bytes.subarray(4, bytes.length - 1);
}

/** Collects pieces: stretches of the old bytes, and what is new. */
class Pieces {
  readonly #old: Buffer;
  readonly #pieces: Buffer[] = [Buffer.alloc(4)];
  #from = 0;
  #to = 0;

  constructor(old: Buffer) {
    this.#old = old;
  }

  keep(from: number, to: number): void {
    if (from !== this.#to) {
      this.#flush();
      this.#from = from;
    }
    this.#to = to;
  }

  add(bytes: Buffer): void {
    this.#flush();
    this.#pieces.push(bytes);
  }

  #flush(): void {
    if (this.#to > this.#from) this.#pieces.push(this.#old.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }

  whole(): Buffer {
    this.#flush();
    this.#pieces.push(Buffer.alloc(1));
    const bytes = Buffer.concat(this.#pieces);
    bytes.writeInt32LE(bytes.length, 0);
    return bytes;
  }
}

/**
 * The bytes of a changed document. Fields that are the very same value as before are taken over as bytes, which costs a
 * fraction of encoding them; a document in which that cannot be told is encoded whole.
 */
export function encodeChanged(after: Document, before: Original): Buffer {
  const names = Object.keys(before.document);
  const starts = elementsOf(before.bytes, names);
  if (!starts) return encode(after);
  const places = new Map(names.map((name, at) => [name, at]));
  const pieces = new Pieces(before.bytes);
  let changed: string[] = [];
  const addChanged = () => {
    if (changed.length > 0) pieces.add(changedElements(after, changed));
    changed = [];
  };
  for (const name of Object.keys(after)) {
    const place = places.get(name);
    if (place === undefined || !Object.is(own(before.document, name), own(after, name))) changed.push(name);
    else {
      addChanged();
      pieces.keep(starts[place] ?? 0, starts[place + 1] ?? 0);
    }
  }
  addChanged();
  return pieces.whole();
}
