import { crc32 } from 'node:zlib';
import { damaged, type MongoError } from '../values/errors';
import { RECORD_BYTES, recordOf } from './keys';

/** What a sealed record has behind its document: a CRC-32 and a mark, which no document ends with. */
export const RECORD_SEAL_BYTES = 5;
/** What a sealed index entry has behind its value: a CRC-32. */
export const ENTRY_SEAL_BYTES = 4;

const CRC_BYTES = 4;
const MARK = 0xc5;
const WORD = 0x1_0000_0000;

/** A record is sealed for its place: one that was moved to another key is damaged, too. */
function startOf(id: number, record: number): number {
  return (Math.imul(id, 0x9e3779b1) ^ Math.imul(Math.floor(record / WORD), 0x85ebca6b) ^ record) >>> 0;
}

/** Where a record stands: the number of its collection, and its own. */
export type RecordPlace = { id: number; record: number };

/** Seals the first `size` bytes of a buffer that has room behind them. Answers the size with the seal. */
export function sealInPlace(buffer: Buffer, size: number, { id, record }: RecordPlace): number {
  buffer.writeUInt32LE(crc32(buffer.subarray(0, size), startOf(id, record)), size);
  buffer[size + CRC_BYTES] = MARK;
  return size + RECORD_SEAL_BYTES;
}

/** The bytes of a document as they are stored: with a checksum behind them. */
export function sealRecord(document: Buffer, place: RecordPlace): Buffer {
  const sealed = Buffer.allocUnsafe(document.length + RECORD_SEAL_BYTES);
  sealed.set(document);
  sealInPlace(sealed, document.length, place);
  return sealed;
}

/** The CRC-32 residue: the checksum of any document followed by its own checksum. */
const RESIDUE = 0x2144df1c;

/**
 * The size of the document in a stored record whose checksum is right; -1 for one that is damaged. A record from before
 * there were checksums is told by its length; it can be right only where `mayBeBare` says that there are such.
 */
export function sizeOfSound(stored: Buffer, { id, record }: RecordPlace, mayBeBare: boolean): number {
  if (stored.length < 5) return -1;
  const size = stored.readInt32LE(0);
  const last = stored[stored.length - 1];
  if (stored.length === size) return mayBeBare && last === 0 ? size : -1;
  if (stored.length !== size + RECORD_SEAL_BYTES || last !== MARK) return -1;
  return crc32(stored.subarray(0, size + CRC_BYTES), startOf(id, record)) === RESIDUE ? size : -1;
}

/** Whether a stored record carries a checksum. */
export function isSealed(stored: Buffer): boolean {
  return stored[stored.length - 1] === MARK;
}

/** The document in a stored record. Throws DataCorruptionDetected where its checksum is wrong. */
export function openRecord(stored: Buffer, place: RecordPlace, mayBeBare: boolean): Buffer {
  const size = stored.length - RECORD_SEAL_BYTES;
  // The usual record takes one view of its bytes: making one costs as much as the checksum.
  if (size >= 5 && stored.readInt32LE(0) === size && stored[size + CRC_BYTES] === MARK) {
    const document = stored.subarray(0, size);
    if (crc32(document, startOf(place.id, place.record)) === stored.readUInt32LE(size)) return document;
  } else if (sizeOfSound(stored, place, mayBeBare) === stored.length) return stored;
  throw damagedRecord(place);
}

/** The error for who reads a record that fails its checksum. */
export function damagedRecord({ id, record }: RecordPlace): MongoError {
  return damaged(`record ${record} of collection ${id} fails its checksum`);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest >>> 0;
});
/** Up to so many bytes the checksum costs less here than the call of zlib's. */
const SHORT = 48;

/** As zlib's `crc32`, for keys. */
function crcOfKey(key: Buffer, start: number): number {
  if (key.length > SHORT) return crc32(key, start);
  let rest = ~start;
  for (let at = 0; at < key.length; at++) rest = (TABLE[(rest ^ (key[at] ?? 0)) & 0xff] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}

/** The checksum of an index entry: of its key with the index's number, and of the record it points to. */
function entryCheck(key: Buffer, record: number): number {
  return crcOfKey(key, startOf(0, record));
}

/** Writes an entry's checksum behind its value. */
export function sealEntry(value: Buffer, { key, record }: { key: Buffer; record: number }): void {
  value.writeUInt32LE(entryCheck(key, record), value.length - ENTRY_SEAL_BYTES);
}

/** Whether an entry carries a checksum, and the right one. */
export function isSealedEntry(key: Buffer, value: Buffer): boolean {
  if (value.length !== ENTRY_SEAL_BYTES && value.length !== ENTRY_SEAL_BYTES + RECORD_BYTES) return false;
  const record = value.length === ENTRY_SEAL_BYTES ? recordOf(key) : value.readUIntBE(0, RECORD_BYTES);
  return value.readUInt32LE(value.length - ENTRY_SEAL_BYTES) === entryCheck(key, record);
}

/** Whether an entry may be one from before there were checksums. */
export function isBareEntry(value: Buffer): boolean {
  return value.length === 0 || value.length === RECORD_BYTES;
}

/** The place of a catalog entry, for its checksum: no record has the number 0. */
export function placeOf(key: Buffer): RecordPlace {
  return { id: key.readUInt32BE(0), record: 0 };
}
