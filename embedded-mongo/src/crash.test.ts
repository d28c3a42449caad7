import { cpSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Collection, MongoClient } from 'mongodb';
import { documentOf, selectRows } from './plan/select';
import { openStore, type Store } from './storage/store';
import { indexErrors } from './testing/index-errors';
import { mustStart, removeProgram, type StoreProcess } from './testing/store-process';
import { temporaryFolder } from './testing/temporary-store';

const KILLS = Number(process.env.KILLS ?? 3);
const WRITERS = 24;
const WRITING_MS = 300;

type Ride = { _id: string; writer: number; turn: number; tags: string[] };

/** The acknowledged writes: the last acknowledged value of `turn` in each document, by `_id`. */
const acknowledged = new Map<string, number>();

let folder: string;

beforeAll(() => {
  folder = temporaryFolder();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  removeProgram();
});

/** Inserts documents and increments the `turn` of each three times, until the store is killed. */
async function write(rides: Collection<Ride>, writer: number, round: number): Promise<void> {
  for (let n = 0; ; n++) {
    const _id = `${round}-${writer}-${n}`;
    try {
      await rides.insertOne({ _id, writer, turn: 0, tags: [`a${n % 5}`, `b${writer}`] });
      acknowledged.set(_id, 0);
      for (let turn = 1; turn <= 3; turn++) {
        await rides.updateOne({ _id, turn: turn - 1 }, { $set: { turn }, $push: { tags: `t${turn}` } });
        acknowledged.set(_id, turn);
      }
    } catch {
      return;
    }
  }
}

async function writeUntilKilled({ uri, end }: StoreProcess, round: number): Promise<void> {
  const client = await MongoClient.connect(uri, {
    serverSelectionTimeoutMS: 5_000,
    retryWrites: false,
    maxPoolSize: WRITERS,
  });
  const rides = client.db('test').collection<Ride>('rides');
  await rides.createIndexes([{ key: { writer: 1, turn: -1 } }, { key: { tags: 1 } }]);
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(rides, writer, round));
  let running = WRITERS;
  for (const writer of writers) void writer.then(() => (running -= 1));
  const before = acknowledged.size;
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  await pause(WRITING_MS + Math.random() * 200);
  // On a busy machine the first acknowledged writes take longer.
  while (running > 0 && acknowledged.size < before + 2 * WRITERS) await pause(20);
  await end('SIGKILL');
  await Promise.all(writers);
  await client.close();
}

/** The ids of the documents that lack acknowledged writes in this store. */
function lost(store: Store): string[] {
  const rides = store.catalog.find('test', 'rides');
  const rows = rides ? selectRows(store, rides, { query: {} }).rows : [];
  const turns = new Map(rows.map(documentOf).map(({ _id, turn }) => [_id, Number(turn)]));
  return [...acknowledged].filter(([id, turn]) => (turns.get(id) ?? -1) < turn).map(([id]) => id);
}

/** Opens a copy of the folder as after a power failure: the copy contains only flushed writes. */
async function openFlushed(copy: string): Promise<Store> {
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('store.lock') });
  const before = process.env.LMDB_RESTORE;
  process.env.LMDB_RESTORE = 'safe';
  try {
    return await openStore(copy);
  } finally {
    if (before === undefined) delete process.env.LMDB_RESTORE;
    else process.env.LMDB_RESTORE = before;
  }
}

async function expectWhole(store: Store): Promise<void> {
  expect(lost(store)).toEqual([]);
  expect(indexErrors(store)).toEqual([]);
  await store.close();
}

test(
  `no acknowledged write is lost when the store is killed ${KILLS} times under ${WRITERS} writers`,
  async () => {
    for (let round = 0; round < KILLS; round++) {
      // The file is scrubbed all the time: no false alarm of damage may happen.
      await writeUntilKilled(await mustStart(folder, ['--scrub-ms', '1']), round);
      const copy = temporaryFolder();
      await expectWhole(await openFlushed(copy));
      await expectWhole(await openStore(folder));
      // Every other round continues with the flushed state only.
      const left = round % 2 === 0 ? folder : copy;
      if (round % 2 === 0) folder = copy;
      rmSync(left, { recursive: true, force: true });
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS * WRITERS);
  },
  KILLS * 30_000,
);
