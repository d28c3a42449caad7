import { ENTRY_CHECKSUM_BYTES, isValidEntry, writeEntryChecksum } from '../storage/checksum';
import type { Collection } from '../storage/collection';
import type { ByteTable } from '../storage/environment';
import { afterPrefix, prefixOf, RECORD_BYTES, recordOf } from '../storage/keys';
import { sliceOf } from '../storage/slice';
import { damaged } from '../values/errors';
import type { Document } from '../values/types';
import type { Index } from './definition';
import { duplicateKey } from './duplicate';

/**
 * One entry of an index. The value ends with a checksum; the record's number is at the end of the key or, in the `_id`
 * index, in the value.
 */
export type Entry = { key: Buffer; value: Buffer };

function recordBytes(record: number): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_BYTES);
  bytes.writeUIntBE(record, 0, RECORD_BYTES);
  return bytes;
}

/**
 * The stored entry for one key. The `_id` index has the record number in the value, before the checksum, so that a lookup
 * reads one entry by its exact key.
 */
export function entryOf(index: Index, key: Buffer, record: number): Entry {
  const prefix = prefixOf(index.id);
  const tail = recordBytes(record);
  const whole = Buffer.concat(index.primary ? [prefix, key] : [prefix, key, tail]);
  const value = Buffer.allocUnsafe((index.primary ? RECORD_BYTES : 0) + ENTRY_CHECKSUM_BYTES);
  if (index.primary) value.set(tail);
  writeEntryChecksum(value, { key: whole, record });
  return { key: whole, value };
}

/**
 * The number of the record that an index entry points to. Throws DataCorruptionDetected if the entry's checksum is
 * wrong, or is missing in a sealed index, whose entries all have checksums.
 */
export function recordOfEntry(index: Index, key: Buffer, value: Buffer): number {
  const bare = index.primary ? RECORD_BYTES : 0;
  if (value.length === bare + ENTRY_CHECKSUM_BYTES) {
    if (isValidEntry(sliceOf(key), sliceOf(value)))
      return index.primary ? value.readUIntBE(0, RECORD_BYTES) : recordOf(key);
  } else if (value.length === bare && !index.sealed) return recordOf(index.primary ? value : key);
  throw damaged(`an entry of the index ${index.name} fails its checksum`);
}

/** The number of another record with the same key; null if there is none. */
export function holderOf(
  entries: ByteTable,
  index: Index,
  { key, record }: { key: Buffer; record: number },
): number | null {
  const start = Buffer.concat([prefixOf(index.id), key]);
  if (index.primary) {
    const value = entries.getBinary(start);
    const holder = value && recordOfEntry(index, start, value);
    return holder === undefined || holder === record ? null : holder;
  }
  for (const { key: found, value } of entries.getRange({ start, end: afterPrefix(start) })) {
    const holder = recordOfEntry(index, found, value);
    // A longer key with this prefix is another key.
    if (found.length === start.length + RECORD_BYTES && holder !== record) return holder;
  }
  return null;
}

/** Throws code 11000 if another record holds one of the keys of a unique index. */
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
