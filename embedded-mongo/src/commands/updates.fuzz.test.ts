import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EJSON } from 'bson';
import { buildIndex } from '../indexes/build';
import { selectRows } from '../plan/select';
import { openStore, type Store } from '../storage/store';
import { indexErrors } from '../testing/index-errors';
import { INDEXES, makeDocument, makeQuery, pick, random, seed, value } from '../testing/random-documents';
import { temporaryFolder } from '../testing/temporary-store';
import { MongoError } from '../values/errors';
import type { Document } from '../values/types';
import { deleteDocuments, insertDocument, updateDocuments } from './operations';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.FUZZ ?? 1000);
const STEPS = 50;

let folder: string;
let store: Store;

beforeAll(async () => {
  seed(SEED);
  folder = temporaryFolder();
  store = await openStore(folder, 'memory');
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const INDEXED = { database: 'fuzz', name: 'indexed' };
const PLAIN = { database: 'fuzz', name: 'plain' };
const BOTH = [INDEXED, PLAIN];

function startAnew(): void {
  for (const { database, name } of BOTH) {
    const old = store.catalog.find(database, name);
    if (old) store.catalog.drop(old);
    store.catalog.create(database, name, {});
  }
  const indexed = store.catalog.find(INDEXED.database, INDEXED.name);
  if (!indexed) throw new Error('the collection was just made');
  INDEXES.forEach((spec, at) => {
    if (random(2) === 0) buildIndex(store, indexed, store.catalog.newIndex({ v: 2, name: `i${at}`, ...spec }));
  });
}

const FIELDS = ['a', 'a.b', 'd', 'e'];

function makeUpdate(): Document {
  const field = pick(FIELDS);
  switch (random(8)) {
    case 0:
      return { $inc: { [field]: 1 } };
    case 1:
      return { $unset: { [field]: '' } };
    case 2:
      return { $push: { [field]: value(2) } };
    case 3:
      return { $pull: { [field]: value(2) } };
    case 4:
      return { $rename: { d: 'e' } };
    case 5:
      return { $max: { [field]: value(2) } };
    case 6:
      return { $set: { d: value(), e: value() } };
    default:
      return { $set: { [field]: value() } };
  }
}

type Step = (target: typeof INDEXED) => unknown;

function makeStep(): { about: Document; step: Step } {
  const kind = random(10);
  if (kind < 3) {
    const document = makeDocument(random(60));
    return {
      about: { document },
      step: (target) => insertDocument(store, target, { document, bypassValidation: true }),
    };
  }
  const query = makeQuery();
  if (kind === 3) {
    return { about: { remove: query }, step: (target) => deleteDocuments(store, target, { query, limit: 0 }).n };
  }
  const update = makeUpdate();
  const statement = { selection: { query }, update, multi: true, upsert: false, arrayFilters: undefined };
  const step: Step = (target) => {
    const { matched, modified } = updateDocuments(store, target, { ...statement, bypassValidation: true });
    return { matched, modified };
  };
  return { about: { query, update }, step };
}

function outcome(step: Step, target: typeof INDEXED): unknown {
  try {
    return step(target);
  } catch (error) {
    if (error instanceof MongoError) return error;
    throw error;
  }
}

function contents({ database, name }: typeof INDEXED): string[] {
  const collection = store.catalog.find(database, name);
  const rows = collection ? selectRows(store, collection, { query: {}, hint: { $natural: 1 } }).rows : [];
  return rows.map(({ bytes }) => bytes.toString('hex')).sort();
}

/**
 * Runs one random step on both collections and compares them. Returns `stopped` if the step failed: the two collections
 * may differ then, because they changed different documents before the error.
 */
function runStep(): 'compared' | 'stopped' {
  const { about, step } = makeStep();
  const [indexed, plain] = BOTH.map((target) => outcome(step, target));
  const example = EJSON.stringify({ seed: SEED, ...about });
  // Parallel arrays are an error of the indexed collection only. Two errors are not compared: which error comes first
  // depends on the order of the documents.
  if (indexed instanceof MongoError || plain instanceof MongoError) {
    if (!(indexed instanceof MongoError)) throw new Error(`the step failed only without indexes: ${example}`);
    if (!(plain instanceof MongoError)) expect({ example, code: indexed.code }).toEqual({ example, code: 171 });
    return 'stopped';
  }
  expect({ example, outcome: indexed }).toEqual({ example, outcome: plain });
  expect({ example, contents: contents(INDEXED) }).toEqual({ example, contents: contents(PLAIN) });
  return 'compared';
}

test(
  `updates and deletions change the same documents with and without indexes (seed ${SEED})`,
  async () => {
    let compared = 0;
    for (let round = 0; round < ROUNDS / STEPS; round++) {
      await store.write(() => {
        startAnew();
        for (let n = 0; n < STEPS; n++) {
          if (runStep() === 'compared') compared++;
          else startAnew();
        }
      });
      expect(indexErrors(store)).toEqual([]);
    }
    expect(compared).toBeGreaterThan(ROUNDS / 3);
  },
  60_000 + ROUNDS * 20,
);
