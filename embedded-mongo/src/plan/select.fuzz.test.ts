import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EJSON, Long, ObjectId } from 'bson';
import { buildIndex } from '../indexes/build';
import { indexFaults } from '../indexes/check';
import type { Collection } from '../storage/collection';
import { insertRecord, removeRecord, updateRecord } from '../storage/records';
import { openStore, type Store } from '../storage/store';
import { MongoError } from '../values/errors';
import { sorter } from '../values/sort';
import type { Document } from '../values/types';
import { documentOf, selectRows } from './select';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 3000);

let state = SEED;

/** A small repeatable generator (mulberry32): a number from 0 up to but without `limit`. */
function random(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * limit);
}

function pick<T>(list: readonly T[]): T {
  const item = list[random(list.length)];
  if (item === undefined) throw new Error('an empty list has nothing to pick');
  return item;
}

const IDS = Array.from({ length: 4 }, (_, n) => ObjectId.createFromTime(n));
const LONG_TEXT = 'x'.repeat(1600);

const SCALARS: readonly (() => unknown)[] = [
  () => random(6),
  () => random(6) - 0.5,
  () => Long.fromNumber(random(6)),
  () => pick(['a', 'b', 'ab', '', 'B']),
  () => pick([`${LONG_TEXT}a`, `${LONG_TEXT}b`, LONG_TEXT]),
  () => null,
  () => random(2) === 0,
  () => new Date(random(5) * 1000),
  () => pick(IDS),
  () => ({ x: random(3) }),
];

function value(depth = 0): unknown {
  const kind = random(depth > 1 ? 10 : 14);
  if (kind < 10) return (SCALARS[kind] ?? (() => null))();
  if (kind < 12) return Array.from({ length: random(4) }, () => value(depth + 1));
  return Object.fromEntries(['b', 'c'].filter(() => random(2) === 0).map((key) => [key, value(depth + 1)]));
}

function makeDocument(id: number): Document {
  const fields = ['a', 'd', 'e'].filter(() => random(5) > 0).map((key) => [key, value()]);
  return { _id: id, ...Object.fromEntries(fields) };
}

const PATHS = ['a', 'a.b', 'a.c', 'd', 'e', '_id'];

function condition(): unknown {
  const scalar = () => (SCALARS[random(10)] ?? (() => null))();
  switch (random(8)) {
    case 0:
      return { $in: [scalar(), scalar(), scalar()] };
    case 1:
      return { [pick(['$gt', '$gte'])]: scalar() };
    case 2:
      return { [pick(['$lt', '$lte'])]: scalar() };
    case 3:
      return random(3) === 0 ? { $gte: scalar(), $lt: scalar() } : { $gte: random(6), $lte: random(6) };
    case 4:
      return { $exists: random(2) === 0 };
    case 5:
      return { $elemMatch: { b: scalar() } };
    case 6:
      return { $ne: random(2) === 0 ? null : scalar() };
    default:
      return value();
  }
}

function makeQuery(): Document {
  const clause = () => ({ [pick(PATHS)]: condition() });
  const query = random(4) === 0 ? { ...clause(), $and: [clause(), clause()] } : { ...clause(), ...clause() };
  return random(6) === 0 ? { $or: [clause(), query] } : query;
}

/** Beside `_id`, which never holds an array: two arrays in one sort are refused. */
function makeSort(): Document | undefined {
  if (random(2) === 0) return undefined;
  return { [pick(['a', 'a.b', 'd', 'e'])]: pick([1, -1]), ...(random(2) === 0 ? { _id: pick([1, -1]) } : {}) };
}

const INDEXES: readonly Document[] = [
  { key: { a: 1 } },
  { key: { 'a.b': -1 } },
  { key: { 'a.b': 1, 'a.c': 1 } },
  { key: { d: 1, e: -1 } },
  { key: { e: 1, _id: -1 } },
  { key: { e: 1, a: 1, _id: -1 } },
  { key: { d: -1 }, sparse: true },
  { key: { 'a.c': 1 }, sparse: true },
  { key: { e: 1, 'a.b': 1 }, sparse: true },
  { key: { e: 1 }, partialFilterExpression: { e: { $gt: 2 } } },
  { key: { e: -1, d: 1 }, partialFilterExpression: { d: { $exists: true } } },
];

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boli-fuzz-'));
  store = await openStore(folder, 'memory');
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function makeCollection(): Collection {
  const collection = store.catalog.create('fuzz', `c${random(1e9)}`, {});
  INDEXES.forEach((spec, at) => {
    if (random(2) === 0) buildIndex(store, collection, store.catalog.newIndex({ v: 2, name: `i${at}`, ...spec }));
  });
  return collection;
}

/** Arrays side by side in one compound index are refused, and nothing of such a document may stay. */
function tolerant(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof MongoError) || error.code !== 171) throw error;
  }
}

function change(collection: Collection, id: number): void {
  const [row] = selectRows(store, collection, { query: { _id: id } }).rows;
  if (!row) tolerant(() => insertRecord(store, collection, makeDocument(id)));
  else {
    const stored = { record: row.record, document: documentOf(row) };
    if (random(4) === 0) removeRecord(store, collection, stored);
    else tolerant(() => updateRecord(store, collection, stored, makeDocument(id)));
  }
}

function ids(collection: Collection, query: Document, sort: Document | undefined, hint: unknown) {
  const { rows, execution } = selectRows(store, collection, { query, sort, hint });
  return { found: rows.map((row) => Number(documentOf(row)._id)), rows, plans: execution.plans };
}

function compareWithScan(collection: Collection, query: Document, sort: Document | undefined): boolean {
  const planned = ids(collection, query, sort, undefined);
  const scanned = ids(collection, query, sort, { $natural: 1 });
  const [mine, theirs] = [new Set(planned.found), new Set(scanned.found)];
  const disputed = scanned.rows.map(documentOf).filter(({ _id }) => !mine.has(Number(_id)));
  const indexes = planned.plans.map(({ index }) => index.spec);
  const about = EJSON.stringify({ seed: SEED, query, sort, indexes, disputed });
  expect({ about, surplus: planned.found.filter((id) => !theirs.has(id)) }).toEqual({ about, surplus: [] });
  expect({ about, missing: disputed.length }).toEqual({ about, missing: 0 });
  expect({ about, rows: planned.found.length }).toEqual({ about, rows: scanned.found.length });
  if (sort) {
    const { key, compare } = sorter(sort);
    const keys = planned.rows.map((row) => key(documentOf(row)));
    keys.forEach((each, at) => {
      const before = keys[at - 1];
      if (before) expect({ about, inOrder: compare(before, each) <= 0 }).toEqual({ about, inOrder: true });
    });
  }
  return planned.plans.length > 0;
}

test(`a query through an index finds what a scan finds (seed ${SEED})`, async () => {
  let throughIndex = 0;
  for (let round = 0; round < ROUNDS / 100; round++) {
    await store.write(() => {
      const collection = makeCollection();
      for (let step = 0; step < 60; step++) change(collection, random(40));
      for (let step = 0; step < 100; step++) {
        if (step % 5 === 0) change(collection, random(40));
        if (compareWithScan(collection, makeQuery(), makeSort())) throughIndex++;
      }
    });
  }
  expect(throughIndex).toBeGreaterThan(ROUNDS / 4);
  expect(indexFaults(store)).toEqual([]);
}, 60_000);
