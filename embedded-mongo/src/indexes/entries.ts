import type { Collection } from '../storage/collection';
import type { ByteTable } from '../storage/environment';
import { afterPrefix, prefixOf, RECORD_BYTES, recordOf } from '../storage/keys';
import type { Document } from '../values/types';
import type { Index } from './definition';
import { duplicateKey } from './duplicate';

const EMPTY = Buffer.alloc(0);

/** One entry of an index: an empty value, and the record at the end of the key, but for the `_id` index. */
export type Entry = { key: Buffer; value: Buffer };

function recordBytes(record: number): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_BYTES);
  bytes.writeUIntBE(record, 0, RECORD_BYTES);
  return bytes;
}

/** What an index of the file holds for one key: the `_id` index keeps the record as the value, for a read in one step. */
export function entryOf(index: Index, key: Buffer, record: number): Entry {
  const prefix = prefixOf(index.id);
  const tail = recordBytes(record);
  if (index.primary) return { key: Buffer.concat([prefix, key]), value: tail };
  return { key: Buffer.concat([prefix, key, tail]), value: EMPTY };
}

/** The record an entry points to. */
export function recordOfEntry(index: Index, key: Buffer, value: Buffer | undefined): number {
  return recordOf(index.primary && value ? value : key);
}

/** The record that holds a key already, other than the one given; null when the key is free. */
export function holderOf(
  entries: ByteTable,
  index: Index,
  { key, record }: { key: Buffer; record: number },
): number | null {
  const start = Buffer.concat([prefixOf(index.id), key]);
  if (index.primary) {
    const value = entries.getBinary(start);
    return value && recordOf(value) !== record ? recordOf(value) : null;
  }
  for (const found of entries.getKeys({ start, end: afterPrefix(start) })) {
    // A longer key that only begins like this one is another key.
    if (found.length === start.length + RECORD_BYTES && recordOf(found) !== record) return recordOf(found);
  }
  return null;
}

/** Throws code 11000 where another record holds one of the keys of a unique index. */
export function checkUnique(
  entries: ByteTable,
  target: { collection: Collection; index: Index; document: Document; record: number },
  keys: readonly Buffer[],
): void {
  const { collection, index, document, record } = target;
  if (!index.unique) return;
  for (const key of keys) {
    if (holderOf(entries, index, { key, record }) !== null) throw duplicateKey(collection, index, document);
  }
}
