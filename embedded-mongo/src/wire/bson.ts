import { BSON } from 'bson';
import { mongoError } from '../values/errors';
import type { Document } from '../values/types';
import { decodeDocument } from './decode';

/** The largest document MongoDB stores, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Replies and update results may exceed the user's limit by the room MongoDB keeps for its own fields. */
const MAX_INTERNAL_BYTES = MAX_DOCUMENT_BYTES + 16 * 1024;
/** How deep documents and arrays may lie in each other. */
const MAX_DEPTH = 200;
/** The shortest nesting level is an empty-named document of 7 bytes: what is shorter cannot be too deep. */
const SHORTEST_TOO_DEEP = MAX_DEPTH * 7;

const STRING_LIKE = new Set([0x02, 0x0d, 0x0e]);
const EMPTY_VALUES = new Set([0x06, 0x0a, 0xff, 0x7f]);
const EIGHT_BYTES = new Set([0x01, 0x09, 0x11, 0x12]);
const NESTED = new Set([0x03, 0x04]);

function invalid(message: string): Error {
  return mongoError(22, 'InvalidBSON', message);
}

function afterName(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(0, at);
  if (end < 0) throw invalid('not null terminated string in BSON object');
  return end + 1;
}

function afterScalar(type: number, bytes: Buffer, at: number): number {
  if (EMPTY_VALUES.has(type)) return at;
  if (EIGHT_BYTES.has(type)) return at + 8;
  if (STRING_LIKE.has(type)) return at + 4 + bytes.readInt32LE(at);
  switch (type) {
    case 0x05:
      return at + 5 + bytes.readInt32LE(at);
    case 0x07:
      return at + 12;
    case 0x08:
      return at + 1;
    case 0x0b:
      return afterName(bytes, afterName(bytes, at));
    case 0x0c:
      return at + 4 + bytes.readInt32LE(at) + 12;
    case 0x10:
      return at + 4;
    case 0x13:
      return at + 16;
  }
  throw invalid(`Unrecognized BSON type ${type}`);
}

/**
 * Refuses a document that nests deeper than MongoDB allows, without recursion, before the decoder (which recurses) sees
 * it. Throws code 22 InvalidBSON or 15 Overflow.
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
    at = afterName(bytes, at);
    const before = at;
    if (NESTED.has(type)) {
      at += 4;
      depth++;
    } else if (type === 0x0f) {
      at += 8 + bytes.readInt32LE(at + 4) + 4;
      depth++;
    } else at = afterScalar(type, bytes, at);
    if (at < before) throw invalid('negative length in BSON object');
    if (depth > MAX_DEPTH) throw mongoError(15, 'Overflow', 'BSONObj exceeded maximum nested object depth: 200');
  }
}

/** A document of bytes this store wrote itself, or that {@link checkDepth} has passed. */
export function decode(bytes: Buffer): Document {
  return decodeDocument(bytes);
}

/** The bytes of a document; a field that is `undefined` is written as null. */
export function encode(document: Document): Buffer {
  const bytes = BSON.serialize(document, { ignoreUndefined: false, checkKeys: false });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes of a document that a pipeline made. Throws code 10334 where it is greater than an answer may be. */
export function encodeResult(document: Document): Buffer {
  const bytes = encode(document);
  if (bytes.length <= MAX_INTERNAL_BYTES) return bytes;
  const rule = `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and ${MAX_INTERNAL_BYTES}(16MB)`;
  throw mongoError(10334, 'BSONObjectTooLarge', rule);
}
