import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askLine, readFirstLine } from '../../server/src/core/ask.ts';
import { BadSetting, configure, readSettings } from '../../server/src/settings.ts';
import { checkCounts, restore, restoreSecret } from './backup.mjs';
import { checkLedger, checkSignIn, checkUploads } from './checks.mjs';
import { DrillFailed, startServer } from './programs.mjs';

/**
 * Settings with which the copy's server reaches no person, moves no money, calls no other services, and lets no admin
 * register.
 */
const ISOLATED = {
  HOST: '127.0.0.1',
  PAYMENT_GATEWAY: 'off',
  PUSH_SERVICES: 'nobody.invalid',
  ADMIN_SIGNUP: 'closed',
  CITY: 'off',
  GEOCODER_URL: 'off',
  TILE_URL: 'off',
};

/**
 * Backs up the installation that the settings describe (or takes the backup in the folder `in`), restores it into a new
 * folder, starts a server on the copy, and checks it.
 * @param {{ in?: string, at?: string, email?: string, keep?: boolean }} options
 * @param {(line: string) => void} print
 * @returns {Promise<boolean>} whether the backup can be restored; if it cannot, the reasons have been printed
 */
export async function drill(options, print) {
  const startedAt = performance.now();
  const work = mkdtempSync(join(options.at ?? tmpdir(), 'boli-drill-'));
  try {
    const installation = readSettings(process.env);
    const password = options.email === undefined ? '' : await askPassword();
    const account = options.email === undefined ? null : { email: options.email, password };
    const failed = await rehearse({ installation, from: options.in, work, account }, print);
    const took = `the drill took ${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
    print(failed === 0 ? `The backup can be restored; ${took}.` : `The restored backup has errors; ${took}.`);
    return failed === 0;
  } catch (error) {
    if (!(error instanceof DrillFailed || error instanceof BadSetting)) throw error;
    print(error.message);
    return false;
  } finally {
    if (options.keep) print(`The restored data folder: ${join(work, 'data')}`);
    else rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Restores and checks; returns the number of checks that failed. Throws `DrillFailed` if the copy cannot be made, if it is
 * not complete, or if its server does not start.
 */
async function rehearse({ installation, from, work, account }, print) {
  buildServer();
  const dataDir = join(work, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const { source, expected } = await restore({ installation, from, work, dataDir });
  const hasSecret = restoreSecret(installation, dataDir);
  const { collections, documents } = await checkCounts(dataDir, expected);
  print(`restored: ${documents.toLocaleString('en')} documents in ${collections} collections, from ${source}`);
  if (!hasSecret) print('There is no secret to restore: everybody would have to sign in again.');
  const { JWT_SECRET, UPLOADS_URI } = installation;
  const settings = {
    ...ISOLATED,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ...(JWT_SECRET && { JWT_SECRET }),
  };
  // Addresses of files are signed here with the copy's secret.
  configure(readSettings(settings));
  const server = await startServer(settings, work);
  try {
    const copy = { url: server.url, dataDir, settings, cwd: work };
    const isInBackup = UPLOADS_URI === undefined;
    return await failedChecks(print, {
      'signed in': async () => (await checkSignIn(copy, account)).join(', '),
      ledger: () => checkLedger(copy),
      uploads: async () =>
        isInBackup ? `${await checkUploads(copy)} read` : `not in this backup, but in ${UPLOADS_URI}`,
    });
  } finally {
    await server.stop();
  }
}

/**
 * Runs every check, also after one has failed, and prints what each found.
 * @param {(line: string) => void} print
 * @param {Record<string, () => Promise<string>>} checks
 * @returns {Promise<number>} how many failed
 */
async function failedChecks(print, checks) {
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    try {
      print(`${name}: ${await check()}`);
    } catch (error) {
      if (!(error instanceof DrillFailed)) throw error;
      failed += 1;
      print(`${name}: ${error.message}`);
    }
  }
  return failed;
}

function buildServer() {
  const build = fileURLToPath(new URL('../build.mjs', import.meta.url));
  const args = [build, 'server', 'embedded-mongo'];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new DrillFailed('The server could not be built.');
}

/** Asks for the password at a terminal; without a terminal, reads it from the first line of standard input. */
function askPassword() {
  return process.stdin.isTTY ? askLine('Password: ', { hidden: true }) : readFirstLine();
}

/** @returns {Promise<number>} a port that is free now */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
