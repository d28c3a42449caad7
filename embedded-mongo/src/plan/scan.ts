import { recordOfEntry } from '../indexes/entries';
import type { Collection } from '../storage/collection';
import { afterPrefix, prefixOf, recordOf } from '../storage/keys';
import { RangeReader } from '../storage/range';
import { RecordSet } from '../storage/record-set';
import { documentIn, readRecord } from '../storage/records';
import type { Store } from '../storage/store';
import { damaged, mongoError } from '../values/errors';
import type { IndexPlan } from './plan';
import { type KeyRange, pointKeysOf, rangesOf } from './ranges';

/** A record to be checked by the matcher, unless the plan decides the query: see plan/decided. */
export type Candidate = { record: number; bytes: Buffer };

/** The numbers of index keys and documents that were examined, for `explain`. */
export type ScanCounts = { keys: number; documents: number };

/** Throws QueryPlanKilled if a cursor's collection or index was dropped since its last batch. */
function checkNotDropped(store: Store, collection: Collection, indexId: number | null): void {
  const now = store.catalog.find(collection.database, collection.name);
  if (now?.id !== collection.id) throw mongoError(175, 'QueryPlanKilled', 'collection dropped');
  if (indexId !== null && !now.indexes.some(({ id }) => id === indexId)) {
    throw mongoError(175, 'QueryPlanKilled', 'the index of this cursor was dropped');
  }
}

/** The collection that is scanned. */
export type Reading = { store: Store; collection: Collection };

type IndexReading = Reading & { plan: IndexPlan };

function* entriesIn({ store, collection, plan }: IndexReading, range: KeyRange): Generator<number> {
  const { index, order } = plan;
  const span = { ...range, reverse: order === -1 };
  const onResume = () => checkNotDropped(store, collection, index.id);
  const reader = new RangeReader(store.environment.entries, span, { open: store.openReaders, onResume });
  try {
    for (let entry = reader.next(); entry; entry = reader.next()) yield recordOfEntry(index, entry.key, entry.value);
  } finally {
    reader.pause();
  }
}

function isPointRead({ index, points }: IndexPlan): boolean {
  return index.primary && points.length === 1;
}

function* pointRecords(store: Store, plan: IndexPlan): Generator<number> {
  for (const key of pointKeysOf(plan)) {
    const value = store.environment.entries.getBinary(key);
    if (value) yield recordOfEntry(plan.index, key, value);
  }
}

function* recordsOf(reading: IndexReading): Generator<number> {
  const { store, plan } = reading;
  if (isPointRead(plan)) yield* pointRecords(store, plan);
  else for (const range of rangesOf(plan)) yield* entriesIn(reading, range);
}

/**
 * The candidates of an index. Each document is a candidate once, even if it has several keys, or if its key changes while
 * a cursor is open.
 */
export function* scanIndex(reading: Reading, plan: IndexPlan, counts: ScanCounts): Generator<Candidate> {
  const { store, collection } = reading;
  const seen = plan.index.primary ? null : new RecordSet();
  for (const record of recordsOf({ store, collection, plan })) {
    counts.keys++;
    if (seen && !seen.add(record)) continue;
    const bytes = readRecord(store, collection, record);
    if (!bytes) throw damaged(`the index ${plan.index.name} points to record ${record}, which is not there`);
    counts.documents++;
    yield { record, bytes };
  }
}

/** All records of a collection in the order they were stored, or in reverse. */
export function* scanCollection(
  { store, collection }: Reading,
  backwards: boolean,
  counts: ScanCounts,
): Generator<Candidate> {
  const start = prefixOf(collection.id);
  const span = { start, end: afterPrefix(start), reverse: backwards };
  const onResume = () => checkNotDropped(store, collection, null);
  const reader = new RangeReader(store.environment.records, span, { open: store.openReaders, onResume });
  try {
    for (let entry = reader.next(); entry; entry = reader.next()) {
      counts.documents++;
      yield { record: recordOf(entry.key), bytes: documentIn(collection, entry.key, entry.value) };
    }
  } finally {
    reader.pause();
  }
}
