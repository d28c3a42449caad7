import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hasChecksum, RECORD_CHECKSUM_BYTES } from './checksum';
import type { Collection } from './collection';
import { afterPrefix, prefixOf } from './keys';
import { countRecords } from './records';
import type { Store } from './store';

/** The number of documents of a collection, and the sizes of its documents and indexes in bytes. */
export type Sizes = { count: number; size: number; indexes: Record<string, number> };

// The file stores no sizes: they are estimated from up to this many entries at each end of a range of keys.
const SAMPLE = 50;

type StoredRange = { table: 'records' | 'entries'; id: number; count: number };

function sizeOfDocument(stored: Buffer): number {
  return stored.length - (hasChecksum(stored) ? RECORD_CHECKSUM_BYTES : 0);
}

function rangeBytes(store: Store, { table, id, count }: StoredRange): number {
  const start = prefixOf(id);
  const end = afterPrefix(start);
  const read = (bounds: object) =>
    [...store.environment[table].getRange({ ...bounds, limit: SAMPLE })].map(({ key, value }) =>
      table === 'records' ? sizeOfDocument(value) : key.length + value.length,
    );
  const sum = (sizes: readonly number[]) => sizes.reduce((total, bytes) => total + bytes, 0);
  const first = read({ start, end });
  if (first.length < SAMPLE) return sum(first);
  const sample = [...first, ...read({ start: end, end: start, reverse: true })];
  return Math.round((sum(sample) / sample.length) * count);
}

/**
 * The sizes of a collection and its indexes: exact below fifty entries, otherwise estimated from a sample, on the
 * assumption that a document has one entry in each index. The number of documents is always exact.
 */
export function sizesOf(store: Store, collection: Collection): Sizes {
  const count = countRecords(store, collection);
  const bytes = (table: StoredRange['table'], id: number) => rangeBytes(store, { table, id, count });
  const indexes = collection.indexes.map(({ id, name }) => [name, bytes('entries', id)]);
  return { count, size: bytes('records', collection.id), indexes: Object.fromEntries(indexes) };
}

/** The size of the data file, in bytes. */
export function fileBytes(store: Store): number {
  return statSync(join(store.folder, 'data.mdb'), { throwIfNoEntry: false })?.size ?? 0;
}
