import { recordOfEntry } from '../indexes/entries';
import type { Collection } from '../storage/collection';
import { afterPrefix, prefixOf, recordOf } from '../storage/keys';
import { readRecord } from '../storage/records';
import type { Store } from '../storage/store';
import type { IndexPlan } from './plan';
import { type KeyRange, rangesOf } from './ranges';

/** A record on the way to the matcher. */
export type Candidate = { record: number; bytes: Buffer };

/** What a reading of a collection took: the truth that `explain` tells. */
export type Effort = { keys: number; documents: number };

function* entriesIn(store: Store, plan: IndexPlan, range: KeyRange): Generator<number> {
  const { index } = plan;
  const { entries } = store.environment;
  const { start, end } = range;
  const span = plan.order === -1 ? { start: end, end: start, reverse: true, inclusiveEnd: true } : { start, end };
  if (index.primary) {
    for (const { key, value } of entries.getRange(span)) yield recordOfEntry(index, key, value);
  } else {
    for (const key of entries.getKeys(span)) yield recordOfEntry(index, key, undefined);
  }
}

function isPointRead({ index, points }: IndexPlan): boolean {
  return index.primary && points.length === 1;
}

function* pointRecords(store: Store, plan: IndexPlan): Generator<number> {
  for (const { start } of rangesOf(plan)) {
    const value = store.environment.entries.getBinary(start);
    if (value) yield recordOf(value);
  }
}

function* recordsOf(store: Store, plan: IndexPlan): Generator<number> {
  if (isPointRead(plan)) yield* pointRecords(store, plan);
  else for (const range of rangesOf(plan)) yield* entriesIn(store, plan, range);
}

/** The candidates an index offers, each once. */
export function* scanIndex(
  store: Store,
  collection: Collection,
  plan: IndexPlan,
  effort: Effort,
): Generator<Candidate> {
  const seen = plan.index.multikey ? new Set<number>() : null;
  for (const record of recordsOf(store, plan)) {
    effort.keys++;
    if (seen?.has(record)) continue;
    seen?.add(record);
    const bytes = readRecord(store, collection, record);
    if (!bytes) continue;
    effort.documents++;
    yield { record, bytes };
  }
}

/** All records of a collection in the order they were stored, or the other way round. */
export function* scanCollection(
  store: Store,
  collection: Collection,
  backwards: boolean,
  effort: Effort,
): Generator<Candidate> {
  const start = prefixOf(collection.id);
  const end = afterPrefix(start);
  const span = backwards ? { start: end, end: start, reverse: true } : { start, end };
  for (const { key, value } of store.environment.records.getRange(span)) {
    effort.documents++;
    yield { record: recordOf(key), bytes: value };
  }
}
