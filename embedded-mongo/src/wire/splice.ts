import { own, put } from '../values/clone';
import type { Document } from '../values/types';
import { encode } from './bson';
import { endOf } from './elements';

/** A stored document with the bytes it was read from. */
export type Original = { document: Document; bytes: Buffer };

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

/** Which old element each field of the new document is taken from; -1 for those that have to be encoded. */
function sourcesOf(after: Document, names: readonly string[], before: Document): number[] {
  let next = 0;
  return Object.keys(after).map((name) => {
    // Most documents keep the order of their fields: then the next one is it.
    const place = names[next] === name ? next : names.indexOf(name);
    next = place + 1;
    return place >= 0 && Object.is(own(before, name), own(after, name)) ? place : -1;
  });
}

/** Encoded elements, with the places where each begins and behind the last. */
type Elements = { bytes: Buffer; starts: readonly number[] };

/** The elements of the fields that have no source, encoded together. */
function newElements(after: Document, sources: readonly number[]): Elements | null {
  const names = Object.keys(after).filter((_name, at) => sources[at] === -1);
  if (names.length === 0) return { bytes: Buffer.alloc(0), starts: [] };
  const part: Document = {};
  for (const name of names) put(part, name, own(after, name));
  // Numbers as names stand first in any document: then the order would not be that of the list.
  const bytes = encode(part);
  const starts = elementsOf(bytes, names);
  return starts && { bytes, starts };
}

/** Writes both kinds of elements one after another, neighbours in one piece. */
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
 * The bytes of a changed document. Fields that are the very same value as before are taken over as bytes, which costs a
 * fraction of encoding them; a document in which that cannot be told is encoded whole.
 */
export function encodeChanged(after: Document, before: Original): Buffer {
  const names = Object.keys(before.document);
  const starts = elementsOf(before.bytes, names);
  if (!starts) return encode(after);
  const sources = sourcesOf(after, names, before.document);
  const made = newElements(after, sources);
  return made ? join(sources, { bytes: before.bytes, starts }, made) : encode(after);
}
