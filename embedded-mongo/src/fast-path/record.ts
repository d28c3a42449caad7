import type { Index } from '../indexes/definition';
import { recordOfEntry } from '../indexes/entries';
import {
  damagedRecord,
  RECORD_CHECKSUM_BYTES,
  validDocumentSize,
  verifiedDocument,
  writeRecordChecksum,
} from '../storage/checksum';
import type { Collection } from '../storage/collection';
import { RECORD_BYTES } from '../storage/keys';
import type { Store } from '../storage/store';
import { RANK } from '../values/types';
import { afterName, endWithin } from '../wire/elements';
import { TYPE } from './elements';
import type { Element } from './message';

const ROOM = 64 * 1024;
const ID_BYTES = 12;
/** The longest supported `_id` string, in bytes: the keys of longer strings may have to be truncated. */
const MAX_ID_STRING_BYTES = 500;

/** The record that was loaded last, changed in place. One buffer is enough: a job of the queue is never interrupted. */
export const document = Buffer.allocUnsafeSlow(ROOM);
const recordKey = Buffer.alloc(4 + RECORD_BYTES);
const place = { id: 0, record: 0 };
const idKey = Buffer.alloc(4 + 1 + ID_BYTES);

/** The key of a string in the `_id` index; null if the string is too long or contains a zero byte. */
function textKey(index: number, bytes: Buffer, { value, end }: Element): Buffer | null {
  const size = end - value - 5;
  if (size > MAX_ID_STRING_BYTES) return null;
  const key = Buffer.alloc(4 + 1 + size + 2);
  key.writeUInt32BE(index);
  key[4] = RANK.string;
  bytes.copy(key, 5, value + 4, end - 1);
  return key.indexOf(0, 5) === 5 + size ? key : null;
}

/** The key in the `_id` index for the value of a query, as in indexes/keys; null unless it is a string or an ObjectId. */
function idKeyOf(index: number, bytes: Buffer, id: Element): Buffer | null {
  if (bytes[id.at] === TYPE.string) return textKey(index, bytes, id);
  if (bytes[id.at] !== TYPE.objectId) return null;
  idKey.writeUInt32BE(index);
  idKey[4] = RANK.objectId;
  for (let n = 0; n < ID_BYTES; n++) idKey[5 + n] = bytes[id.value + n] ?? 0;
  return idKey;
}

/** A value of `_id` in a message. */
type WantedId = { bytes: Buffer; id: Element };

/** A collection and its `_id` index. */
type Target = { collection: Collection; index: Index };

/** The `_id` index of a collection that compares values as bytes; null for a view, with a collation, or without one. */
export function plainIdIndex({ options, indexes }: Collection): Index | null {
  const [first] = indexes;
  return first?.primary && options.viewOn === undefined && options.collation === undefined ? first : null;
}

/**
 * The stored bytes of the record with the `_id` of a message, valid until the store is read again; its place is then in
 * {@link place}. Undefined if no document has this `_id`; null if the `_id` is not supported, and if its record is missing
 * or too large. Throws DataCorruptionDetected.
 */
function storedById(store: Store, { collection, index }: Target, { bytes, id }: WantedId): Buffer | null | undefined {
  const key = idKeyOf(index.id, bytes, id);
  if (!key) return null;
  const pointer = store.environment.entries.getBinaryFast(key);
  if (!pointer) return undefined;
  place.id = collection.id;
  place.record = recordOfEntry(index, key, pointer);
  recordKey.writeUInt32BE(place.id);
  recordKey.writeUIntBE(place.record, 4, RECORD_BYTES);
  const stored: unknown = store.environment.records.getBinaryFast(recordKey);
  // A record that does not fit into lmdb's own buffer, of 16 MB, is returned as another type.
  return Buffer.isBuffer(stored) ? stored : null;
}

/**
 * The document with the `_id` of a message, as {@link storedById} returns its record. Null for a file of the first version,
 * too: an index entry without a checksum may be damaged, and point to another document.
 */
export function readById(store: Store, collection: Collection, wanted: WantedId): Buffer | null | undefined {
  const index = plainIdIndex(collection);
  if (!index?.sealed || !collection.sealed) return null;
  const stored = storedById(store, { collection, index }, wanted);
  if (stored !== null) index.uses++;
  return stored && verifiedDocument(stored, place, false);
}

/**
 * Loads the record with the `_id` of a message into {@link document}. Returns its size in bytes; 0 if there is none, -1
 * if the record and `spare` further bytes do not fit, if the `_id` is not supported, and if its record is missing. Throws
 * DataCorruptionDetected.
 */
export function load(store: Store, target: Target, wanted: WantedId & { spare: number }): number {
  const found = storedById(store, target, wanted);
  if (!found) return found === undefined ? 0 : -1;
  if (found.length + wanted.spare + RECORD_CHECKSUM_BYTES > ROOM) return -1;
  const size = validDocumentSize(found, place, !target.collection.sealed);
  if (size < 0) throw damagedRecord(place);
  // The checksum after the document is copied too; it is overwritten later.
  document.set(found.subarray(0, found.length));
  return size;
}

/** Stores the first bytes of {@link document} as the record that was loaded last. */
export function save(store: Store, size: number): void {
  store.environment.records.putSync(recordKey, document.subarray(0, writeRecordChecksum(document, size, place)));
}

/** The offsets of fields in the loaded document; a missing field has the end 0. */
export type Places = Element[];

/** The offsets of a missing field. */
export const MISSING_FIELD: Element = { at: 0, value: 0, end: 0 };

/** Stores the offsets of a document's element as the place of the field with the same name, if the list has one. */
function recordPlace(bytes: Buffer, list: readonly Element[], places: Places, { at, value, end }: Element): void {
  for (let n = 0; n < list.length; n++) {
    const field = list[n];
    if (!field || field.value - field.at !== value - at) continue;
    let left = value - at - 1;
    while (left > 0 && bytes[field.at + left] === document[at + left]) left--;
    if (left === 0) places[n] = { at, value, end };
  }
}

function missingPlaces(list: readonly Element[]): Places {
  const places: Places = [];
  for (let n = 0; n < list.length; n++) places.push(MISSING_FIELD);
  return places;
}

/** The fields of a message that are looked up in the loaded document. */
export type FieldLists = { bytes: Buffer; conditions: readonly Element[]; changes: readonly Element[] };

/** The offsets of the fields of {@link FieldLists}. */
export type LocatedFields = { conditions: Places; changes: Places };

/** Finds fields in the loaded document of this size; null if it holds a BSON type that the fast path does not know. */
export function locate({ bytes, conditions, changes }: FieldLists, size: number): LocatedFields | null {
  const found = { conditions: missingPlaces(conditions), changes: missingPlaces(changes) };
  const limit = size - 1;
  let at = 4;
  while (at < limit) {
    const value = afterName(document, at + 1, limit);
    const end = value < 0 ? -1 : endWithin(document[at] ?? 0, document, { at: value, limit });
    if (end < 0) return null;
    const element = { at, value, end };
    recordPlace(bytes, conditions, found.conditions, element);
    recordPlace(bytes, changes, found.changes, element);
    at = end;
  }
  return found;
}
