import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EJSON, ObjectId } from 'bson';
import { buildIndex } from '../indexes/build';
import type { Collection } from '../storage/collection';
import { insertRecord, removeRecord, updateRecord } from '../storage/records';
import { openStore, type Store } from '../storage/store';
import { indexErrors } from '../testing/index-errors';
import { INDEXES, makeDocument, makeQuery, makeSort, pick, random, seed } from '../testing/random-documents';
import { temporaryFolder } from '../testing/temporary-store';
import { MongoError } from '../values/errors';
import { sorter } from '../values/sort';
import type { Document } from '../values/types';
import { documentOf, selectRows } from './select';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.FUZZ ?? 3000);

seed(SEED);

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = temporaryFolder();
  store = await openStore(folder, 'memory');
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** A collection with about half of these indexes. */
function makeCollection(indexes: readonly Document[]): Collection {
  const collection = store.catalog.create('fuzz', `c${random(1e9)}`, {});
  indexes.forEach((spec, at) => {
    if (random(2) === 0) buildIndex(store, collection, store.catalog.newIndex({ v: 2, name: `i${at}`, ...spec }));
  });
  return collection;
}

/** Parallel arrays in one compound index are refused, and nothing of such a document may be stored. */
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
    else tolerant(() => updateRecord(store, collection, { ...stored, after: makeDocument(id) }));
  }
}

function ids(collection: Collection, query: Document, sort: Document | undefined, hint: unknown) {
  const { rows, execution } = selectRows(store, collection, { query, sort, hint });
  // Rows are decoded by the test of the query and by a sort in memory.
  const undecoded = rows.filter(({ document }) => document === undefined).length;
  return { found: rows.map((row) => String(documentOf(row)._id)), rows, undecoded, plans: execution.plans };
}

/** Expects the same documents from the indexes as from a scan. `undecoded` is the number of rows an index decided alone. */
function compareWithScan(
  collection: Collection,
  query: Document,
  sort: Document | undefined,
): { throughIndex: boolean; undecoded: number } {
  const planned = ids(collection, query, sort, undefined);
  const scanned = ids(collection, query, sort, { $natural: 1 });
  const [mine, theirs] = [new Set(planned.found), new Set(scanned.found)];
  const disputed = scanned.rows.map(documentOf).filter(({ _id }) => !mine.has(String(_id)));
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
  return { throughIndex: planned.plans.length > 0, undecoded: planned.undecoded };
}

test(
  `a query through an index finds the same documents as a scan (seed ${SEED})`,
  async () => {
    let throughIndex = 0;
    for (let round = 0; round < ROUNDS / 100; round++) {
      await store.write(() => {
        const collection = makeCollection(INDEXES);
        for (let step = 0; step < 60; step++) change(collection, random(40));
        for (let step = 0; step < 100; step++) {
          if (step % 5 === 0) change(collection, random(40));
          if (compareWithScan(collection, makeQuery(), makeSort()).throughIndex) throughIndex++;
        }
      });
    }
    expect(throughIndex).toBeGreaterThan(ROUNDS / 4);
    expect(indexErrors(store)).toEqual([]);
  },
  60_000 + ROUNDS * 20,
);

const IDS = Array.from({ length: 40 }, (_, n) => ObjectId.createFromTime(n));
const FEW_IDS = IDS.slice(0, 5);
const TEXTS = ['', 'a', 'A', 'ab', 'b', 'b\u0000', '1', 'x'.repeat(100), 'x'.repeat(101)];
const OTHERS: readonly unknown[] = [
  true,
  false,
  null,
  undefined,
  1,
  0,
  new Date(1),
  { x: 'a' },
  { x: FEW_IDS[0], y: 1 },
];
const FLAT_INDEXES: readonly Document[] = [
  { key: { a: 1 } },
  { key: { a: 1, d: -1 } },
  { key: { d: -1, e: 1, a: 1 } },
  { key: { e: 1, _id: -1 } },
  { key: { 'e.x': 1 } },
  { key: { d: 1 }, sparse: true },
  { key: { e: 1 }, partialFilterExpression: { a: 'b' } },
  { key: { a: 1 }, collation: { locale: 'en', strength: 2 } },
];

function flatValue(): unknown {
  return [() => pick(TEXTS), () => pick(FEW_IDS), () => OTHERS[random(OTHERS.length)]][random(3)]?.();
}

/** A document without arrays. */
function makeFlatDocument(_id: unknown): Document {
  const fields = ['a', 'd', 'e'].map((name) => [name, flatValue()] as const);
  return { _id, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

function flatCondition(any: () => unknown): unknown {
  const value = () => any() ?? null;
  return [value, () => ({ $eq: value() }), () => ({ $in: [value(), value(), value()] })][random(3)]?.();
}

function makeFlatQuery(): Document {
  const paths = ['a', 'd', 'e', 'e.x', '_id'].filter(() => random(3) === 0);
  return Object.fromEntries(paths.map((path) => [path, flatCondition(path === '_id' ? () => pick(IDS) : flatValue)]));
}

/** Removes or replaces the first document that a query finds; stores a new one if there is none. */
function changeFlat(collection: Collection, query: Document): void {
  const [row] = selectRows(store, collection, { query }).rows;
  if (row) {
    const stored = { record: row.record, document: documentOf(row) };
    if (random(4) === 0) removeRecord(store, collection, stored);
    else updateRecord(store, collection, { ...stored, after: makeFlatDocument(stored.document._id) });
  }
  const _id = pick(IDS);
  if (selectRows(store, collection, { query: { _id } }).rows.length === 0) {
    insertRecord(store, collection, makeFlatDocument(_id));
  }
}

test(
  `a query that an index decides finds the same documents as a scan, without decoding them (seed ${SEED})`,
  async () => {
    const decided = { all: 0, byObjectId: 0 };
    for (let round = 0; round < ROUNDS / 100; round++) {
      await store.write(() => {
        const collection = makeCollection(FLAT_INDEXES);
        for (let step = 0; step < 60; step++) changeFlat(collection, { _id: pick(IDS) });
        for (let step = 0; step < 100; step++) {
          if (step % 5 === 0) changeFlat(collection, makeFlatQuery());
          const query = makeFlatQuery();
          if (Object.keys(query).length === 0) continue;
          if (compareWithScan(collection, query, makeSort()).undecoded === 0) continue;
          decided.all++;
          if (Object.values(query).some((condition) => condition instanceof ObjectId)) decided.byObjectId++;
        }
      });
    }
    expect(decided.all).toBeGreaterThan(ROUNDS / 50);
    expect(decided.byObjectId).toBeGreaterThan(ROUNDS / 200);
    expect(indexErrors(store)).toEqual([]);
  },
  60_000 + ROUNDS * 20,
);
