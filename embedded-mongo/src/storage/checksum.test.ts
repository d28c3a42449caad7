import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { answerFastFind } from '../fast-path/answer';
import { parseFastFind } from '../fast-path/find-request';
import { runFastUpdate } from '../fast-path/update';
import { buildIndex } from '../indexes/build';
import { errorsOf, verifyCollection } from '../indexes/verify';
import { documentOf, selectRows } from '../plan/select';
import { messageOf } from '../testing/engine';
import { temporaryFolder } from '../testing/temporary-store';
import { encode } from '../wire/bson';
import { decode } from '../wire/decode';
import { catalogPlace, ENTRY_CHECKSUM_BYTES, RECORD_CHECKSUM_BYTES, verifiedDocument } from './checksum';
import { decodeCollection, encodeCollection } from './collection';
import { FORMAT_KEY } from './inspect';
import { afterPrefix, prefixOf, recordKey } from './keys';
import { insertRecord, updateRecord } from './records';
import { openStore, type Store } from './store';

const COUNT = 40;

let folder: string;
let store: Store;

function rides() {
  const found = store.catalog.find('test', 'rides');
  if (!found) throw new Error('the collection is missing');
  return found;
}

function find(query: object): unknown[] {
  return selectRows(store, rides(), { query: { ...query } }).rows.map(documentOf);
}

beforeEach(async () => {
  folder = temporaryFolder();
  store = await openStore(folder);
  await store.write(() => {
    const collection = store.catalog.create('test', 'rides', {});
    const spec = { v: 2, key: { city: 1 }, name: 'city' };
    buildIndex(store, collection, store.catalog.newIndex(spec));
    for (let n = 0; n < COUNT; n++) insertRecord(store, collection, { _id: `r${n}`, n, city: n % 4 });
  });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Changes one byte of a stored record. */
async function corrupt(record: number, at: number): Promise<void> {
  const key = recordKey(rides().id, record);
  const bytes = Buffer.from(store.environment.records.getBinary(key) ?? []);
  bytes[at] = (bytes[at] ?? 0) ^ 0x10;
  await store.write(() => store.environment.records.putSync(key, bytes));
}

test.each([0, 2, 10, 20, -1, -3])(
  'reading a record whose byte %d was changed is an error; negative numbers count from its end',
  async (at) => {
    const size = store.environment.records.getBinary(recordKey(rides().id, 3))?.length ?? 0;
    await corrupt(3, at < 0 ? size + at : at);
    for (const query of [{ _id: 'r2' }, { city: 2 }, {}]) {
      expect(() => find(query)).toThrow('record 3 of collection');
    }
    expect(find({ _id: 'r5' })).toHaveLength(1);
    expect(errorsOf(verifyCollection(store, rides()))).toContain('record 3 cannot be read');
  },
);

test('an update and a find on the fast path refuse a damaged record', async () => {
  await corrupt(3, 20);
  const bytes = encode({ _id: 'r2', n: 7 });
  const id = { at: 4, value: 9, end: 9 + 4 + 3 };
  const change = { at: id.end, value: id.end + 3, end: id.end + 7, adds: false };
  const command = { bytes, requestId: 1, legacy: false as const, database: 'test', collection: 'rides' };
  const run = () => runFastUpdate(store, { kind: 'update', ...command, conditions: [id], changes: [change] });
  await expect(store.write(run)).rejects.toThrow('record 3 of collection');
  const reply = answerFastFind(store, { kind: 'find', ...command, id });
  expect(decode(reply?.subarray(21) ?? Buffer.alloc(0))).toMatchObject({ ok: 0, codeName: 'DataCorruptionDetected' });
});

test('a record stored under the key of another record counts as damaged', async () => {
  const { records } = store.environment;
  const [one, two] = [1, 2].map((record) => recordKey(rides().id, record));
  const stolen = Buffer.from((two && records.getBinary(two)) ?? []);
  await store.write(() => one && records.putSync(one, stolen));
  expect(() => find({ _id: 'r0' })).toThrow('record 1 of collection');
});

test('a changed, removed or added index entry is detected', async () => {
  const { entries } = store.environment;
  const city = rides().indexes.find(({ name }) => name === 'city');
  const start = prefixOf(city?.id ?? 0);
  const [first, second] = [...entries.getRange({ start, end: afterPrefix(start) })];
  if (!first || !second) throw new Error('the index is empty');
  const changed = Buffer.from(first.value);
  changed[0] = (changed[0] ?? 0) ^ 1;
  await store.write(() => entries.putSync(first.key, changed));
  expect(() => find({ city: 0 })).toThrow('an entry of the index city fails its checksum');
  await store.write(() => {
    entries.putSync(first.key, first.value);
    entries.removeSync(second.key);
  });
  expect(errorsOf(verifyCollection(store, rides()))).toEqual(['index city: 1 entries missing']);
  await store.write(() => {
    entries.putSync(second.key, second.value);
    entries.putSync(Buffer.concat([first.key, Buffer.from('x')]), first.value);
  });
  expect(errorsOf(verifyCollection(store, rides()))).toEqual(['index city: 1 too many, 1 damaged']);
});

/** Turns the open store into one of the first version, without checksums. */
async function removeChecksums(): Promise<void> {
  const { records, entries, catalog } = store.environment;
  await store.write(() => {
    for (const { key, value } of [...records.getRange({})]) {
      records.putSync(key, value.subarray(0, value.length - RECORD_CHECKSUM_BYTES));
    }
    for (const { key, value } of [...entries.getRange({})]) {
      entries.putSync(key, value.subarray(0, value.length - ENTRY_CHECKSUM_BYTES));
    }
    for (const { key, value } of [...catalog.getRange({})].filter((entry) => !entry.key.equals(FORMAT_KEY))) {
      const collection = decodeCollection(verifiedDocument(value, catalogPlace(key), false));
      collection.sealed = false;
      for (const index of collection.indexes) index.sealed = false;
      catalog.putSync(key, encodeCollection(collection));
    }
    catalog.putSync(FORMAT_KEY, Buffer.from('boli-store-1'));
  });
  await store.close();
  store = await openStore(folder);
}

test('the fast path of finds needs checksums: without them, an entry may point to another document', async () => {
  const find = parseFastFind(messageOf({ find: 'rides', filter: { _id: 'r2' }, $db: 'test' }));
  const answer = () => find && answerFastFind(store, find);
  expect(answer()).not.toBeNull();
  await removeChecksums();
  expect(answer()).toBeNull();
});

test('a folder without checksums can be opened, and gets checksums as it is written', async () => {
  await removeChecksums();
  expect(find({})).toHaveLength(COUNT);
  expect(find({ city: 1 })).toHaveLength(COUNT / 4);
  const before = verifyCollection(store, rides());
  expect([errorsOf(before), before.withoutChecksum]).toEqual([[], 3 * COUNT]);
  await store.write(() => {
    for (const row of selectRows(store, rides(), { query: {} }).rows) {
      const document = documentOf(row);
      const after = { ...document, city: Number(document.city) + 4 };
      updateRecord(store, rides(), { record: row.record, document, after });
    }
  });
  await store.close();
  store = await openStore(folder);
  const after = verifyCollection(store, rides());
  // The _id index was not written to, and still lacks checksums.
  expect([errorsOf(after), after.withoutChecksum]).toEqual([[], COUNT]);
  await corrupt(3, 20);
  expect(() => find({ _id: 'r2' })).toThrow('record 3 of collection');
  await store.write(() => insertRecord(store, rides(), { _id: 'new', city: 1 }));
  expect(find({ city: 1 })).toHaveLength(1);
});
