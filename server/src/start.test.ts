import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Session } from '@boli/shared/auth/auth.schema';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from './root';
import { endpointOf } from './store/address';
import { type LaunchedStore, launchStore } from './store/launch';
import { pausableLink } from './testing/pausable-link';
import { serverProgram, storeOf } from './testing/process';
import { eventually } from './testing/realtime';
import { freePort, serve } from './testing/serve';
import { stopwatch } from './testing/stopwatch';

const store = [process.execPath, join(root, 'embedded-mongo', 'bin', 'store.mjs')];

interface Started {
  child: ChildProcess;
  url: string;
  exit: Promise<number | null>;
  said(): string;
  complained(): string;
}

let folder: string;
const running: Started[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-start-'));
});
afterEach(async () => {
  for (const { child, exit } of running.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(settings: Record<string, string>, cwd = root): Started {
  const { PATH = '', HOME = '' } = process.env;
  const environment = {
    PATH,
    HOME,
    DATA_DIR: join(folder, 'data'),
    GEOCODER_URL: 'off',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const child = spawn(process.execPath, [serverProgram()], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const started = { child, exit, url: `http://127.0.0.1:${settings.PORT}`, said: () => out, complained: () => err };
  running.push(started);
  return started;
}

const status = (url: string) =>
  fetch(url).then(
    (answer) => answer.status,
    () => 0,
  );
const untilReady = ({ url, complained }: Started) =>
  eventually(async () => (await status(`${url}/health/ready`)) === 200, `not ready: ${complained()}`, 20_000);

const account = { email: 'a@example.org', password: 'eight888', name: 'Asha', role: 'customer', phone: '' };
const send = (url: string, path: string, body: unknown) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Expects an answer that asks to retry later; otherwise the failure shows the server's log. */
async function expectUnavailable(answer: Response, { said }: Started): Promise<void> {
  const { status, headers } = answer;
  const log = status === 503 ? '' : said();
  expect({ status, later: headers.has('retry-after'), log }).toEqual({ status: 503, later: true, log: '' });
  expect(await answer.json()).toMatchObject({ code: 'common.unavailable' });
}

/** The packages that a built program imports before it runs, also through the files beside it. */
async function packagesOf(file: string): Promise<string[]> {
  const code = await readFile(file, 'utf8');
  const names = [...code.matchAll(/^(?:import .*|\} )?(?:from |import )"([^"]+)";$/gm)].map(([, name = '']) => name);
  const beside = names.filter((name) => name.startsWith('./')).map((name) => packagesOf(join(dirname(file), name)));
  return [...names.filter((name) => !/^(node:|\.)/.test(name)), ...(await Promise.all(beside)).flat()];
}

test('the program imports mongoose, express and socket.io only dynamically, so that it can start the store first', async () => {
  const packages = await packagesOf(serverProgram());
  expect(packages).toContain('pino');
  for (const late of ['mongoose', 'express', 'socket.io']) expect(packages).not.toContain(late);
});

describe('the server', () => {
  test('starts on the embedded store, restarts it after a crash, stops cleanly, and has all data at the next start', async () => {
    const PORT = String(await freePort());
    const first = run({ PORT });
    await untilReady(first);
    expect(first.said()).toContain(`is running at http://localhost:${PORT}`);
    expect((await send(first.url, '/auth/register', account)).status).toBe(201);
    process.kill(storeOf(first), 'SIGKILL');
    await eventually(
      async () => (await send(first.url, '/auth/login', account)).status === 200,
      `no sign-in after the store came back: ${first.complained()}`,
      15_000,
    );
    const from = Date.now();
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    expect(Date.now() - from).toBeLessThan(10_000);
    const second = run({ PORT });
    await untilReady(second);
    expect((await send(second.url, '/auth/login', account)).status).toBe(200);
    const session = Session.parse(await (await send(second.url, '/auth/login', account)).json());
    // The store ends even if its server is killed, so that the next start can open its folder.
    second.child.kill('SIGKILL');
    await second.exit;
    const third = run({ PORT });
    await untilReady(third);
    const me = await fetch(`${third.url}/api/auth/me`, {
      headers: { Authorization: `Bearer ${session.access_token}` },
    });
    expect(me.status).toBe(200);
  }, 90_000);

  test('exits with code 1 and one line that names the reason if it cannot start', async () => {
    const taken = await serve(() => undefined);
    const busy = taken.port;
    await writeFile(join(folder, 'a-file'), '');
    const broken = join(folder, 'broken.json');
    await writeFile(broken, '{\n  "name":\n\n  oops\n}');
    const PORT = String(await freePort());
    const cases = [
      [{ PORT: String(busy), DATA_DIR: join(folder, 'busy') }, `Port ${busy} is taken`],
      [{ PORT, DATA_DIR: join(folder, 'a-file', 'data') }, 'cannot be written'],
      [
        { PORT, MONGODB_URI: 'mongodb://asha:s3cret@127.0.0.1:1/boli' },
        'The database at mongodb://127.0.0.1:1/boli cannot be used',
      ],
      [{ PORT: 'eighty' }, 'The setting PORT is not right'],
      [
        { JURISDICTION: './none.json' },
        'The setting JURISDICTION is not right (the file ./none.json cannot be read: ENOENT)',
      ],
      [{ TARIFF: broken }, `The setting TARIFF is not right (the file ${broken} is no JSON: Unexpected token`],
      [{ TARIFF: './none.json' }, 'The setting TARIFF is not right (the file ./none.json cannot be read: ENOENT)'],
      [
        { PORT, MONGODB_URI: 'mongodb://asha:s3cret@127.0.0.1:1,127.0.0.1:2/boli?replicaSet=rs0' },
        'The database at mongodb://127.0.0.1:1,127.0.0.1:2/boli?replicaSet=rs0 cannot be used: connect ECONNREFUSED',
      ],
      [{ PORT, MONGODB_URI: 'mongodb://asha:s3/cret@127.0.0.1:1/boli' }, 'The database at mongodb://127.0.0.1:1/boli'],
    ] as const;
    const ended = await Promise.all(
      cases.map(async ([settings]) => {
        const started = run(settings);
        const code = await started.exit;
        return [code, started.complained().trim()] as const;
      }),
    );
    await taken.close();
    for (const [n, [code, complaint]] of ended.entries()) {
      expect([code, complaint]).toEqual([1, expect.stringContaining(cases[n]?.[1] ?? '')]);
      expect(complaint.split('\n')).toHaveLength(1);
    }
    for (const [, complaint] of ended) expect(complaint).not.toMatch(/s3|cret/);
  }, 180_000);

  test('does not touch a data folder that another server has open', async () => {
    const first = run({ PORT: String(await freePort()), DATA_DIR: join(folder, 'shared') });
    await untilReady(first);
    const second = run({ PORT: String(await freePort()), DATA_DIR: join(folder, 'shared') });
    expect(await second.exit).toBe(1);
    expect(second.complained().trim().split('\n')).toHaveLength(1);
    expect(await status(`${first.url}/health/ready`)).toBe(200);
  }, 180_000);

  test('reads .env from its working directory, and environment variables have priority', async () => {
    await writeFile(join(folder, '.env'), 'HOST=127.0.0.1\nPASSWORD_MIN_LENGTH=12\nMAX_OPEN_REQUESTS=3\n');
    const settings = { PORT: String(await freePort()), MAX_OPEN_REQUESTS: '4' };
    const child = spawn(process.execPath, [serverProgram()], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'dotenv'), ...settings },
      stdio: 'ignore',
    });
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const started = { child, exit, url: `http://127.0.0.1:${settings.PORT}`, said: () => '', complained: () => '' };
    running.push(started);
    await untilReady(started);
    const config = await (await fetch(`${started.url}/api/config`)).json();
    expect(config).toMatchObject({ password_min_length: 12, limits: { max_open_requests: 4 } });
  }, 180_000);
});

describe('while the database is unavailable', () => {
  let database: LaunchedStore;
  let server: Started;
  beforeAll(async () => {
    database = await launchStore(store, join(folder, 'away'));
    server = run({ PORT: String(await freePort()), MONGODB_URI: database.uri });
    running.pop();
    await untilReady(server);
  }, 180_000);
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.exit;
    await database.stop();
  });

  test('every call gets 503 within 3.5 seconds, the process keeps running, and calls succeed within 8 seconds of the return of the database', async () => {
    expect((await send(server.url, '/auth/register', account)).status).toBe(201);
    await database.stop();
    const elapsed = stopwatch();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(server.url, '/auth/login', account)));
    expect(elapsed()).toBeLessThan(3_500);
    for (const answer of answers) await expectUnavailable(answer, server);
    expect(await status(`${server.url}/health/live`)).toBe(200);
    expect(await status(`${server.url}/health/ready`)).toBe(503);
    const [node = '', program_ = ''] = store;
    const again = spawn(node, [program_, '--dbpath', join(folder, 'away')], { stdio: 'ignore' });
    const back = Date.now();
    await eventually(
      async () => (await send(server.url, '/auth/login', account)).status === 200,
      `not back: ${server.complained()}`,
      15_000,
    );
    expect(Date.now() - back).toBeLessThan(8_000);
    again.kill('SIGTERM');
  }, 180_000);
});

describe('while the database process is suspended', () => {
  test('waiting calls get 503 within 3.5 seconds, and calls succeed again after the process continues', async () => {
    const database = await launchStore(store, join(folder, 'still'));
    const link = await pausableLink(endpointOf(database.uri));
    try {
      const uri = `mongodb://127.0.0.1:${link.port}/boli?directConnection=true`;
      const server = run({ PORT: String(await freePort()), MONGODB_URI: uri });
      await untilReady(server);
      const { access_token } = Session.parse(await (await send(server.url, '/auth/register', account)).json());
      const headers = { Authorization: `Bearer ${access_token}` };

      link.pause();
      const elapsed = stopwatch();
      const calls = Array.from({ length: 4 }, () => fetch(`${server.url}/api/bookings/my`, { headers }));
      const answers = await Promise.all([...calls, send(server.url, '/auth/login', account)]);
      expect(elapsed()).toBeLessThan(3_500);
      for (const answer of answers) await expectUnavailable(answer, server);
      expect(await status(`${server.url}/health/ready`)).toBe(503);
      expect(await status(`${server.url}/api/config`)).toBe(200);

      link.resume();
      await eventually(async () => (await send(server.url, '/auth/login', account)).status === 200, 'not back', 15_000);
      expect(server.child.exitCode).toBeNull();
    } finally {
      await link.close();
      await database.stop();
    }
  }, 180_000);
});
