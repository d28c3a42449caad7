import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ABORT } from 'lmdb';
import { buildIndex } from '../indexes/build';
import { indexErrors } from '../testing/index-errors';
import { temporaryFolder } from '../testing/temporary-store';
import { badValue } from '../values/errors';
import { FileRoom } from './file-room';
import { FileWatch } from './file-watch';
import { countRecords, insertRecord } from './records';
import { openStore, type Store } from './store';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = temporaryFolder();
  store = await openStore(folder);
  await store.write(() => store.catalog.create('test', 'rides', {}));
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function rides() {
  const found = store.catalog.find('test', 'rides');
  if (!found) throw new Error('the collection is missing');
  return found;
}

function insert(id: number): void {
  insertRecord(store, rides(), { _id: id });
}

/** Counts the documents in the file itself, independent of counts cached in memory. */
function storedCount(): number {
  return store.environment.records.getKeysCount();
}

test.each(['disk', 'memory'] as const)('a write is in the file when it is acknowledged (%s)', async (durability) => {
  await store.close();
  store = await openStore(folder, durability);
  for (let id = 1; id <= 50; id++) {
    await store.write(() => insert(id));
    expect(storedCount()).toBe(id);
  }
});

test('concurrent writes share a transaction and keep their order', async () => {
  const transactions = new Set<number>();
  const order: number[] = [];
  const write = (id: number) =>
    store.write(() => {
      insert(id);
      order.push(id);
      transactions.add(store.environment.root.getWriteTxnId());
    });
  await Promise.all([1, 2, 3, 4, 5].map(write));
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(transactions.size).toBe(1);
});

test('a refused write does not affect others', async () => {
  const refused = store.write(() => {
    throw badValue('no');
  });
  const [first, second] = await Promise.allSettled([refused, store.write(() => insert(1))]);
  expect(first.status).toBe('rejected');
  expect(second.status).toBe('fulfilled');
  expect(storedCount()).toBe(1);
});

test('a write that fails midway has no effect, and other writes of its transaction are applied once', async () => {
  const broken = store.write(() => {
    insert(7);
    throw new RangeError('half way');
  });
  const outcomes = await Promise.allSettled([store.write(() => insert(1)), broken, store.write(() => insert(2))]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(storedCount()).toBe(2);
  expect(countRecords(store, rides())).toBe(2);
  expect(indexErrors(store)).toEqual([]);
});

test('writes survive a restart', async () => {
  await store.write(() => insert(1));
  await store.close();
  store = await openStore(folder);
  expect(countRecords(store, rides())).toBe(1);
  await store.write(() => insert(2));
  expect(storedCount()).toBe(2);
});

/** The number of attempts: one is not enough, because a commit may finish before the observation. */
const ATTEMPTS = 20;

/** Runs a job and observes the store during its commit, unless the commit ends first. */
async function writeAndLook<T>(work: () => void, look: () => Promise<T>): Promise<T> {
  const looked = await store.write(() => {
    work();
    const answer = new Promise((resolve) => setImmediate(resolve)).then(look);
    // The promise is returned inside a function, because the promise of the write would wait for a bare promise.
    return () => answer;
  });
  return looked();
}

test('a count read during a commit is not cached', async () => {
  for (let id = 1; id <= ATTEMPTS; id++) {
    await store.close();
    store = await openStore(folder);
    await writeAndLook(
      () => insert(id),
      async () => countRecords(store, rides()),
    );
    expect(countRecords(store, rides())).toBe(id);
  }
});

test('after catalogCommitted the entries of all indexes in the catalog can be read', async () => {
  await store.write(() => insert(1));
  for (let round = 1; round <= ATTEMPTS; round++) {
    const spec = { v: 2, key: { [`at${round}`]: 1 }, name: `at${round}` };
    const entries = await writeAndLook(
      () => buildIndex(store, rides(), store.catalog.newIndex(spec)),
      async () => {
        await store.catalogCommitted();
        return store.environment.entries.getKeysCount();
      },
    );
    expect(entries).toBe(1 + round);
  }
});

/**
 * Makes the next commit fail as LMDB reports a failed flush: the data of the write can be read, but is not on the disk.
 */
function failNextFlush(reason: string): void {
  const { root } = store.environment;
  const commit = root.childTransaction.bind(root);
  jest.spyOn(root, 'childTransaction').mockImplementationOnce(async (work) => {
    await commit(work);
    const commitError = Promise.reject(new Error(reason));
    commitError.catch(() => undefined);
    throw Object.assign(new Error('Commit failed'), { commitError });
  });
}

test('a failed flush stops the store: neither the write of that flush nor any later write is acknowledged', async () => {
  const lost = new Promise<string>((resolve) => {
    store.onFatal = resolve;
  });
  failNextFlush('Input/output error');
  const [first, second] = await Promise.allSettled([store.write(() => insert(1)), store.write(() => insert(2))]);
  const stopped = { status: 'rejected', reason: { code: 91, message: expect.stringContaining('Input/output error') } };
  expect([first, second]).toMatchObject([stopped, stopped]);
  expect(await lost).toContain('did not store what was written');
  await expect(store.write(() => insert(3))).rejects.toMatchObject({ code: 91 });
});

test('a write whose commit fails for no known reason is refused, and the next write succeeds', async () => {
  const { root } = store.environment;
  const commit = root.childTransaction.bind(root);
  jest.spyOn(root, 'childTransaction').mockImplementationOnce(async (work) => {
    await commit(() => {
      work();
      return ABORT;
    });
    throw Object.assign(new Error('Commit failed'), { commitError: new Promise(() => undefined) });
  });
  await expect(Promise.all([store.write(() => insert(1))])).rejects.toMatchObject({ code: 14031 });
  await store.write(() => insert(2));
  expect(storedCount()).toBe(1);
});

test('a commit that has not ended after 30 seconds stops the store', async () => {
  const lost = new Promise<string>((resolve) => {
    store.onFatal = resolve;
  });
  jest.spyOn(store.environment.root, 'childTransaction').mockImplementationOnce(() => new Promise(() => undefined));
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'setTimeout', 'Date', 'performance'],
  });
  const writes = Promise.allSettled([store.write(() => insert(1)), store.write(() => insert(2))]);
  jest.advanceTimersByTime(31_000);
  jest.useRealTimers();
  expect(await lost).toContain('has not completed a write');
  await expect(store.write(() => insert(3))).rejects.toMatchObject({ code: 91 });
  expect((await writes)[1]).toMatchObject({ status: 'rejected', reason: { code: 91 } });
});

test('the store reports immediately that it stops, and reports that it is idle only when its transaction has ended', async () => {
  const events: string[] = [];
  const { root } = store.environment;
  const commit = root.childTransaction.bind(root);
  jest.spyOn(root, 'childTransaction').mockImplementationOnce(async (work) => {
    await commit(work);
    events.push('the transaction has ended');
  });
  const idle = new Promise<void>((resolve) => {
    store.onFatal = (sentence, idleAgain) => {
      events.push(sentence);
      void idleAgain.then(() => events.push('idle')).then(() => resolve());
    };
  });
  const write = expect(store.write(() => insert(1))).rejects.toMatchObject({ code: 91 });
  store.fail('The folder has disappeared.');
  expect(events).toEqual(['The folder has disappeared.']);
  await Promise.all([write, idle]);
  expect(events).toEqual(['The folder has disappeared.', 'the transaction has ended', 'idle']);
});

test('before each transaction the file is longer than its pages in use by 4 MiB', async () => {
  const file = join(folder, 'data.mdb');
  const used = () => (Number(Reflect.get(store.environment.root.getStats(), 'lastPageNumber')) + 1) * 8192;
  for (let id = 0; id < 40; id++) {
    const before = used();
    await store.write(() => insertRecord(store, rides(), { _id: id, text: 'x'.repeat(50_000) }));
    expect(statSync(file).size).toBeGreaterThanOrEqual(before + 4 * 1024 * 1024);
  }
  expect(statSync(file).size).toBeLessThan(used() + 5 * 1024 * 1024);
});

test('on a full disk the jobs of a transaction that write are refused, and the others succeed', async () => {
  await store.write(() => insert(0));
  const ensure = jest.spyOn(FileRoom.prototype, 'ensure').mockImplementation(() => Promise.resolve('no space left'));
  const createOther = () => store.write(() => store.catalog.create('test', 'other', {}));
  const jobs = [store.write(() => insert(1)), store.write(() => storedCount()), createOther()];
  const full = { status: 'rejected', reason: { code: 14031, message: expect.stringContaining('no space left') } };
  expect(await Promise.allSettled(jobs)).toMatchObject([full, { status: 'fulfilled', value: 1 }, full]);
  expect(countRecords(store, rides())).toBe(1);
  expect(store.catalog.find('test', 'other')).toBeUndefined();
  ensure.mockRestore();
  await Promise.all([createOther(), store.write(() => insert(2))]);
  expect(storedCount()).toBe(2);
  expect(countRecords(store, rides())).toBe(2);
});

test('on a full disk nothing is written for a job that fails after its first write', async () => {
  await store.write(() => insert(0));
  const last = () => Reflect.get(store.environment.root.getStats(), 'lastTxnId');
  const before = last();
  const ensure = jest.spyOn(FileRoom.prototype, 'ensure').mockImplementation(() => Promise.resolve('no space left'));
  const write = store.write(() => {
    insert(1);
    throw badValue('no');
  });
  await expect(write).rejects.toMatchObject({ code: 14031 });
  expect(last()).toBe(before);
  ensure.mockRestore();
});

test('an error in the callback of a write neither stops the store nor affects other writes', async () => {
  const uncaught = new Promise<unknown>((resolve) => {
    jest.spyOn(globalThis, 'queueMicrotask').mockImplementationOnce((report) => {
      try {
        report();
      } catch (error) {
        resolve(error);
      }
    });
  });
  store.addWrite({
    work: () => insert(1),
    resolve: () => {
      throw new Error('the reader is gone');
    },
    reject: () => undefined,
  });
  await store.write(() => insert(2));
  expect(await uncaught).toMatchObject({ message: 'the reader is gone' });
  expect(storedCount()).toBe(2);
});

test('a file that can no longer be checked stops the store, and its writes are refused', async () => {
  const lost = new Promise<Promise<void>>((resolve) => {
    store.onFatal = (_, idle) => resolve(idle);
  });
  jest.spyOn(FileWatch.prototype, 'check').mockImplementationOnce(() => {
    throw new Error('EIO: i/o error, read');
  });
  await expect(store.write(() => insert(1))).rejects.toMatchObject({
    code: 91,
    message: expect.stringContaining('i/o error'),
  });
  await await lost;
  await expect(store.write(() => insert(2))).rejects.toMatchObject({ code: 91 });
});

test('a store that is closed refuses writes', async () => {
  await store.close();
  await expect(store.write(() => insert(1))).rejects.toMatchObject({ code: 91 });
  store = await openStore(folder);
});
