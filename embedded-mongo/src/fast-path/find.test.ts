import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Long, ObjectId } from 'bson';
import { openStore, type Store } from '../storage/store';
import { messageOf, runnerOn } from '../testing/engine';
import { temporaryFolder } from '../testing/temporary-store';
import type { Document } from '../values/types';
import { encode } from '../wire/bson';
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
  const large = { _id: 'large', text: 'y'.repeat(200_000) };
  await run({ create: 'folded', collation: { locale: 'en', strength: 2 }, $db: 'test' });
  await run({ create: 'seen', viewOn: 'rides', pipeline: [{ $addFields: { seen: true } }], $db: 'test' });
  await run({ create: 'capped', capped: true, size: 1_000_000, $db: 'test' });
  await run({ insert: 'folded', documents: [{ _id: 'plain' }], $db: 'test' });
  for (const name of ['rides', 'capped']) await run({ insert: name, documents: [...documents, large], $db: 'test' });
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
  [...ids, 'large', 'missing', new ObjectId(), 'with \0 zero', 'x'.repeat(501), Long.fromNumber(7), 7.5].map((_id) => ({
    _id,
  })),
)('the fast path finds %j as the general path does', async (filter) => {
  for (const name of ['rides', 'capped']) {
    const { fast, general } = await both({ find: name, filter, limit: 1, singleBatch: true, $db: 'test' });
    const isFast = typeof filter._id === 'string' ? /^[^\0]{0,500}$/.test(filter._id) : filter._id instanceof ObjectId;
    expect(fast !== null).toBe(isFast);
    if (fast) expect(fast.toString('hex')).toBe(general.toString('hex'));
  }
});

test.each(['folded', 'seen', 'no such collection'])('a find in %s takes the general path', async (name) => {
  const { fast, general } = await both({ find: name, filter: { _id: 'plain' }, limit: 1, $db: 'test' });
  expect(fast).toBeNull();
  expect(general.length).toBeGreaterThan(0);
});

test('a find waits on the general path while the catalog has changes that cannot be read yet', async () => {
  const find = { find: 'rides', filter: { _id: 'plain' }, $db: 'test' };
  const indexed = run({ createIndexes: 'rides', indexes: [{ key: { n: 1 }, name: 'n' }], $db: 'test' });
  const parsed = parseFastFind(messageOf(find));
  let met = 0;
  for (let isDone = false; !isDone; ) {
    isDone = await Promise.race([
      indexed.then(() => true),
      new Promise<false>((resolve) => setImmediate(resolve, false)),
    ]);
    if (!store.catalog.hasUncommittedChanges) continue;
    met++;
    expect(parsed && runFastFind(store, parsed)).toBeNull();
  }
  expect(met).toBeGreaterThan(0);
  expect((await both(find)).fast).not.toBeNull();
});

test('finds of the fast path count as uses of the index', async () => {
  const uses = () => store.catalog.find('test', 'rides')?.indexes[0]?.uses ?? 0;
  const before = uses();
  await both({ find: 'rides', filter: { _id: 'plain' }, $db: 'test' });
  expect(uses() - before).toBe(2);
});
