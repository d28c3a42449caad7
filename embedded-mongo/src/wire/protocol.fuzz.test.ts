import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { random, seed } from '../testing/random-documents';
import { mustStart, removeProgram, type StoreProcess } from '../testing/store-process';
import { temporaryFolder } from '../testing/temporary-store';
import { encode } from './bson';

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const FRAMES = Number(process.env.FRAMES ?? 1500);
const AT_ONCE = 20;

let folder: string;
let store: StoreProcess;
let client: MongoClient;
/** What the store has written to standard error: only unexpected errors are written there. */
let errorOutput = '';

beforeAll(async () => {
  seed(SEED);
  folder = temporaryFolder();
  store = await mustStart(folder, ['--durability', 'memory']);
  store.child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  client = await MongoClient.connect(store.uri);
  await client.db('test').collection('rides').insertOne({ n: 1 });
});

afterAll(async () => {
  await client.close();
  await store.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  removeProgram();
});

/** Sends bytes, half-closes the connection, and waits until the store closes it; rejects on a timeout. */
function send(bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(store.uri).port), '127.0.0.1');
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.setTimeout(20_000, () => {
      socket.destroy();
      reject(new Error(`the store does not hang up after ${bytes.toString('hex')} (seed ${SEED})`));
    });
    socket.on('data', () => socket.end());
    socket.end(bytes);
  });
}

async function sendAll(frames: readonly Buffer[]): Promise<void> {
  for (let from = 0; from < frames.length; from += AT_ONCE) {
    await Promise.all(frames.slice(from, from + AT_ONCE).map(send));
  }
}

async function expectUnharmed(): Promise<void> {
  expect(store.child.exitCode).toBeNull();
  expect(await client.db('test').collection('rides').countDocuments()).toBe(1);
  expect(errorOutput).toBe('');
}

function framed(sections: Buffer, flags = 0): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(20), sections]);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(7, 4);
  bytes.writeInt32LE(2013, 12);
  bytes.writeUInt32LE(flags, 16);
  return bytes;
}

const zero = Buffer.from([0]);

/** A command with its documents in a separate section, as MongoDB drivers send inserts. */
function withSequence(): Buffer {
  const documents = [1, 2].map((n) =>
    encode({ _id: n, list: [n, { deep: [{ er: 'x'.repeat(20) }] }], at: new Date() }),
  );
  const content = Buffer.concat([Buffer.from('documents\0'), ...documents]);
  const size = Buffer.alloc(4);
  size.writeInt32LE(content.length + 4);
  const command = encode({ insert: 'fuzz', ordered: true, $db: 'fuzz' });
  return framed(Buffer.concat([zero, command, Buffer.from([1]), size, content]));
}

const COMMANDS = [
  // On the fast path.
  { find: 'fuzz', filter: { _id: 'a' }, limit: 1, singleBatch: true, $db: 'fuzz' },
  { update: 'fuzz', updates: [{ q: { _id: 'a', n: 1 }, u: { $set: { n: 2 } } }], $db: 'fuzz' },
  { find: 'fuzz', filter: { a: { $in: [1, 'b', { c: [null] }] } }, sort: { a: -1 }, limit: 3, $db: 'fuzz' },
  { update: 'fuzz', updates: [{ q: { a: 1 }, u: { $set: { 'a.b': [1] } }, multi: true }], $db: 'fuzz' },
  {
    aggregate: 'fuzz',
    pipeline: [{ $match: { a: 1 } }, { $group: { _id: '$a', n: { $sum: 1 } } }],
    cursor: {},
    $db: 'fuzz',
  },
  {
    findAndModify: 'fuzz',
    query: { a: 1 },
    update: { $push: { a: { $each: [1], $slice: 2 } } },
    upsert: true,
    $db: 'fuzz',
  },
  { createIndexes: 'fuzz', indexes: [{ key: { a: 1, b: -1 }, name: 'ab', unique: true }], $db: 'fuzz' },
];
const frames = [...COMMANDS.map((command) => framed(Buffer.concat([zero, encode(command)]))), withSequence()];

function frame(): Buffer {
  return Buffer.from(frames[random(frames.length)] ?? Buffer.alloc(0));
}

test('a message cut off at any byte only ends its connection', async () => {
  const whole = withSequence();
  const cuts = Array.from({ length: whole.length }, (_, at) => whole.subarray(0, at));
  // These messages are truncated, too, but their length fields state the shortened lengths.
  const lying = cuts
    .filter((bytes) => bytes.length >= 16)
    .map((bytes) => {
      const copy = Buffer.from(bytes);
      copy.writeInt32LE(copy.length, 0);
      return copy;
    });
  await sendAll([...cuts, ...lying]);
  await expectUnharmed();
}, 60_000);

test(
  `wrong lengths anywhere in a message neither stop the store nor change documents (seed ${SEED})`,
  async () => {
    const lies = [-1, 0, 1, 4, 5, 0x7fffffff, -0x80000000, 0x00ffffff];
    const lying = Array.from({ length: FRAMES }, () => {
      const bytes = frame();
      const at = 16 + random(bytes.length - 20);
      bytes.writeInt32LE(
        random(2) === 0 ? (lies[random(lies.length)] ?? 0) : bytes.readInt32LE(at) + random(9) - 4,
        at,
      );
      return bytes;
    });
    await sendAll(lying);
    await expectUnharmed();
  },
  60_000 + FRAMES * 20,
);

test(
  `changed, removed, duplicated and mixed bytes neither stop the store nor change documents (seed ${SEED})`,
  async () => {
    const broken = Array.from({ length: FRAMES }, () => {
      const bytes = frame();
      const at = 16 + random(bytes.length - 16);
      const to = Math.min(bytes.length, at + random(40));
      const parts = [
        [bytes.subarray(0, at), bytes.subarray(to)],
        [bytes.subarray(0, to), bytes.subarray(at)],
        [bytes.subarray(0, at), randomBytes(to - at), bytes.subarray(to)],
        [bytes.subarray(0, at), frame().subarray(at)],
        [randomBytes(random(200))],
      ][random(5)];
      const mixed = Buffer.concat(parts ?? []);
      if (mixed.length >= 4 && random(4) > 0) mixed.writeInt32LE(mixed.length, 0);
      return mixed;
    });
    await sendAll(broken);
    await expectUnharmed();
  },
  60_000 + FRAMES * 20,
);

/** `levels` nested containers of one type: documents, arrays, or code with scope. */
function nested(type: number, levels: number): Buffer {
  let bytes = Buffer.from([5, 0, 0, 0, 0]);
  for (let level = 0; level < levels; level++) {
    // Code with scope: its own length, an empty string, the scope.
    const head = type === 0x0f ? Buffer.concat([int32(bytes.length + 9), int32(1), zero]) : Buffer.alloc(0);
    const name = Buffer.from([type, 0x30, 0]);
    bytes = Buffer.concat([int32(4 + name.length + head.length + bytes.length + 1), name, head, bytes, zero]);
  }
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

test.each([0x03, 0x04, 0x0f])(
  'containers of type %i nested far too deep do not stop the store',
  async (type) => {
    const start = encode({ find: 'fuzz', $db: 'fuzz' });
    for (const levels of [199, 200, 201, 3000]) {
      const filter = Buffer.concat([Buffer.from([type]), Buffer.from('filter\0')]);
      const value = nested(type, levels);
      const scope = type === 0x0f ? Buffer.concat([int32(value.length + 9), int32(1), zero, value]) : value;
      const body = Buffer.concat([start.subarray(0, -1), filter, scope, zero]);
      body.writeInt32LE(body.length, 0);
      await send(framed(Buffer.concat([zero, body])));
    }
    await expectUnharmed();
  },
  60_000,
);
