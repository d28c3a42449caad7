import { crc32 } from 'node:zlib';
import { damaged, type MongoError } from '../values/errors';
import { RECORD_BYTES } from './keys';
import { bufferOf, lengthOf, type Slice, sliceOf } from './slice';

/** The size of a record's checksum, in bytes: a CRC-32 and a marker byte, with which no BSON document ends. */
export const RECORD_CHECKSUM_BYTES = 5;
/** The size of an index entry's checksum, in bytes: a CRC-32. */
export const ENTRY_CHECKSUM_BYTES = 4;

const CRC_BYTES = 4;
const MARK = 0xc5;
const WORD = 0x1_0000_0000;

/** The checksum's start value depends on the record's key, so that a record found under another key counts as damaged. */
function checksumSeed(id: number, record: number): number {
  return (Math.imul(id, 0x9e3779b1) ^ Math.imul(Math.floor(record / WORD), 0x85ebca6b) ^ record) >>> 0;
}

/** The key of a record: the number of its collection, and the number of the record. */
export type RecordPlace = { id: number; record: number };

/** Writes the checksum of the first `size` bytes directly after them. Returns the size with the checksum. */
export function writeRecordChecksum(buffer: Buffer, size: number, { id, record }: RecordPlace): number {
  buffer.writeUInt32LE(crc32(buffer.subarray(0, size), checksumSeed(id, record)), size);
  buffer[size + CRC_BYTES] = MARK;
  return size + RECORD_CHECKSUM_BYTES;
}

/** The bytes of a document as they are stored, followed by their checksum. */
export function withChecksum(document: Buffer, place: RecordPlace): Buffer {
  const sealed = Buffer.allocUnsafe(document.length + RECORD_CHECKSUM_BYTES);
  sealed.set(document);
  writeRecordChecksum(sealed, document.length, place);
  return sealed;
}

/** The CRC-32 residue: the checksum of any document followed by its own checksum. */
const RESIDUE = 0x2144df1c;

/**
 * The size of the document in a stored record with a valid checksum; -1 for a damaged record. A record without a checksum
 * is recognised by its length, and valid only with `mayLackChecksum`.
 */
export function validDocumentSize(stored: Buffer, { id, record }: RecordPlace, mayLackChecksum: boolean): number {
  if (stored.length < 5) return -1;
  const size = stored.readInt32LE(0);
  const last = stored[stored.length - 1];
  if (stored.length === size) return mayLackChecksum && last === 0 ? size : -1;
  if (stored.length !== size + RECORD_CHECKSUM_BYTES || last !== MARK) return -1;
  return crc32(stored.subarray(0, size + CRC_BYTES), checksumSeed(id, record)) === RESIDUE ? size : -1;
}

/** Whether a stored record has a checksum, valid or not. */
export function hasChecksum(stored: Buffer): boolean {
  return stored[stored.length - 1] === MARK;
}

/** The bytes of the document in a stored record. Throws DataCorruptionDetected if its checksum is wrong. */
export function verifiedDocument(stored: Buffer, place: RecordPlace, mayLackChecksum: boolean): Buffer {
  const size = stored.length - RECORD_CHECKSUM_BYTES;
  // The usual case creates a single view of the bytes: creating one costs as much as the checksum.
  if (size >= 5 && stored.readInt32LE(0) === size && stored[size + CRC_BYTES] === MARK) {
    const document = stored.subarray(0, size);
    if (crc32(document, checksumSeed(place.id, place.record)) === stored.readUInt32LE(size)) return document;
  } else if (validDocumentSize(stored, place, mayLackChecksum) === stored.length)
    return stored.subarray(0, stored.length);
  throw damagedRecord(place);
}

/** The error for reading a record with a wrong checksum. */
export function damagedRecord({ id, record }: RecordPlace): MongoError {
  return damaged(`record ${record} of collection ${id} fails its checksum`);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest >>> 0;
});
/** Up to this many bytes, a checksum is computed faster in JavaScript than by a call of zlib. */
const SHORT = 48;

/** The same CRC-32 as zlib's, faster for short keys. */
function crcOfKey(key: Slice, start: number): number {
  if (lengthOf(key) > SHORT) return crc32(bufferOf(key), start);
  const { bytes, from, to } = key;
  let rest = ~start;
  for (let at = from; at < to; at++) rest = (TABLE[(rest ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}

/** The checksum of an index entry. It covers the key, which contains the index's number, and the record's number. */
function entryChecksum(key: Slice, record: number): number {
  return crcOfKey(key, checksumSeed(0, record));
}

/** Writes an entry's checksum into the last bytes of its value. */
export function writeEntryChecksum(value: Buffer, { key, record }: { key: Buffer; record: number }): void {
  value.writeUInt32LE(entryChecksum(sliceOf(key), record), value.length - ENTRY_CHECKSUM_BYTES);
}

/** Whether an entry has a checksum that is right. */
export function isValidEntry(key: Slice, value: Slice): boolean {
  const length = lengthOf(value);
  if (length !== ENTRY_CHECKSUM_BYTES && length !== ENTRY_CHECKSUM_BYTES + RECORD_BYTES) return false;
  // The number of the record is at the end of the key, or else at the start of the value.
  const place = length === ENTRY_CHECKSUM_BYTES ? { ...key, from: key.to - RECORD_BYTES } : value;
  const record = place.bytes.readUIntBE(place.from, RECORD_BYTES);
  return value.bytes.readUInt32LE(value.to - ENTRY_CHECKSUM_BYTES) === entryChecksum(key, record);
}

/** Whether the length of an index entry's value shows that the entry has no checksum. */
export function lacksChecksum(length: number): boolean {
  return length === 0 || length === RECORD_BYTES;
}

/** The place of a catalog entry, for its checksum: no record has the number 0. */
export function catalogPlace(key: Buffer): RecordPlace {
  return { id: key.readUInt32BE(0), record: 0 };
}
