import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { MongoClient, MongoServerError } from 'mongodb';
import { endpointFor } from './address';
import { startStore } from './index';
import { mustStart, removeProgram, startStoreProcess } from './testing/store-process';
import { temporaryFolder } from './testing/temporary-store';
import type { Document } from './values/types';
import { encode } from './wire/bson';
import { decode } from './wire/decode';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(removeProgram);

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The entries of a folder with their permissions. */
function rights(path: string): Record<string, string> {
  return Object.fromEntries(readdirSync(path).map((name) => [name, modeOf(join(path, name))]));
}

async function insertOne(uri: string): Promise<void> {
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    await client.db('test').collection('rides').insertOne({ n: 1 });
  } finally {
    await client.close();
  }
}

describe('access to the data folder', () => {
  const ours = { 'data.mdb': '600', 'lock.mdb': '600', 'store.json': '600', 'store.sock': '600' };

  test.each(['0000', '0022', '0777'])('is limited to its owner, with any umask: %s', async (umask) => {
    const data = join(folder, 'data');
    const store = await mustStart(data, [], { program: ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh'], port: false });
    await insertOne(store.uri);
    expect(modeOf(data)).toBe('700');
    expect(rights(data)).toMatchObject(ours);
    await store.end('SIGTERM');
  });

  test('is taken from other users when a store starts in an existing folder, also for its files', async () => {
    const data = join(folder, 'data');
    const first = await mustStart(data);
    await insertOne(first.uri);
    await first.end('SIGTERM');
    chmodSync(data, 0o755);
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644);
    const second = await mustStart(data, [], { port: false });
    await insertOne(second.uri);
    expect(modeOf(data)).toBe('700');
    expect(rights(data)).toMatchObject(ours);
    await second.end('SIGTERM');
  });
});

describe('the listening address', () => {
  test('is a socket in the data folder, and no TCP port unless one is requested', async () => {
    const store = await mustStart(folder, [], { port: false });
    expect(store.uri).toBe(`mongodb://${encodeURIComponent(join(folder, 'store.sock'))}/`);
    await insertOne(store.uri);
    const sockets = readFileSync(`/proc/${store.child.pid}/net/tcp`, 'utf8');
    const inodes = readdirSync(`/proc/${store.child.pid}/fd`).map((fd) => {
      try {
        return String(statSync(`/proc/${store.child.pid}/fd/${fd}`).ino);
      } catch {
        return '';
      }
    });
    const listening = sockets.split('\n').filter((line) => / 0A /.test(line));
    expect(listening.filter((line) => inodes.includes(line.trim().split(/\s+/)[9] ?? 'none'))).toEqual([]);
    await store.end('SIGTERM');
    expect(readdirSync(folder)).not.toContain('store.sock');
  });

  test('for a folder with a very long name is a socket in a separate folder, and has the same path again after a crash', async () => {
    const deep = join(folder, 'x'.repeat(120));
    const first = await mustStart(deep, [], { port: false });
    const path = decodeURIComponent(new URL(first.uri).hostname);
    expect(Buffer.byteLength(path)).toBeLessThan(104);
    expect(modeOf(join(path, '..'))).toBe('700');
    await insertOne(first.uri);
    await first.end('SIGKILL');
    // The clients of a killed store reconnect to its old socket.
    const second = await mustStart(deep, [], { port: false });
    expect(second.uri).toBe(first.uri);
    await insertOne(second.uri);
    await second.end('SIGTERM');
    expect(() => statSync(join(path, '..'))).toThrow('ENOENT');
  });

  test('in a folder that other users may enter is refused', async () => {
    const open = join(folder, 'open');
    mkdirSync(open);
    chmodSync(open, 0o755);
    const outcome = await startStoreProcess(join(folder, 'data'), ['--socket', join(open, 'a.sock')], { port: false });
    expect(outcome).toMatchObject({ code: 1, said: expect.stringContaining('others may enter its folder') });
  });

  test('may be in a folder with a dot in its name', async () => {
    const dotted = join(folder, 'x.y');
    const store = await mustStart(dotted, [], { port: false });
    await insertOne(store.uri);
    await store.end('SIGTERM');
    expect(readdirSync(dotted)).toContain('data.mdb');
  });
});

describe('TCP with a secret', () => {
  test('is used on systems without Unix sockets, with a new secret at each start', () => {
    const [one, other] = [endpointFor(folder, {}, 'win32'), endpointFor(folder, {}, 'win32')];
    expect(one.address).toEqual({ host: '127.0.0.1', port: 0 });
    expect(one.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(one.secret).not.toBe(other.secret);
    expect(one.uri(4242)).toBe(
      `mongodb://boli:${one.secret}@127.0.0.1:4242/?authMechanism=SCRAM-SHA-256&authSource=admin`,
    );
  });

  test('lets the MongoDB driver sign in by SCRAM, and refuses writes without the right name and secret', async () => {
    const store = await startStore({ dbPath: folder, port: 0, secret: 'an open sesame', durability: 'memory' });
    try {
      await insertOne(store.uri);
      // If the address does not name the mechanism, the driver asks the server for it.
      await insertOne(store.uri.replace('authMechanism=SCRAM-SHA-256&', ''));
      const bare = `mongodb://127.0.0.1:${store.port}/`;
      await expect(insertOne(bare)).rejects.toMatchObject({ code: 13, codeName: 'Unauthorized' });
      const wrong = store.uri.replace('sesame', 'barley');
      await expect(insertOne(wrong)).rejects.toThrow(MongoServerError);
      await expect(insertOne(wrong)).rejects.toMatchObject({ code: 18, codeName: 'AuthenticationFailed' });
      await expect(insertOne(store.uri.replace('//boli:', '//root:'))).rejects.toMatchObject({ code: 18 });
    } finally {
      await store.stop();
    }
  });

  test('names its mechanism, and requires signing in also for the fast paths of updates and finds', async () => {
    const store = await startStore({ dbPath: folder, port: 0, secret: 'an open sesame', durability: 'memory' });
    try {
      const client = await MongoClient.connect(store.uri);
      const parameters = await client.db('admin').command({ getParameter: 1, authenticationMechanisms: 1 });
      expect(parameters).toMatchObject({ authenticationMechanisms: ['SCRAM-SHA-256'] });
      const rides = client.db('test').collection<{ _id: string; n: number }>('rides');
      await rides.insertOne({ _id: 'a', n: 1 });
      const update = { q: { _id: 'a' }, u: { $set: { n: 2 } } };
      const answer = await sendCommand(Number(store.port), { update: 'rides', updates: [update], $db: 'test' });
      expect(answer).toMatchObject({ ok: 0, code: 13 });
      const found = await sendCommand(Number(store.port), { find: 'rides', filter: { _id: 'a' }, $db: 'test' });
      expect(found).toMatchObject({ ok: 0, code: 13 });
      expect(await rides.findOne()).toEqual({ _id: 'a', n: 1 });
      await client.close();
    } finally {
      await store.stop();
    }
  });
});

/** Sends one command on a new connection that has not signed in. */
function sendCommand(port: number, command: Document): Promise<unknown> {
  const body = Buffer.concat([Buffer.alloc(5), encode(command)]);
  const header = Buffer.alloc(16);
  header.writeInt32LE(body.length + 16, 0);
  header.writeInt32LE(2013, 12);
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', (chunk: Buffer) => {
      socket.destroy();
      resolve(decode(chunk.subarray(21)));
    });
    socket.write(Buffer.concat([header, body]));
  });
}

test('a store.json without a valid address is ignored', async () => {
  writeFileSync(join(folder, 'store.json'), '{"uri": 7');
  const store = await mustStart(folder, [], { port: false });
  await insertOne(store.uri);
  await store.end('SIGTERM');
});
