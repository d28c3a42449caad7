import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildIndex } from '../indexes/build';
import type { Collection } from '../storage/collection';
import { insertRecord } from '../storage/records';
import { openStore, type Store } from '../storage/store';
import { pick, random, seed } from '../testing/random-documents';
import { temporaryFolder } from '../testing/temporary-store';
import type { Document } from '../values/types';
import { countByIndex } from './count';
import { selectRows } from './select';

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

const INDEXES: readonly Document[] = [
  { key: { a: 1 } },
  { key: { a: 1, d: -1 } },
  { key: { d: -1, e: 1, a: 1 } },
  { key: { 'e.x': 1 } },
  { key: { d: 1 }, sparse: true },
  { key: { e: 1 }, partialFilterExpression: { a: 'b' } },
  { key: { a: 1 }, name: 'folded', collation: { locale: 'en', strength: 2 } },
];
const LONG = 'x'.repeat(1_600);
const TEXTS = ['', 'a', 'A', 'ab', 'b', 'b\u0000', 'b\u0000c', '1'];
const OTHERS: readonly unknown[] = [true, false, null, undefined, 1, 0, new Date(1), { x: 'a' }, { x: 'b', y: 1 }];
/** Values for which an index holds several keys of one document, or a truncated key. */
const ODD: readonly unknown[] = [['a', 'b'], [], [{ x: 'a' }, { x: 'b' }], `${LONG}1`, `${LONG}2`];

/** At most one field is odd: an index over two arrays is refused. */
function makeDocument(id: number, isOdd: boolean): Document {
  const odd = isOdd ? pick(['a', 'd', 'e', 'none']) : 'none';
  const plain = () => (random(3) > 0 ? pick(TEXTS) : OTHERS[random(OTHERS.length)]);
  const fields = ['a', 'd', 'e'].map((key) => [key, key === odd ? pick(ODD) : plain()] as const);
  return { _id: id, ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

function makeCondition(): unknown {
  const value = () =>
    random(12) === 0 ? pick(ODD) : random(3) > 0 ? pick(TEXTS) : (OTHERS[random(OTHERS.length)] ?? null);
  return [value, () => ({ $eq: value() }), () => ({ $in: [value(), value(), value()] }), () => ({ $gt: value() })][
    random(4)
  ]?.();
}

function makeQuery(): Document {
  const paths = ['a', 'd', 'e', 'e.x'].filter(() => random(2) === 0);
  return Object.fromEntries(paths.map((path) => [path, makeCondition()]));
}

function makeCollection(isOdd: boolean): Collection {
  const collection = store.catalog.create('fuzz', `c${random(1e9)}`, {});
  INDEXES.forEach((spec, at) => {
    if (random(2) === 0) buildIndex(store, collection, store.catalog.newIndex({ v: 2, name: `i${at}`, ...spec }));
  });
  for (let id = 0; id < 60; id++) insertRecord(store, collection, makeDocument(id, isOdd));
  return collection;
}

test(
  `a count by an index equals that of a scan (seed ${SEED})`,
  async () => {
    const counted = { plain: 0, odd: 0 };
    for (let round = 0; round < ROUNDS / 100; round++) {
      await store.write(() => {
        const kind = round % 2 === 0 ? 'plain' : 'odd';
        const collection = makeCollection(kind === 'odd');
        for (let step = 0; step < 100; step++) {
          const query = makeQuery();
          const [skip, limit] = [random(3), random(4) * 10];
          const byIndex = countByIndex(store, collection, { query, skip, limit });
          if (byIndex === null) continue;
          counted[kind]++;
          const scanned = selectRows(store, collection, { query, skip, limit, hint: { $natural: 1 } }).rows.length;
          expect({ seed: SEED, query, skip, limit, count: byIndex }).toEqual({
            seed: SEED,
            query,
            skip,
            limit,
            count: scanned,
          });
        }
      });
    }
    expect(counted.plain).toBeGreaterThan(ROUNDS / 200);
  },
  60_000 + ROUNDS * 20,
);

test('a document with several keys in an index is counted once', async () => {
  await store.write(() => {
    const collection = store.catalog.create('fuzz', 'several', {});
    buildIndex(store, collection, store.catalog.newIndex({ v: 2, name: 'a', key: { a: 1 } }));
    insertRecord(store, collection, { _id: 1, a: 'a' });
    const query = { a: { $in: ['a', 'b'] } };
    expect(countByIndex(store, collection, { query })).toBe(1);
    insertRecord(store, collection, { _id: 2, a: ['a', 'b'] });
    expect(countByIndex(store, collection, { query })).toBeNull();
  });
});
