import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ObjectId } from 'bson';
import { buildIndex } from '../indexes/build';
import type { Collection } from '../storage/collection';
import { insertRecord } from '../storage/records';
import { openStore, type Store } from '../storage/store';
import { temporaryFolder } from '../testing/temporary-store';
import type { Document } from '../values/types';
import { countByIndex } from './count';
import { documentOf, type Row, selectRows } from './select';
import type { Selection } from './selection';

let folder: string;
let store: Store;
let rides: Collection;

const [OWN, OTHER] = [new ObjectId(), new ObjectId()];

beforeAll(async () => {
  folder = temporaryFolder();
  store = await openStore(folder, 'memory');
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await store.write(() => {
    const old = store.catalog.find('test', 'rides');
    if (old) store.catalog.drop(old);
    rides = store.catalog.create('test', 'rides', {});
    buildIndex(store, rides, store.catalog.newIndex({ v: 2, name: 'a_b', key: { a: 1, b: 1 } }));
    buildIndex(store, rides, store.catalog.newIndex({ v: 2, name: 'n', key: { n: 1 } }));
    insertRecord(store, rides, { _id: OWN, a: 'x', b: true, n: 1 });
    insertRecord(store, rides, { _id: OTHER, a: OWN, b: false, n: 2 });
  });
});

function run(selection: Selection): Row[] {
  const { rows, execution } = selectRows(store, rides, selection);
  expect(execution.plans.length).toBeGreaterThan(0);
  return rows;
}

/** Whether the rows were returned without decoding their documents, which only the test of a query does. */
function isDecided(rows: readonly Row[]): boolean {
  return rows.every(({ document }) => document === undefined);
}

describe('the documents of a plan are not decoded', () => {
  it.each<[string, Document]>([
    ['an ObjectId', { _id: OWN }],
    ['several ObjectIds', { _id: { $in: [OWN, new ObjectId()] } }],
    ['a text', { a: 'x' }],
    ['an ObjectId in another field', { a: { $eq: OWN } }],
    ['a text and a boolean', { a: 'x', b: { $in: [true, false] } }],
  ])('if the query asks for %s', (_what, query) => {
    const rows = run({ query });
    expect([rows.length, isDecided(rows)]).toEqual([1, true]);
  });
});

describe('each document is decoded and tested', () => {
  it.each<[string, Selection]>([
    ['the query asks for a number, which equals others of its type', { query: { n: 1 } }],
    ['a condition is not one of the index', { query: { a: 'x', n: 1 }, hint: 'a_b' }],
    ['a text may be truncated in its key', { query: { a: { $in: ['x', 'x'.repeat(101)] } } }],
    ['a condition has several operators', { query: { a: { $eq: 'x', $gt: '' } } }],
    ['there are several plans', { query: { $or: [{ a: 'x' }, { n: 3 }] } }],
    ['the query has a collation', { query: { _id: OWN }, hint: '_id_', collation: { locale: 'en', strength: 2 } }],
  ])('if %s', (_what, selection) => {
    const rows = run(selection);
    expect([rows.length, isDecided(rows)]).toEqual([1, false]);
  });

  it('if the index has a document with several keys', async () => {
    await store.write(() => insertRecord(store, rides, { _id: 3, a: ['y', 'z'] }));
    const rows = run({ query: { a: 'x' } });
    expect([rows.length, isDecided(rows)]).toEqual([1, false]);
  });

  it('if the index has entries without checksums, which may be damaged; nor are these entries counted', () => {
    const selection = { query: { a: 'x' } };
    expect(countByIndex(store, rides, selection)).toBe(1);
    for (const index of rides.indexes) index.sealed = false;
    const rows = run(selection);
    expect([rows.length, isDecided(rows)]).toEqual([1, false]);
    expect(countByIndex(store, rides, selection)).toBeNull();
  });
});

it('a sort in memory and a skip return the same documents of a decided query', () => {
  const query = { _id: { $in: [OWN, OTHER] } };
  const rows = run({ query, sort: { n: -1 }, skip: 1 });
  expect(rows.map((row) => documentOf(row).n)).toEqual([1]);
});
