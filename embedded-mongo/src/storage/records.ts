import type { Index, IndexTraits } from '../indexes/definition';
import { checkUnique, type Entry, entryOf } from '../indexes/entries';
import { addTraits, keysOf } from '../indexes/keys';
import { own } from '../values/clone';
import { identical } from '../values/compare';
import { mongoError } from '../values/errors';
import type { Document } from '../values/types';
import { checkDepth, encode, MAX_DOCUMENT_BYTES } from '../wire/bson';
import { encodeChanged } from '../wire/splice';
import { verifiedDocument, withChecksum } from './checksum';
import type { Collection } from './collection';
import { afterPrefix, prefixOf, recordKey, recordOf } from './keys';
import type { Store } from './store';

/** A stored document. */
export type StoredRecord = { record: number; document: Document };

/**
 * A stored document and `after`, which replaces it. If `bytes` has the bytes of the stored document, unchanged fields are
 * not encoded again.
 */
export type ReplacedRecord = StoredRecord & { bytes?: Buffer; after: Document };

function checkedSize(bytes: Buffer): Buffer {
  if (bytes.length <= MAX_DOCUMENT_BYTES) {
    checkDepth(bytes);
    return bytes;
  }
  throw mongoError(
    10334,
    'BSONObjectTooLarge',
    `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and 16793600(16MB)`,
  );
}

/** How many records a collection holds. */
export function countRecords(store: Store, collection: Collection): number {
  if (collection.count !== null) return collection.count;
  const start = prefixOf(collection.id);
  const count = store.environment.records.getKeysCount({ start, end: afterPrefix(start) });
  // Records of a commit in progress are not counted yet, so the count must not be cached.
  if (!store.isCommitting) collection.count = count;
  return count;
}

/** The total size of a collection's documents, in bytes. */
export function countBytes(store: Store, collection: Collection): number {
  if (collection.bytes === null) {
    const start = prefixOf(collection.id);
    collection.bytes = 0;
    for (const { key, value } of store.environment.records.getRange({ start, end: afterPrefix(start) })) {
      collection.bytes += documentIn(collection, key, value).length;
    }
  }
  return collection.bytes;
}

function countUp(collection: Collection, bytes: number): void {
  if (collection.options.capped && collection.bytes !== null) collection.bytes += bytes;
}

function storedBytes(store: Store, collection: Collection, record: number): number {
  return collection.options.capped ? (readRecord(store, collection, record)?.length ?? 0) : 0;
}

function nextRecordNumber(store: Store, collection: Collection): number {
  if (collection.nextRecord === null) {
    const prefix = prefixOf(collection.id);
    const range = { start: afterPrefix(prefix), end: prefix, reverse: true, limit: 1 };
    const [last] = [...store.environment.records.getKeys(range)];
    collection.nextRecord = last ? recordOf(last) + 1 : 1;
  }
  return collection.nextRecord++;
}

/** The document in an entry of the table of records. Throws DataCorruptionDetected if its checksum is wrong. */
export function documentIn(collection: Collection, key: Buffer, stored: Buffer): Buffer {
  return verifiedDocument(stored, { id: collection.id, record: recordOf(key) }, !collection.sealed);
}

/** The bytes of a record; undefined if there is none. Throws DataCorruptionDetected if its checksum is wrong. */
export function readRecord(store: Store, collection: Collection, record: number): Buffer | undefined {
  const stored = store.environment.records.getBinary(recordKey(collection.id, record));
  return stored && verifiedDocument(stored, { id: collection.id, record }, !collection.sealed);
}

function putRecord(store: Store, collection: Collection, { record, bytes }: { record: number; bytes: Buffer }): void {
  const { id } = collection;
  store.environment.records.putSync(recordKey(id, record), withChecksum(bytes, { id, record }));
}

/** The keys that a change of one record adds to and removes from one index. */
type Change = { index: Index; added: Buffer[]; removed: Buffer[]; met: IndexTraits };

const NOTHING: IndexTraits = { multikey: false, cut: false, odd: false };

/** Whether it is certain that no key has changed: comparing indexed fields costs less than encoding keys. */
function isUntouched(index: Index, before: Document, after: Document): boolean {
  if (index.covers) return false;
  return index.fields.every(({ parts: [top = ''] }) => identical(own(before, top), own(after, top)));
}

function changeOf(index: Index, before: Document | null, after: Document | null): Change {
  if (before && after && isUntouched(index, before, after)) {
    return { index, added: [], removed: [], met: NOTHING };
  }
  const old = before ? keysOf(index, before).keys : [];
  const met = after ? keysOf(index, after) : { keys: [], ...NOTHING };
  const { keys } = met;
  if (old.length === 0 || keys.length === 0) return { index, added: keys, removed: old, met };
  const has = (list: readonly Buffer[], key: Buffer) => list.some((other) => other.equals(key));
  if (old.length === 1 && keys.length === 1) {
    const [key] = keys;
    return key && has(old, key) ? { index, added: [], removed: [], met } : { index, added: keys, removed: old, met };
  }
  const oldSet = new Set(old.map((key) => key.toString('latin1')));
  const newSet = new Set(keys.map((key) => key.toString('latin1')));
  return {
    index,
    added: keys.filter((key) => !oldSet.has(key.toString('latin1'))),
    removed: old.filter((key) => !newSet.has(key.toString('latin1'))),
    met,
  };
}

/** The changes of all indexes for one record. */
type Changes = { record: number; changes: readonly Change[] };

function applyChanges(store: Store, collection: Collection, { record, changes }: Changes): void {
  const { entries } = store.environment;
  const entriesOf = ({ index }: Change, keys: readonly Buffer[]): Entry[] =>
    keys.map((key) => entryOf(index, key, record));
  for (const change of changes) {
    for (const { key } of entriesOf(change, change.removed)) entries.removeSync(key);
    for (const { key, value } of entriesOf(change, change.added)) entries.putSync(key, value);
    if (addTraits(change.index, change.met)) store.catalog.save(collection);
  }
}

function checkedChanges(
  store: Store,
  collection: Collection,
  { record, before, after }: { record: number; before: Document | null; after: Document },
): Changes {
  const changes = collection.indexes.map((index) => {
    const change = changeOf(index, before, after);
    checkUnique(store.environment.entries, { collection, index, document: after, record }, change.added);
    return change;
  });
  return { record, changes };
}

/**
 * Stores a new document. Everything is checked before the first write.
 * Throws 10334 BSONObjectTooLarge, 15 Overflow, 11000 DuplicateKey, 171 CannotIndexParallelArrays.
 */
export function insertRecord(store: Store, collection: Collection, document: Document): void {
  const bytes = checkedSize(encode(document));
  const record = nextRecordNumber(store, collection);
  const changes = checkedChanges(store, collection, { record, before: null, after: document });
  putRecord(store, collection, { record, bytes });
  applyChanges(store, collection, changes);
  if (collection.count !== null) collection.count++;
  countUp(collection, bytes.length);
}

/** Replaces a stored document. Throws the errors of {@link insertRecord}. */
export function updateRecord(store: Store, collection: Collection, replaced: ReplacedRecord): void {
  const { record, document: before, bytes: old, after } = replaced;
  const bytes = checkedSize(old ? encodeChanged(after, { document: before, bytes: old }) : encode(after));
  const changes = checkedChanges(store, collection, { record, before, after });
  countUp(collection, bytes.length - storedBytes(store, collection, record));
  putRecord(store, collection, { record, bytes });
  applyChanges(store, collection, changes);
}

/** Removes a stored document. */
export function removeRecord(store: Store, collection: Collection, stored: StoredRecord): void {
  const changes = collection.indexes.map((index) => changeOf(index, stored.document, null));
  applyChanges(store, collection, { record: stored.record, changes });
  countUp(collection, -storedBytes(store, collection, stored.record));
  store.environment.records.removeSync(recordKey(collection.id, stored.record));
  if (collection.count !== null) collection.count--;
}
