import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bundle, removeBundle } from '../../scripts/build.mjs';
import { root } from './root';
import { apiAt } from './testing/app';
import { type ServerProcess, startServerProcess } from './testing/process';
import { freePort } from './testing/serve';

const program = `server/dist/tested-admin-${process.pid}.js`;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boli-admin-'));
  await bundle('server/src/admin-command.ts', program);
});
afterAll(async () => {
  removeBundle(program);
  await rm(folder, { recursive: true, force: true });
});

interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command on the embedded store of the test's data folder, with `input` on standard input. */
function admin(args: readonly string[], input = '', settings: Record<string, string> = {}): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder, ...settings };
  const child = spawn(process.execPath, [join(root, program), ...args], { cwd: folder, env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

const production = { NODE_ENV: 'production', JWT_SECRET: 'a secret that only this test of the command uses' };
const create = ['create', '--name', 'Meera Rao', '--email', 'Meera@Example.org'];

/** Milliseconds; each command is a separate process that opens a store. */
const SLOW_MS = 120_000;

describe('npm run admin', () => {
  test(
    'creates the first admin while no server runs; this admin can sign in, and nobody can register as admin; resets a password while the server runs',
    async () => {
      expect(await admin(create, 'cart horse staple\n', production)).toEqual({
        code: 0,
        out: 'meera@example.org is an admin now and can sign in.\n',
        err: `Data folder: ${folder}\n`,
      });
      const server = await start();
      try {
        const { request } = apiAt(server.url);
        const body = { email: 'meera@example.org', password: 'cart horse staple' };
        const signedIn = await request('POST', '/auth/login', { body });
        expect(signedIn).toMatchObject({ status: 200, body: { user: { role: 'admin' } } });
        const other = { ...body, email: 'other@example.org', name: 'Other', role: 'admin' };
        const refused = await request('POST', '/auth/register', { body: other });
        expect(refused).toMatchObject({ status: 403, body: { code: 'auth.admin_closed' } });
        await resetWhileRunning(server);
      } finally {
        server.child.kill('SIGTERM');
        await server.exit;
      }
    },
    SLOW_MS,
  );

  test(
    'exits with 1 and prints what is wrong after an error; printing the usage needs no store',
    async () => {
      expect(await admin(['help'])).toMatchObject({ code: 0, out: expect.stringContaining('reset-password EMAIL') });
      const unread = { DATA_DIR: join(folder, 'nothing-is-made-here') };
      for (const args of [[], ['reset-password'], ['list', 'a'], ['create', '--phone', '1']]) {
        expect(await admin(args, '', unread)).toMatchObject({ code: 1, out: '' });
      }
      expect(await admin(['create', '--help'], '', unread)).toMatchObject({
        code: 0,
        out: expect.stringContaining('[--name NAME]'),
      });
      expect((await admin(['create'], '', unread)).err).toBe(
        'Without a terminal, --name and --email have to be given.\n',
      );
      for (const args of [['list'], ['reset-password', 'a@example.org']]) {
        expect(await admin(args, '', unread)).toMatchObject({
          code: 1,
          err: expect.stringContaining(`There is no data in ${unread.DATA_DIR}`),
        });
      }
      await expect(stat(unread.DATA_DIR)).rejects.toThrow('ENOENT');
      expect(await admin(create, 'short\n')).toEqual({
        code: 1,
        out: '',
        err: `Data folder: ${folder}\nThe password needs at least 8 characters\n`,
      });
    },
    SLOW_MS,
  );
});

async function start(): Promise<ServerProcess> {
  return startServerProcess({ ...production, DATA_DIR: folder, PORT: String(await freePort()) });
}

/** Resets the password of a signed-in person while the server runs, expects the session to end, and lists the admins. */
async function resetWhileRunning(server: ServerProcess): Promise<void> {
  const { request, register } = apiAt(server.url);
  const person = await register('customer');
  const given = await admin(['reset-password', person.email], 'a wholly other one\n', production);
  expect(given).toMatchObject({ code: 0, out: expect.stringContaining('every session of the account has ended') });
  expect((await request('GET', '/auth/me', { token: person.token })).status).toBe(401);
  const body = (password: string) => ({ body: { email: person.email, password } });
  expect((await request('POST', '/auth/login', body(person.password))).status).toBe(401);
  expect((await request('POST', '/auth/login', body('a wholly other one'))).status).toBe(200);
  expect((await admin(['list'])).out).toMatch(/^\d{4}-\d{2}-\d{2} {2}meera@example\.org {2}Meera Rao\n$/);
}
