import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Double, EJSON, Long, ObjectId, UUID } from 'bson';
import { selectRows } from '../plan/select';
import { openStore, type Store } from '../storage/store';
import { messageOf, runnerOn } from '../testing/engine';
import { indexErrors } from '../testing/index-errors';
import { pick, random, seed } from '../testing/random-documents';
import { temporaryFolder } from '../testing/temporary-store';
import type { Document } from '../values/types';
import { encode } from '../wire/bson';
import { parseRequest } from '../wire/message';
import { runFastUpdate } from './update';
import { parseFastUpdate } from './update-request';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env.FUZZ ?? 800);
let folder: string;
let store: Store;
let run: ReturnType<typeof runnerOn>;

beforeAll(async () => {
  seed(SEED);
  folder = temporaryFolder();
  store = await openStore(folder, 'memory');
  run = runnerOn(store);
  for (const name of ['quick', 'general']) {
    const indexes = [
      { key: { indexed: 1 }, name: 'indexed' },
      { key: { 'deep.part': 1, indexed: -1 }, name: 'deep' },
    ];
    await run({ createIndexes: name, indexes, $db: 'test' });
  }
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** A message as MongoDB drivers write it: the statement inside the command, or in a separate section. */
function message(command: Document, statements: readonly Document[], apart: boolean): Buffer {
  const [[first, name] = ['', ''], ...rest] = Object.entries(command);
  const body = { [first]: name, ...(apart ? {} : { updates: statements }), ...Object.fromEntries(rest) };
  const listed = Buffer.concat([Buffer.from('updates\0'), ...statements.map(encode)]);
  const size = Buffer.alloc(4);
  size.writeInt32LE(4 + listed.length);
  return messageOf(body, ...(apart ? [Buffer.from([1]), size, listed] : []));
}

const IDS = [ObjectId.createFromTime(1), ObjectId.createFromTime(2), 'text', 'other text', 'zwölf', 7];
const FIELDS = ['a', 'b', 'c', 'version'];
const RARE_FIELDS = ['größe', 'indexed', 'deep', 'deep.part', '_id', '7', '$odd', ''];

const SCALARS: readonly (() => unknown)[] = [
  () => random(4),
  () => 2 ** 31 - 1 - random(2),
  () => pick(['', 'a', 'b', 'longer', 'Ä€😀', 'with \0 zero']),
  () => pick(IDS),
  () => random(2) === 0,
  () => new Date(random(3)),
  () => null,
  () => Long.fromNumber(random(3)),
  () => pick([0.5, new Double(1), new Double(0), -0]),
];

function anyValue(): unknown {
  if (random(15) > 0) return (SCALARS[random(SCALARS.length)] ?? (() => null))();
  return pick([{ part: random(2) }, [1, 'a'], [], {}]);
}

function fieldName(): string {
  return random(25) === 0 ? pick(RARE_FIELDS) : pick(FIELDS);
}

function fields(most: number, value: () => unknown): Document {
  return Object.fromEntries(Array.from({ length: random(most) + 1 }, () => [fieldName(), value()]));
}

function makeDocument(_id: unknown): Document {
  const document: Document = { _id };
  for (const name of [...FIELDS, 'indexed', 'deep']) if (random(3) > 0) document[name] = anyValue();
  return document;
}

function makeStatement(document: Document): Document {
  const q: Document = { _id: random(10) > 0 ? document._id : pick(IDS) };
  // Most conditions use a value of the document, so that most updates match the document.
  for (const name of FIELDS) {
    if (random(4) === 0) q[name] = random(3) > 0 && document[name] !== undefined ? document[name] : anyValue();
  }
  const u: Document = {};
  if (random(4) > 0) u.$set = fields(2, anyValue);
  if (random(2) === 0 || !u.$set) u.$inc = random(3) > 0 ? { version: random(3) } : fields(1, anyValue);
  if (random(30) === 0) u.$unset = { a: 1 };
  return {
    q,
    u,
    ...(random(3) === 0 ? { multi: random(9) === 0 } : {}),
    ...(random(3) === 0 ? { upsert: false } : {}),
  };
}

function contents(name: string): string[] {
  const collection = store.catalog.find('test', name);
  if (!collection) throw new Error(`there is no collection ${name}`);
  return selectRows(store, collection, { query: {} }).rows.map(({ bytes }) => bytes.toString('hex'));
}

/**
 * Runs one update on both paths: stored bytes and reply must be the same. Returns true if the fast path applied;
 * otherwise it must not have written anything.
 */
async function compareOnce(): Promise<boolean> {
  const document = makeDocument(pick(IDS));
  for (const name of ['quick', 'general']) {
    await run({ delete: name, deletes: [{ q: {}, limit: 0 }], $db: 'test' });
    await run({ insert: name, documents: [document], $db: 'test' });
  }
  const statement = makeStatement(document);
  const rest = { ...(random(2) ? { ordered: true } : {}), lsid: { id: new UUID() }, $db: 'test' };
  const example = EJSON.stringify({ seed: SEED, document, statement }, { relaxed: false });
  const quick = parseFastUpdate(message({ update: 'quick', ...rest }, [statement], random(2) === 0));
  const answer = quick && (await store.write(() => runFastUpdate(store, quick)));
  if (!answer) {
    expect({ example, contents: contents('quick') }).toEqual({ example, contents: contents('general') });
    return false;
  }
  const { command } = parseRequest(message({ update: 'general', ...rest }, [statement], random(2) === 0));
  const expected = await run(command);
  const bytes = Buffer.isBuffer(expected) ? expected : encode(expected);
  expect({ example, answer: answer.toString('hex') }).toEqual({ example, answer: bytes.toString('hex') });
  expect({ example, contents: contents('quick') }).toEqual({ example, contents: contents('general') });
  return true;
}

test(
  `a fast-path update on record bytes returns and stores the same as the general path (seed ${SEED})`,
  async () => {
    let quick = 0;
    for (let round = 0; round < ROUNDS; round++) if (await compareOnce()) quick++;
    expect(quick).toBeGreaterThan(ROUNDS / 6);
    expect(indexErrors(store)).toEqual([]);
  },
  60_000 + ROUNDS * 20,
);
