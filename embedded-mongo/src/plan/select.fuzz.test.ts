import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EJSON } from 'bson';
import { buildIndex } from '../indexes/build';
import type { Collection } from '../storage/collection';
import { insertRecord, removeRecord, updateRecord } from '../storage/records';
import { openStore, type Store } from '../storage/store';
import { indexErrors } from '../testing/index-errors';
import { INDEXES, makeDocument, makeQuery, makeSort, random, seed } from '../testing/random-documents';
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

function makeCollection(): Collection {
  const collection = store.catalog.create('fuzz', `c${random(1e9)}`, {});
  INDEXES.forEach((spec, at) => {
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

test(
  `a query with an index finds the same documents as a scan (seed ${SEED})`,
  async () => {
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
    expect(indexErrors(store)).toEqual([]);
  },
  60_000 + ROUNDS * 20,
);
