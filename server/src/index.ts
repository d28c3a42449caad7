import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { createApp } from './app';
import { errorCode } from './core/error-code';
import { logger } from './core/logger';
import { removeOrphans } from './drivers/documents';
import { startLive } from './live';
import { seedPromos } from './promos/promos.service';
import { root } from './root';
import { startScheduler } from './scheduler/scheduler';
import { BadSetting, configure, readSettings, type Settings } from './settings';
import { describeStart, startWarnings } from './start-text';
import { connect, disconnect, ensureIndexes } from './store/connect';
import { type LaunchedStore, launchStore, StoreFailed } from './store/launch';
import { startPulse } from './store/pulse';
import { diskStorage } from './uploads/storage';

/** A start that cannot go on; the message is a sentence for the operator. */
class CannotStart extends Error {}

const STOP_WITHIN_MS = 9_500;
const FINISH_REQUESTS_MS = 4_000;

/** What has been started so far, newest first: the order in which it is stopped. */
const started: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  configure(settings);
  logger.level = settings.LOG_LEVEL;
  for (const warning of startWarnings(settings)) process.stderr.write(`${warning}\n`);
  await prepareDataFolder(settings);
  const uri = settings.MONGODB_URI ?? (await openEmbeddedStore(settings)).uri;
  await openDatabase(uri);
  await removeOrphans();
  await seedPromos();
  await listen(settings);
  started.unshift(startScheduler());
  process.stdout.write(describeStart(settings));
}

async function prepareDataFolder({ DATA_DIR }: Settings): Promise<void> {
  try {
    await mkdir(DATA_DIR, { recursive: true });
    await access(DATA_DIR, constants.W_OK);
    await diskStorage.prepare();
  } catch (error) {
    throw new CannotStart(
      `The data folder ${resolve(DATA_DIR)} cannot be written (${errorCode(error)}). Make it writable or choose another by DATA_DIR.`,
    );
  }
}

async function openEmbeddedStore({ DATA_DIR }: Settings): Promise<LaunchedStore> {
  const program = join(root, 'embedded-mongo', 'bin', 'store.mjs');
  const store = await launchStore([process.execPath, program], resolve(DATA_DIR, 'store'));
  started.unshift(() => store.stop());
  return store;
}

async function openDatabase(uri: string): Promise<void> {
  try {
    const database = new URL(uri);
    // Without a database named in the address the driver would use the one called "test".
    if (database.pathname === '' || database.pathname === '/') database.pathname = '/boli';
    await connect(database.toString());
    started.unshift(disconnect);
    started.unshift(startPulse());
    await ensureIndexes();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`The database at ${withoutPassword(uri)} cannot be used: ${reason}`);
  }
}

async function listen({ HOST, PORT }: Settings): Promise<void> {
  const server = createServer(createApp());
  const live = startLive(server);
  started.unshift(async () => {
    // The hub closes the server that carries it, too: new connections end here, running requests go on.
    const finished = new Promise<void>((done) => server.close(() => done()));
    server.closeIdleConnections();
    await live.close();
    const impatient = setTimeout(() => server.closeAllConnections(), FINISH_REQUESTS_MS);
    await finished;
    clearTimeout(impatient);
  });
  await new Promise<void>((done, fail) => {
    server.once('error', (error) => fail(asListenFailure(error, HOST, PORT)));
    server.listen(PORT, HOST, done);
  });
}

function asListenFailure(error: Error, host: string, port: number): Error {
  if (errorCode(error) === 'EADDRINUSE') {
    return new CannotStart(`Port ${port} is taken. End what uses it or choose another: PORT=${port + 1} npm start`);
  }
  if (errorCode(error) === 'EACCES')
    return new CannotStart(`This user may not listen on port ${port}. Choose one above 1023.`);
  if (errorCode(error) === 'EADDRNOTAVAIL')
    return new CannotStart(`This machine has no address ${host}: set HOST right.`);
  return error;
}

let stopping = false;

/** Stops whatever runs, in at most ten seconds; a second signal ends the process at once. */
async function stop(exitCode: number): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  for (const close of started) {
    await close().catch((error: unknown) => logger.error({ err: error }, 'a part did not stop cleanly'));
  }
  process.exit(exitCode);
}

function withoutPassword(uri: string): string {
  return uri.replace(/\/\/[^@/]*@/, '//');
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a promise was rejected and nobody looked'));
process.on('uncaughtException', (error) => {
  logger.fatal({ err: error }, 'the process ends by a fault of its own');
  void stop(1);
});

start().catch((error: unknown) => {
  const meant = error instanceof CannotStart || error instanceof BadSetting || error instanceof StoreFailed;
  process.stderr.write(`${meant ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  void stop(1);
});
