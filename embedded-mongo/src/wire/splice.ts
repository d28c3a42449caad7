import { own, put } from '../values/clone';
import type { Document } from '../values/types';
import { encode } from './bson';
import { endOf } from './elements';

/** A stored document with the bytes it was read from. */
export type Original = { document: Document; bytes: Buffer };

/** The offset after the field name at `at` if it equals `name`; -1 otherwise, and for names that are not ASCII. */
function afterGivenName(bytes: Buffer, at: number, name: string): number {
  for (let n = 0; n < name.length; n++) {
    const code = name.charCodeAt(n);
    if (code === 0 || code > 127 || bytes[at + n] !== code) return -1;
  }
  return bytes[at + name.length] === 0 ? at + name.length + 1 : -1;
}

/** The start offset of each field's element, and the end of the last one; null if names and bytes do not match. */
function elementsOf(bytes: Buffer, names: readonly string[]): number[] | null {
  const starts: number[] = [];
  let at = 4;
  for (const name of names) {
    starts.push(at);
    const type = bytes[at] ?? 0;
    const value = afterGivenName(bytes, at + 1, name);
    if (value < 0) return null;
    at = endOf(type, bytes, value);
    if (at < 0) return null;
  }
  starts.push(at);
  return at === bytes.length - 1 ? starts : null;
}

/** The index of the unchanged old element for each field of the new document; -1 for fields that have to be encoded. */
function sourcesOf(after: Document, names: readonly string[], before: Document): number[] {
  let next = 0;
  return Object.keys(after).map((name) => {
    // Most updates keep the order of fields: the next old element is tried first.
    const place = names[next] === name ? next : names.indexOf(name);
    next = place + 1;
    return place >= 0 && Object.is(own(before, name), own(after, name)) ? place : -1;
  });
}

/** Encoded elements, with the start offset of each and the end of the last. */
type Elements = { bytes: Buffer; starts: readonly number[] };

/** The elements of the fields that have no source, encoded together; null if one of their names is not ASCII. */
function newElements(after: Document, sources: readonly number[]): Elements | null {
  const names = Object.keys(after).filter((_name, at) => sources[at] === -1);
  if (names.length === 0) return { bytes: Buffer.alloc(0), starts: [] };
  const part: Document = {};
  for (const name of names) put(part, name, own(after, name));
  const bytes = encode(part);
  const starts = elementsOf(bytes, names);
  return starts && { bytes, starts };
}

/** Joins old and new elements; consecutive elements of the same kind are copied together. */
function join(sources: readonly number[], old: Elements, made: Elements): Buffer {
  const size = (elements: Elements, at: number) => (elements.starts[at + 1] ?? 0) - (elements.starts[at] ?? 0);
  let fresh = 0;
  let length = 5;
  for (const source of sources) length += source >= 0 ? size(old, source) : size(made, fresh++);
  const bytes = Buffer.allocUnsafe(length);
  bytes.writeInt32LE(length, 0);
  bytes[length - 1] = 0;
  fresh = 0;
  let to = 4;
  for (let at = 0; at < sources.length; ) {
    const source = sources[at] ?? -1;
    const from = source >= 0 ? old : made;
    const first = source >= 0 ? source : fresh;
    let last = first;
    for (at++; at < sources.length && sources[at] === (source >= 0 ? last + 1 : -1); at++) last++;
    if (source < 0) fresh = last + 1;
    to += from.bytes.copy(bytes, to, from.starts[first] ?? 0, from.starts[last + 1] ?? 0);
  }
  return bytes;
}

/**
 * Encodes a changed document. The bytes of unchanged fields are copied, which costs a fraction of encoding them; a
 * document whose fields cannot be matched with its bytes is encoded completely.
 */
export function encodeChanged(after: Document, before: Original): Buffer {
  // JavaScript lists integer names of an object first, so this order may differ from the order in the bytes.
  const names = Object.keys(before.document);
  const starts = elementsOf(before.bytes, names);
  if (!starts) return encode(after);
  const sources = sourcesOf(after, names, before.document);
  const made = newElements(after, sources);
  return made ? join(sources, { bytes: before.bytes, starts }, made) : encode(after);
}
