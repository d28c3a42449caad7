import { buildIndex } from '../indexes/build';
import { documentOf, selectRows } from '../plan/select';
import { insertRecord, removeRecord, updateRecord } from '../storage/records';
import { openStore, type Store } from '../storage/store';
import type { Document } from '../values/types';

const RIDES = 1200;
const TOGETHER = 50;

/** A sample document; some of the documents are longer than a page of the file. */
function ride(n: number, turn = 0): Document {
  const notes = n % 97 === 0 ? 'long '.repeat(4000) : `note ${n} `.repeat(1 + (n % 40));
  return { _id: `ride-${n}`, n, driver: `driver-${(n * 7) % 50}`, code: `c${n}`, turn, tags: [n % 5, n % 3], notes };
}

function rides(store: Store) {
  const found = store.catalog.find('test', 'rides');
  if (!found) throw new Error('the collection is missing');
  return found;
}

/** Fills a folder with a collection that was written, changed and thinned out in many transactions. */
export async function fillTown(folder: string): Promise<void> {
  const store = await openStore(folder);
  await store.write(() => {
    const collection = store.catalog.create('test', 'rides', {});
    const specs: Document[] = [
      { v: 2, key: { driver: 1, n: -1 }, name: 'driver' },
      { v: 2, key: { code: 1 }, name: 'code', unique: true },
      { v: 2, key: { tags: 1 }, name: 'tags' },
    ];
    for (const spec of specs) buildIndex(store, collection, store.catalog.newIndex(spec));
  });
  for (let from = 0; from < RIDES; from += TOGETHER) {
    await store.write(() => {
      for (let n = from; n < from + TOGETHER; n++) insertRecord(store, rides(store), ride(n));
    });
  }
  for (let turn = 1; turn <= 12; turn++) {
    await store.write(() => {
      const { rows } = selectRows(store, rides(store), { query: { n: { $gte: turn * 60, $lt: turn * 60 + 25 } } });
      for (const row of rows) {
        const before = documentOf(row);
        const n = Number(before.n);
        if (n % 6 === 0) removeRecord(store, rides(store), { record: row.record, document: before });
        else updateRecord(store, rides(store), { record: row.record, document: before, after: ride(n, turn) });
      }
    });
  }
  await store.close();
}

/** Queries on the sample data: by `_id`, by every index, with ranges and sorts, and for everything. */
export const questions: readonly { query: Document; sort?: Document; limit?: number }[] = [
  {},
  ...Array.from({ length: 40 }, (_, n) => ({ _id: `ride-${n * 31}` })),
  ...Array.from({ length: 40 }, (_, n) => ({ code: `c${n * 29}` })),
  ...Array.from({ length: 25 }, (_, n) => ({ driver: `driver-${n * 2}` })),
  { driver: { $gte: 'driver-2', $lt: 'driver-4' } },
  { tags: 4 },
  { code: { $in: ['c1', 'c500', 'c1100', 'none'] } },
]
  .map((query): { query: Document; sort?: Document; limit?: number } => ({ query }))
  .concat([
    { query: { driver: 'driver-7' }, sort: { n: -1 }, limit: 5 },
    { query: { driver: { $gt: 'driver-3' } }, sort: { driver: 1, n: -1 }, limit: 40 },
  ]);

/** The result of one of the queries as a string; throws if the query fails. */
export function answerOf(store: Store, at: number): string {
  const question = questions[at];
  if (!question) throw new Error(`there is no question ${at}`);
  const { rows } = selectRows(store, rides(store), question);
  store.pauseReading();
  return rows.map(({ bytes }) => bytes.toString('latin1')).join('|');
}
