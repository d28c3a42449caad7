import { BSON } from 'bson';
import { mongoError } from '../values/errors';
import type { Document } from '../values/types';
import { invalid } from './byte-reader';
import { endOf } from './elements';

/** The largest document MongoDB stores, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** A reply may exceed the document limit by the bytes that MongoDB reserves for its own fields. */
const MAX_INTERNAL_BYTES = MAX_DOCUMENT_BYTES + 16 * 1024;
/** The maximum nesting of documents and arrays. */
const MAX_DEPTH = 200;
/** A level of nesting has at least 7 bytes, with an empty name: a document with fewer bytes cannot be too deep. */
const SHORTEST_TOO_DEEP = MAX_DEPTH * 7;

const NESTED = new Set([0x03, 0x04]);
const REGEX = 0x0b;
const POINTER = 0x0c;
const SCOPED_CODE = 0x0f;

/**
 * As `afterName` of wire/elements, but throws. It uses `indexOf`: with a loop, `checkDepth` takes a quarter longer.
 */
function afterCString(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(0, at);
  if (end < 0) throw invalid('not null terminated string in BSON object');
  return end + 1;
}

function afterScalar(type: number, bytes: Buffer, at: number): number {
  if (type === REGEX) return afterCString(bytes, afterCString(bytes, at));
  if (type === POINTER) return at + 4 + bytes.readInt32LE(at) + 12;
  const end = endOf(type, bytes, at);
  if (end < 0) throw invalid(`Unrecognized BSON type ${type}`);
  return end;
}

/**
 * Refuses a document that is nested deeper than MongoDB allows. Needs no recursion, and so protects the decoder, which is
 * recursive. Throws code 22 InvalidBSON or 15 Overflow.
 */
export function checkDepth(bytes: Buffer): void {
  if (bytes.length < SHORTEST_TOO_DEEP) return;
  let at = 4;
  let depth = 1;
  while (depth > 0) {
    if (at >= bytes.length) throw invalid('incorrect BSON length');
    const type = bytes.readUInt8(at++);
    if (type === 0) {
      depth--;
      continue;
    }
    at = afterCString(bytes, at);
    const before = at;
    if (NESTED.has(type)) {
      at += 4;
      depth++;
    } else if (type === SCOPED_CODE) {
      at += 8 + bytes.readInt32LE(at + 4) + 4;
      depth++;
    } else at = afterScalar(type, bytes, at);
    if (at < before) throw invalid('negative length in BSON object');
    if (depth > MAX_DEPTH) throw mongoError(15, 'Overflow', 'BSONObj exceeded maximum nested object depth: 200');
  }
}

/** Encodes a document; `undefined` becomes null. */
export function encode(document: Document): Buffer {
  const bytes = BSON.serialize(document, { ignoreUndefined: false, checkKeys: false });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Encodes a document of a pipeline's result. Throws code 10334 if it exceeds the size of a reply. */
export function encodeResult(document: Document): Buffer {
  const bytes = encode(document);
  if (bytes.length <= MAX_INTERNAL_BYTES) return bytes;
  const rule = `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and ${MAX_INTERNAL_BYTES}(16MB)`;
  throw mongoError(10334, 'BSONObjectTooLarge', rule);
}
