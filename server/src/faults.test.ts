import { execFileSync } from 'node:child_process';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from '@boli/shared/auth/auth.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { root } from './root';
import { launchStore } from './store/launch';
import { type ServerProcess, startServerProcess, storeOf } from './testing/process';
import { eventually } from './testing/realtime';
import { freePort } from './testing/serve';
import { stopwatch } from './testing/stopwatch';

const storeProgram = [process.execPath, join(root, 'embedded-mongo', 'bin', 'store.mjs')];

let folder: string;
const running: ServerProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-faults-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the server in a separate process, which is stopped after the test. */
async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess({ LOG_LEVEL: 'fatal', PORT: String(await freePort()), ...settings });
  running.push(server);
  return server;
}

/** The answer of `/health/ready`; a status of 0 without an answer. */
async function ready({ url }: Pick<ServerProcess, 'url'>): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await fetch(`${url}/health/ready`);
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0, body: null };
  }
}

let people = 0;
const register = ({ url }: Pick<ServerProcess, 'url'>) =>
  fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: `person${++people}@example.org`,
      password: 'eight888',
      name: 'Asha',
      role: 'customer',
      phone: '',
    }),
  });

const readMe = ({ url }: Pick<ServerProcess, 'url'>, token: string) =>
  fetch(`${url}/api/auth/me`, { headers: { Authorization: `Bearer ${token}` } });

/** Registers an account and returns its token. */
async function signedIn(server: ServerProcess): Promise<string> {
  const answer = await register(server);
  expect(answer.status).toBe(201);
  return Session.parse(await answer.json()).access_token;
}

async function expectFull(answer: Response): Promise<void> {
  expect(answer.status).toBe(507);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await answer.json()).toMatchObject({ code: 'common.disk_full', detail: expect.stringContaining('no room') });
}

describe('a full disk', () => {
  test('gives writes 507 with a message and makes the server not ready; reads still succeed, and all is normal once there is room', async () => {
    const server = await startServer({ DATA_DIR: join(folder, 'full') });
    const token = await signedIn(server);
    const store = storeOf(server);
    // The store's file cannot grow, so that the disk is full for the store only.
    const { size } = await stat(join(folder, 'full', 'store', 'data.mdb'));
    execFileSync('prlimit', ['--pid', `${store}`, `--fsize=${size}:`]);
    await eventually(async () => (await register(server)).status === 507, 'the disk is not full', 60_000);
    await expectFull(await register(server));
    expect(await ready(server)).toEqual({
      status: 503,
      body: { status: 'not ready', database: true, indexes: true, disk: 'full' },
    });
    expect((await readMe(server, token)).status).toBe(200);
    execFileSync('prlimit', ['--pid', `${store}`, '--fsize=unlimited:']);
    await eventually(async () => (await ready(server)).status === 200, 'not ready again', 15_000);
    expect((await register(server)).status).toBe(201);
    expect(storeOf(server)).toBe(store);
  }, 120_000);

  test('is recognised by the error code of the database', async () => {
    const database = await launchStore(storeProgram, join(folder, 'failpoint'));
    const admin = await mongoose.createConnection(database.uri).asPromise();
    try {
      const server = await startServer({ DATA_DIR: join(folder, 'failpoint-data'), MONGODB_URI: database.uri });
      const failing = {
        configureFailPoint: 'failCommand',
        data: { failCommands: ['insert', 'update'], errorCode: 14031 },
      };
      await admin.db?.admin().command({ ...failing, mode: 'alwaysOn' });
      await expectFull(await register(server));
      expect(await ready(server)).toMatchObject({ status: 503, body: { disk: 'full' } });
      await admin.db?.admin().command({ ...failing, mode: 'off' });
      await eventually(async () => (await ready(server)).status === 200, 'not ready again', 15_000);
    } finally {
      await admin.close();
      await database.stop();
    }
  }, 120_000);
});

describe('a data folder that was removed or replaced while the server runs', () => {
  test.each([
    ['has disappeared', 'gone', async (data: string) => rm(data, { recursive: true })],
    [
      'holds another file',
      'exchanged',
      async (data: string) => {
        const other = await launchStore(storeProgram, `${data}-other`);
        await other.stop();
        await rename(data, `${data}-before`);
        await rename(`${data}-other`, data);
      },
    ],
  ])(
    'stops the server with a message that it %s',
    async (sentence, name, harm) => {
      const server = await startServer({ DATA_DIR: join(folder, name) });
      await harm(join(folder, name, 'store'));
      expect(await server.exit).toBe(1);
      expect(server.complained()).toContain(sentence);
      expect(server.complained()).toContain('The server stops.');
    },
    120_000,
  );

  test('stops the server when its store is killed; the store is not restarted', async () => {
    const server = await startServer({ DATA_DIR: join(folder, 'killed') });
    const store = storeOf(server);
    process.kill(store, 'SIGSTOP');
    await rm(join(folder, 'killed', 'store'), { recursive: true });
    process.kill(store, 'SIGKILL');
    expect(await server.exit).toBe(1);
    expect(server.complained()).toContain('has lost its file');
  }, 120_000);
});

test('after a database has returned without its indexes, the server is ready only once they are rebuilt', async () => {
  const data = join(folder, 'indexes');
  const first = await launchStore(storeProgram, data);
  const server = await startServer({ DATA_DIR: join(folder, 'indexes-data'), MONGODB_URI: first.uri });
  expect((await register(server)).status).toBe(201);
  await first.stop();
  await rename(data, `${data}-before`);
  const second = await launchStore(storeProgram, data);
  const admin = await mongoose.createConnection(second.uri).asPromise();
  try {
    expect(second.uri).toBe(first.uri);
    const hasIndex = async () => {
      const indexes = await admin
        .getClient()
        .db('boli')
        .collection('users')
        .indexes()
        .catch(() => []);
      return indexes.some(({ key, unique }) => unique === true && 'email' in key);
    };
    // When the server is ready, the index exists.
    let status: number;
    do {
      status = (await ready(server)).status;
    } while (status !== 200);
    expect(await hasIndex()).toBe(true);
    expect((await register(server)).status).toBe(201);
  } finally {
    await admin.close();
    await second.stop();
  }
}, 120_000);

test('a database query that is never answered does not prevent the reconnection', async () => {
  const database = await launchStore(storeProgram, join(folder, 'mute'));
  const admin = await mongoose.createConnection(database.uri).asPromise();
  try {
    const server = await startServer({
      DATA_DIR: join(folder, 'mute-data'),
      MONGODB_URI: database.uri,
      LOG_LEVEL: 'error',
    });
    const failCommands = ['ping', 'insert'];
    const mute = { failCommands, blockConnection: true, blockTimeMS: 600_000 };
    // Only the heartbeat sends pings, because nobody requests the readiness.
    await admin.db?.admin().command({ configureFailPoint: 'failCommand', mode: 'alwaysOn', data: mute });
    await eventually(async () => (await register(server)).status === 503, 'the silence is not noticed', 15_000);
    await admin.db?.admin().command({ configureFailPoint: 'failCommand', mode: 'off' });
    await eventually(() => /opened anew/.test(server.complained()), 'the connections are not renewed', 30_000);
    await eventually(async () => (await register(server)).status === 201, 'calls are still refused', 15_000);
    await eventually(async () => (await ready(server)).status === 200, 'not ready again', 15_000);
  } finally {
    await admin.close();
    await database.stop();
  }
}, 120_000);

test('after an outage so long that opening the connections anew has failed, the database is used as soon as it is back', async () => {
  const data = join(folder, 'away');
  const first = await launchStore(storeProgram, data);
  const server = await startServer({ DATA_DIR: join(folder, 'away-data'), MONGODB_URI: first.uri, LOG_LEVEL: 'error' });
  await first.stop();
  await eventually(() => /could not be opened anew/.test(server.complained()), 'nothing is tried', 30_000);
  const second = await launchStore(storeProgram, data);
  try {
    const elapsed = stopwatch();
    await eventually(async () => (await ready(server)).status === 200, 'not ready again', 15_000);
    expect(elapsed()).toBeLessThan(5_000);
    expect((await register(server)).status).toBe(201);
  } finally {
    await second.stop();
  }
}, 120_000);
