import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApp } from '../server/src/app';
import { UserModel } from '../server/src/auth/auth.model';
import { launchCity } from '../server/src/city/city.launch';
import { clock } from '../server/src/core/clock';
import { OperatorError } from '../server/src/core/operator-error';
import { closeRequestsNear } from '../server/src/push/requests-near';
import { quotes } from '../server/src/rides/quotes.repository';
import { configure, readSettings, type Settings } from '../server/src/settings';
import { connect, disconnect, ensureIndexes } from '../server/src/store/connect';
import { openStore } from '../server/src/store/open';
import { prepareStorage } from '../server/src/uploads/files';
import { startRealtime } from '../server/src/wiring/realtime';
import { openApi } from './api';
import { DEMO_PASSWORD, type Login } from './seed-people';
import { seedTown } from './seed-town';

/** The close functions of everything that was opened, newest first, which is the order of closing. */
const opened: (() => Promise<unknown>)[] = [];

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { add: { type: 'boolean', default: false } } });
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  // No rate limits for the seeding, which makes many calls at once; the server of this process serves nobody else.
  configure({
    ...settings,
    RATE_CALLS: 1_000_000,
    RATE_ANONYMOUS: 1_000_000,
    RATE_REGISTER: 1_000_000,
    ADMIN_SIGNUP: 'open',
    PASSWORD_COMMON: 'allow',
    REQUIRE_DRIVER_VERIFICATION: false,
  });
  await openDatabase(settings);
  const isEmpty = (await UserModel.exists({})) === null;
  if (!isEmpty && !values.add) {
    throw new OperatorError('This store is not empty. To add a demo town to what is there: npm run seed -- --add');
  }
  await prepareStorage();
  // With an installed city the town is laid out in it.
  if (settings.CITY === 'auto') opened.unshift(await launchCity(resolve(settings.DATA_DIR, 'city')));
  const url = await serve();
  const tag = isEmpty ? '' : `.${Date.now().toString(36)}`;
  const logins = await seedTown({ api: openApi(url), setClock: clock.setOffset, tag });
  await untilQuotesAreNoted();
  process.stdout.write(describe(logins));
}

async function openDatabase(settings: Settings): Promise<void> {
  const store = await openStore(settings);
  opened.unshift(() => store.close());
  await connect(store.uri);
  opened.unshift(disconnect);
  await ensureIndexes();
}

/** How long the last notifications may take, and how often they are checked, in ms. */
const LAST_NOTES_MS = 10_000;
const CHECK_EVERY_MS = 50;

/**
 * Waits for the notifications of the last quotes: no call waits for them, and they would fail once the database is
 * closed.
 */
async function untilQuotesAreNoted(): Promise<void> {
  const deadline = Date.now() + LAST_NOTES_MS;
  while (Date.now() < deadline && (await quotes.followUps()).length > 0) await setTimeout(CHECK_EVERY_MS);
}

/** Starts the server in this process, for this process only. Returns its URL. */
async function serve(): Promise<string> {
  const server = createServer(createApp());
  const live = startRealtime(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  opened.unshift(async () => {
    server.closeAllConnections();
    await live.close();
    await closeRequestsNear();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server of the seeding has no port');
  return `http://127.0.0.1:${address.port}`;
}

function describe(logins: readonly Login[]): string {
  const rows = logins.map(
    ({ role, name, email, about }) => `  ${role.padEnd(9)} ${email.padEnd(32)} ${name.padEnd(14)} ${about}`,
  );
  return ['The demo town is there. Everybody has the password', '', `  ${DEMO_PASSWORD}`, '', ...rows, ''].join('\n');
}

async function close(): Promise<void> {
  for (const end of opened) await end();
}

main()
  .catch((error: unknown) => {
    const isMeant = error instanceof OperatorError;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${isMeant ? message : `The demo town could not be made: ${message}`}\n`);
    process.exitCode = 1;
  })
  .finally(close);
