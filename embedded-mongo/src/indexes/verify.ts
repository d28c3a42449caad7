import { hasChecksum, lacksChecksum } from '../storage/checksum';
import type { Collection } from '../storage/collection';
import { afterPrefix, prefixOf, recordOf } from '../storage/keys';
import { RangeReader } from '../storage/range';
import { documentIn } from '../storage/records';
import type { Store } from '../storage/store';
import type { Document } from '../values/types';
import { decode } from '../wire/decode';
import type { Index } from './definition';
import { entryOf, recordOfEntry } from './entries';
import { keysOf } from './keys';

/** The entries of an index, compared with the documents of its collection. */
export type IndexReport = {
  keys: number;
  /** The number of entries that documents require and the index lacks. */
  missing: number;
  /** The number of entries that no document requires. */
  surplus: number;
  /** The number of entries with a wrong checksum. */
  damaged: number;
};

/** The result of verifying a collection. */
export type CollectionReport = {
  records: number;
  /** The number of records and entries without a checksum. */
  withoutChecksum: number;
  /** The record number of each record that cannot be read. */
  damagedRecords: number[];
  indexes: ReadonlyMap<string, IndexReport>;
};

type Reading = { store: Store; collection: Collection };

function readDocument(collection: Collection, key: Buffer, value: Buffer): Document | null {
  try {
    return decode(documentIn(collection, key, value));
  } catch {
    return null;
  }
}

/** Counts the entries of an index, and the damaged ones among them. */
function countEntries(
  { store }: Reading,
  index: Index,
  report: CollectionReport,
): Pick<IndexReport, 'keys' | 'damaged'> {
  const start = prefixOf(index.id);
  const span = { start, end: afterPrefix(start) };
  const reader = new RangeReader(store.environment.entries, span, { open: store.openReaders });
  const counted = { keys: 0, damaged: 0 };
  try {
    for (let entry = reader.next(); entry; entry = reader.next()) {
      counted.keys++;
      if (lacksChecksum(entry.value.length)) report.withoutChecksum++;
      try {
        recordOfEntry(index, entry.key, entry.value);
      } catch {
        counted.damaged++;
      }
    }
  } finally {
    reader.pause();
  }
  return counted;
}

/** Looks up the index entries that a document requires. Returns how many it requires, and how many of them exist. */
function lookUp({ store }: Reading, index: Index, { record, document }: { record: number; document: Document }) {
  const asked = keysOf(index, document).keys.map((key) => entryOf(index, key, record));
  const there = asked.filter(({ key, value }) => {
    const found = store.environment.entries.getBinary(key);
    if (!found) return false;
    return found.equals(value) || (lacksChecksum(found.length) && found.equals(value.subarray(0, found.length)));
  });
  return { asked: asked.length, there: there.length };
}

/**
 * Reads a whole collection and compares its indexes with its documents in both directions: the entries that documents
 * require are looked up, and surplus entries are counted. Nothing may be written meanwhile.
 */
export function verifyCollection(store: Store, collection: Collection): CollectionReport {
  const reading = { store, collection };
  const indexes = new Map<string, IndexReport>();
  const report: CollectionReport = { records: 0, withoutChecksum: 0, damagedRecords: [], indexes };
  const there = new Map(collection.indexes.map((index) => [index, 0]));
  const missing = new Map(collection.indexes.map((index) => [index, 0]));
  const start = prefixOf(collection.id);
  const span = { start, end: afterPrefix(start) };
  const reader = new RangeReader(store.environment.records, span, { open: store.openReaders });
  try {
    for (let entry = reader.next(); entry; entry = reader.next()) {
      const record = recordOf(entry.key);
      report.records++;
      if (!hasChecksum(entry.value)) report.withoutChecksum++;
      const document = readDocument(collection, entry.key, entry.value);
      if (!document) report.damagedRecords.push(record);
      for (const index of document ? collection.indexes : []) {
        const found = lookUp(reading, index, { record, document: document ?? {} });
        there.set(index, (there.get(index) ?? 0) + found.there);
        missing.set(index, (missing.get(index) ?? 0) + found.asked - found.there);
      }
    }
  } finally {
    reader.pause();
  }
  for (const index of collection.indexes) {
    const counted = countEntries(reading, index, report);
    const surplus = counted.keys - (there.get(index) ?? 0);
    indexes.set(index.name, { ...counted, surplus, missing: missing.get(index) ?? 0 });
  }
  return report;
}

/** The errors of a collection as sentences; empty if there are none. */
export function errorsOf({ damagedRecords, indexes }: CollectionReport): string[] {
  const errors = damagedRecords.map((record) => `record ${record} cannot be read`);
  for (const [name, { missing, surplus, damaged }] of indexes) {
    const parts = [
      ...(missing > 0 ? [`${missing} entries missing`] : []),
      ...(surplus > 0 ? [`${surplus} too many`] : []),
      ...(damaged > 0 ? [`${damaged} damaged`] : []),
    ];
    if (parts.length > 0) errors.push(`index ${name}: ${parts.join(', ')}`);
  }
  return errors;
}
