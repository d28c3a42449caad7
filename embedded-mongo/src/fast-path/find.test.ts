import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Long, ObjectId } from 'bson';
import { openStore, type Store } from '../storage/store';
import { messageOf, runnerOn } from '../testing/engine';
import { temporaryFolder } from '../testing/temporary-store';
import type { Document } from '../values/types';
import { encode, MAX_DOCUMENT_BYTES } from '../wire/bson';
import { runFastFind } from './find';
import { parseFastFind } from './find-request';

const HEAD_BYTES = 21;
const object = new ObjectId();
const ids: readonly unknown[] = [
  object,
  'plain',
  'Plain',
  '',
  'zwölf',
  'x'.repeat(499),
  7,
  new Date(0),
  null,
  { part: 1 },
];

let folder: string;
let store: Store;
let run: ReturnType<typeof runnerOn>;

beforeAll(async () => {
  folder = temporaryFolder();
  store = await openStore(folder, 'memory');
  run = runnerOn(store);
  const documents = ids.map((_id, n) => ({ _id, n, text: 'ä'.repeat(n) }));
  // The largest document: with its checksum it is larger than lmdb's buffer.
  const large = { _id: 'large', text: '' };
  large.text = 'y'.repeat(MAX_DOCUMENT_BYTES - encode(large).length);
  await run({ create: 'folded', collation: { locale: 'en', strength: 2 }, $db: 'test' });
  await run({ create: 'seen', viewOn: 'rides', pipeline: [{ $addFields: { seen: true } }], $db: 'test' });
  await run({ create: 'capped', capped: true, size: 1_000_000, $db: 'test' });
  await run({ create: 'turned', $db: 'test' });
  await run({ collMod: 'turned', viewOn: 'rides', pipeline: [{ $match: { n: 1 } }], $db: 'test' });
  await run({ create: 'series', timeseries: { timeField: 'at', metaField: 'of' }, $db: 'test' });
  await run({ createIndexes: 'series', indexes: [{ key: { of: 1 }, name: 'of' }], $db: 'test' });
  await run({ insert: 'series', documents: [{ _id: 'plain', at: new Date(0), of: 1 }], $db: 'test' });
  await run({ insert: 'folded', documents: [{ _id: 'plain' }], $db: 'test' });
  for (const name of ['rides', 'capped']) await run({ insert: name, documents, $db: 'test' });
  await run({ insert: 'rides', documents: [large, { _id: 'middle', text: 'y'.repeat(200_000) }], $db: 'test' });
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The reply of the fast path, and what the general path replies to the same command; null for no reply. */
async function both(command: Document): Promise<{ fast: Buffer | null; general: Buffer }> {
  const parsed = parseFastFind(messageOf(command));
  const general = await run(command);
  return {
    fast: (parsed && runFastFind(store, parsed)?.subarray(HEAD_BYTES)) ?? null,
    general: Buffer.isBuffer(general) ? general : encode(general),
  };
}

test.each(
  [...ids, 'large', 'middle', 'missing', new ObjectId(), 'with \0 zero', 'x'.repeat(501), Long.fromNumber(7), 7.5].map(
    (_id) => ({
      _id,
    }),
  ),
)('the fast path finds %j as the general path does', async (filter) => {
  for (const name of ['rides', 'capped']) {
    const { fast, general } = await both({ find: name, filter, limit: 1, singleBatch: true, $db: 'test' });
    const isTooLarge = name === 'rides' && filter._id === 'large';
    const isFast =
      typeof filter._id === 'string'
        ? !isTooLarge && /^[^\0]{0,500}$/.test(filter._id)
        : filter._id instanceof ObjectId;
    expect(fast !== null).toBe(isFast);
    if (fast) expect(fast.toString('hex')).toBe(general.toString('hex'));
  }
});

test.each(['folded', 'seen', 'turned', 'series', 'no such collection'])(
  'a find in %s takes the general path',
  async (name) => {
    const { fast, general } = await both({ find: name, filter: { _id: 'plain' }, limit: 1, $db: 'test' });
    expect(fast).toBeNull();
    expect(general.length).toBeGreaterThan(0);
  },
);

test('a find waits on the general path while the catalog has changes that cannot be read yet', async () => {
  const find = { find: 'rides', filter: { _id: 'plain' }, $db: 'test' };
  const parsed = parseFastFind(messageOf(find));
  const rides = store.catalog.find('test', 'rides');
  if (!parsed || !rides) throw new Error('the find or its collection is missing');
  await store.write(() => {
    store.catalog.save(rides);
    expect(runFastFind(store, parsed)).toBeNull();
  });
  expect((await both(find)).fast).not.toBeNull();
});

test('finds of the fast path count as uses of the index', async () => {
  const uses = () => store.catalog.find('test', 'rides')?.indexes[0]?.uses ?? 0;
  const before = uses();
  for (const _id of ['plain', 'missing']) await both({ find: 'rides', filter: { _id }, $db: 'test' });
  // Each find runs on both paths.
  expect(uses() - before).toBe(4);
});
