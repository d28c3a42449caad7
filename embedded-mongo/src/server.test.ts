import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Long, ObjectId } from 'bson';
import { startTemporaryStore, type TemporaryStore } from './testing/temporary-store';
import { encode } from './wire/bson';
import { decode } from './wire/decode';
import { FrameReader } from './wire/frames';

let at: TemporaryStore;

beforeAll(async () => {
  at = await startTemporaryStore();
  await at.client.db('test').collection('rides').insertOne({ n: 1 });
});

afterAll(() => at.stop());

const OP_MSG = 2013;

function message(
  body: Buffer,
  { opcode = OP_MSG, length = body.length + 16, id = 1 }: { opcode?: number; length?: number; id?: number } = {},
): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(length, 0);
  header.writeInt32LE(id, 4);
  header.writeInt32LE(opcode, 12);
  return Buffer.concat([header, body]);
}

function command(document: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(5), document]);
}

const PING = encode({ ping: 1, $db: 'admin' });

/** The outcome of a client's message: a reply, the end of its connection, or no reply within the timeout. */
type Outcome = { what: 'answer' | 'end' | 'silence'; answer: Buffer };

function send(bytes: Buffer, silenceMs = 300): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect(Number(at.store.port), '127.0.0.1');
    const finish = (what: Outcome['what'], answer = Buffer.alloc(0)) => {
      socket.destroy();
      resolve({ what, answer });
    };
    socket.setTimeout(silenceMs, () => finish('silence'));
    socket.on('data', (chunk) => finish('answer', chunk));
    socket.on('error', () => finish('end'));
    socket.on('close', () => finish('end'));
    socket.write(bytes);
  });
}

async function expectAlive(): Promise<void> {
  expect(await at.client.db('test').collection('rides').countDocuments()).toBe(1);
}

/** A document with `levels` nested documents, built without recursion: a level has 7 bytes of header and one at its end. */
function nested(levels: number): Buffer {
  const bytes = Buffer.alloc(8 * levels + 5);
  for (let level = 0; level <= levels; level++) {
    bytes.writeInt32LE(bytes.length - 8 * level, 7 * level);
    if (level < levels) bytes.write('\x03a\0', 7 * level + 4, 'latin1');
  }
  return bytes;
}

function inside(name: string, document: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from('\x02find\0', 'latin1'), Buffer.from([2, 0, 0, 0, 120, 0])]);
  const db = Buffer.concat([Buffer.from('\x02$db\0', 'latin1'), Buffer.from([2, 0, 0, 0, 116, 0])]);
  const body = Buffer.concat([
    Buffer.alloc(4),
    head,
    db,
    Buffer.from(`\x03${name}\0`, 'latin1'),
    document,
    Buffer.alloc(1),
  ]);
  body.writeInt32LE(body.length, 0);
  return body;
}

test('the raw client of these tests gets a reply to a valid ping', async () => {
  expect((await send(message(command(PING)), 10_000)).what).toBe('answer');
});

test.each<[string, Buffer]>([
  ['a length of zero', message(command(PING), { length: 0 })],
  ['a negative length', message(command(PING), { length: -5 })],
  ['a very large length', message(command(PING), { length: 0x7fffffff })],
  ['an unknown opcode', message(command(PING), { opcode: 4242 })],
  ['a compressed message', message(command(PING), { opcode: 2012 })],
  ['an unknown section', message(Buffer.concat([Buffer.alloc(4), Buffer.from([7]), PING]))],
  ['unknown required flags', message(Buffer.concat([Buffer.from([0x40, 0, 0, 0, 0]), PING]))],
  ['a message without a section', message(Buffer.alloc(4))],
  ['an empty body', message(Buffer.alloc(0))],
  [
    'a document longer than its message',
    message(command(Buffer.concat([Buffer.from([255, 0, 0, 0]), PING.subarray(4)]))),
  ],
  ['a document cut short', message(command(PING.subarray(0, 12)))],
])('%s ends its own connection, and no other', async (_name, bytes) => {
  expect((await send(bytes, 10_000)).what).toBe('end');
  await expectAlive();
});

test('an incomplete message waits for the rest of its bytes', async () => {
  expect((await send(message(command(PING), { length: 500 }))).what).toBe('silence');
  await expectAlive();
});

test('a document of 100,000 levels is answered with an error', async () => {
  const { answer } = await send(message(command(inside('filter', nested(100_000)))), 10_000);
  expect(decode(answer.subarray(21))).toMatchObject({ ok: 0, code: 15, codeName: 'Overflow' });
  await expectAlive();
});

test('a client that sends many requests and reads nothing does not block others', async () => {
  const big = at.client.db('test').collection('big');
  await big.insertMany(Array.from({ length: 20 }, () => ({ text: 'x'.repeat(200_000) })));
  await at.client
    .db('test')
    .collection<{ _id: string; text: string }>('big')
    .insertOne({ _id: 'known', text: 'x'.repeat(200_000) });
  const socket = connect(Number(at.store.port), '127.0.0.1');
  socket.pause();
  const find = message(command(encode({ find: 'big', $db: 'test' })));
  const fast = message(command(encode({ find: 'big', filter: { _id: 'known' }, $db: 'test' })));
  for (let n = 0; n < 30; n++) socket.write(Buffer.concat([find, ...Array<Buffer>(20).fill(fast)]));
  await expectAlive();
  socket.destroy();
  await big.drop();
  await expectAlive();
});

/** The ids of the requests that are answered, in the order of the answers, until there are so many. */
async function answersOn(socket: Socket, count: number): Promise<number[]> {
  const frames = new FrameReader();
  const answered: number[] = [];
  for await (const chunk of socket) {
    answered.push(...frames.push(chunk).map((bytes) => bytes.readInt32LE(8)));
    if (answered.length >= count) break;
  }
  return answered;
}

test('a thousand pipelined requests, on the fast path and beside it, are answered in their order', async () => {
  const socket = connect(Number(at.store.port), '127.0.0.1');
  const fast = command(encode({ find: 'rides', filter: { _id: 'none' }, $db: 'test' }));
  const update = command(
    encode({ update: 'rides', updates: [{ q: { _id: 'none' }, u: { $set: { n: 2 } } }], $db: 'test' }),
  );
  const bodies = [fast, fast, fast, fast, command(PING), fast, update];
  const ids = Array.from({ length: 1_000 }, (_, n) => n + 1);
  socket.write(Buffer.concat(ids.map((id) => message(bodies[id % bodies.length] ?? fast, { id }))));
  expect(await answersOn(socket, ids.length)).toEqual(ids);
});

const EXHAUST_ALLOWED = 1 << 16;

/** An awaitable hello that allows a stream of replies, as the monitor of a MongoDB driver sends it. */
function awaitedHello(processId: unknown, maxAwaitTimeMS: number): Buffer {
  const topologyVersion = { processId, counter: Long.ZERO };
  const body = command(encode({ hello: 1, topologyVersion, maxAwaitTimeMS, $db: 'admin' }));
  body.writeUInt32LE(EXHAUST_ALLOWED, 0);
  return message(body);
}

test('an exhaust hello is answered repeatedly, at most twice a second', async () => {
  const { topologyVersion } = await at.client.db('admin').command({ hello: 1 });
  const socket = connect(Number(at.store.port), '127.0.0.1');
  const frames = new FrameReader();
  const answers: Buffer[] = [];
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      answers.push(...frames.push(chunk));
      if (answers.length >= 3) resolve();
    });
  });
  const from = performance.now();
  socket.write(awaitedHello(topologyVersion.processId, 1));
  await answered;
  expect(performance.now() - from).toBeGreaterThan(1_400);
  for (const answer of answers) {
    expect(answer.readUInt32LE(16)).toBe(2);
    expect(decode(answer.subarray(21))).toMatchObject({ helloOk: true, ok: 1 });
  }
  socket.destroy();
  await closed;
  await expectAlive();
});

test('an awaitable hello with another process id is answered immediately', async () => {
  const { what, answer } = await send(awaitedHello(new ObjectId(), 60_000), 5_000);
  expect(what).toBe('answer');
  expect(decode(answer.subarray(21))).toMatchObject({ helloOk: true, ok: 1 });
});

test('topologyVersion and maxAwaitTimeMS are refused without each other', async () => {
  const admin = at.client.db('admin');
  await expect(admin.command({ hello: 1, maxAwaitTimeMS: 10 })).rejects.toMatchObject({ code: 31368 });
  const topologyVersion = { processId: new ObjectId(), counter: Long.ZERO };
  await expect(admin.command({ hello: 1, topologyVersion })).rejects.toMatchObject({ code: 31368 });
});

test('the monitor of the MongoDB driver streams hello, and notices within two seconds that the server stops', async () => {
  const store = await startTemporaryStore();
  const lost = new Promise<number>((resolve) => {
    store.client.on('serverDescriptionChanged', ({ newDescription }) => {
      if (newDescription.type === 'Unknown') resolve(performance.now());
    });
  });
  const waiting = new Promise<void>((resolve) => {
    store.client.on('serverHeartbeatStarted', ({ awaited }) => {
      if (awaited) resolve();
    });
  });
  await store.client.db('test').command({ ping: 1 });
  await waiting;
  const from = performance.now();
  await store.store.stop();
  expect((await lost) - from).toBeLessThan(2_000);
  await store.stop();
});
