import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createApp } from './app';
import { installedCity, launchCity } from './city/city.launch';
import { followCity, shareCity } from './city/city.workers';
import { errorCode } from './core/error-code';
import { createHttpServer, MAX_BACKLOG } from './core/http-server';
import { logger } from './core/logger';
import { RedisUnfit } from './core/redis';
import { startExporter } from './core/trace-exporter';
import { beginDraining, closable } from './drain';
import { removeOrphans } from './drivers/documents';
import { currentTariff } from './fares/tariff';
import { currentJurisdiction } from './jurisdictions/jurisdiction';
import { closeMail } from './mail/mail.service';
import { seedPromos } from './promos/promos.service';
import { checkPushKeys } from './push/push.credentials';
import { closePush } from './push/push.service';
import { root } from './root';
import { BadSetting, configure, readSettings, type Settings } from './settings';
import { describeStart, startWarnings } from './start-text';
import { withDatabase, withoutPassword } from './store/address';
import { connect, disconnect, ensureIndexes } from './store/connect';
import { startHeartbeat } from './store/heartbeat';
import { type LaunchedStore, launchStore, StoreFailed } from './store/launch';
import { moveFormerFiles, prepareStorage, storageName } from './uploads/files';
import { removeOldForms } from './uploads/form';
import { openNodes } from './wiring/nodes';
import { type Realtime, startRealtime } from './wiring/realtime';
import { startClusterScheduler, startScheduler } from './wiring/scheduler';
import { WiringError } from './wiring/wire';
import { startWorkers, WorkerFailed } from './workers';

/** The server cannot start; the message is a sentence for the operator. */
class CannotStart extends Error {}

const STOP_WITHIN_MS = 2_900;
const FINISH_REQUESTS_MS = 1_500;
/** How long (ms) the first process may take to end the embedded store and the city after its workers have ended. */
const STOP_STORE_MS = 2_000;

/** The stop functions of everything that was started, newest first, which is the order of the stop. */
const started: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  configure(settings);
  checkPushKeys();
  currentTariff();
  currentJurisdiction();
  logger.level = settings.LOG_LEVEL;
  if (!cluster.isWorker) {
    for (const warning of startWarnings(settings)) process.stderr.write(`${warning}\n`);
    await prepareDataFolder(settings);
  }
  const uri = settings.MONGODB_URI ?? (await openEmbeddedStore(settings)).uri;
  if (cluster.isWorker) started.unshift(followCity());
  else if (settings.CITY === 'auto') started.unshift(await launchCity(resolve(settings.DATA_DIR, 'city')));
  if (settings.WORKERS > 1 && !cluster.isWorker) await superviseWorkers(settings, uri);
  else await serve(settings, uri);
  if (!cluster.isWorker) process.stdout.write(describeStart(settings, installedCity()?.file.name ?? null));
}

/** Starts the workers, which serve everything. This process runs what they share: the embedded store and the city. */
async function superviseWorkers(settings: Settings, uri: string): Promise<void> {
  const { WORKERS, DRAIN_SECONDS, MONGODB_URI, UPLOADS_URI, DATA_DIR } = settings;
  // A worker does not know that its database is the embedded store, whose uploads are files in the data folder.
  const besideStore = pathToFileURL(resolve(DATA_DIR, 'uploads')).href;
  const uploads = UPLOADS_URI ?? (MONGODB_URI ? '' : besideStore);
  const drainMs = DRAIN_SECONDS * 1_000;
  stopWithinMs = drainMs + STOP_WITHIN_MS + STOP_STORE_MS;
  started.unshift(shareCity());
  const workers = await startWorkers(WORKERS, {
    program: fileURLToPath(import.meta.url),
    environment: { MONGODB_URI: uri, UPLOADS_URI: uploads },
  });
  started.unshift(() => workers.stop(drainMs + STOP_WITHIN_MS));
}

/** Serves the product in this process, alone or as one of several nodes. */
async function serve(settings: Settings, uri: string): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint !== undefined) started.unshift(await startExporter({ ...settings, endpoint }));
  await openDatabase(uri);
  await openStorage();
  await removeOrphans();
  await removeOldForms();
  await seedPromos();
  started.unshift(closeMail, closePush);
  const nodes = await openNodes(settings.REDIS_URL, cluster.isWorker);
  if (nodes) started.unshift(nodes.close);
  const realtime = await listen(settings, nodes);
  const drainMs = settings.DRAIN_SECONDS * 1_000;
  drain = async () => {
    realtime.drain(drainMs);
    await new Promise((resolve) => setTimeout(resolve, drainMs));
  };
  started.unshift(nodes ? startClusterScheduler() : startScheduler());
}

async function prepareDataFolder({ DATA_DIR }: Settings): Promise<void> {
  try {
    await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
    await access(DATA_DIR, constants.W_OK);
  } catch (error) {
    throw new CannotStart(
      `The data folder ${resolve(DATA_DIR)} cannot be written (${errorCode(error)}). Make it writable or choose another by DATA_DIR.`,
    );
  }
}

async function openEmbeddedStore({ DATA_DIR }: Settings): Promise<LaunchedStore> {
  const program = join(root, 'embedded-mongo', 'bin', 'store.mjs');
  const store = await launchStore([process.execPath, program], resolve(DATA_DIR, 'store'), storeLost);
  started.unshift(() => store.stop());
  return store;
}

/** Nothing can be stored any more, and reads are unreliable: the process stops in as orderly a way as possible. */
function storeLost(sentence: string): void {
  process.stderr.write(`${sentence}\nThe server stops.\n`);
  void stop(1);
}

async function openDatabase(uri: string): Promise<void> {
  try {
    await connect(withDatabase(uri));
    started.unshift(disconnect);
    started.unshift(startHeartbeat());
    await ensureIndexes();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(withoutPassword(`The database at ${uri} cannot be used: ${reason}`));
  }
}

/** Prepares the storage of uploaded files, and moves those that earlier settings left elsewhere. */
async function openStorage(): Promise<void> {
  try {
    await prepareStorage();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`Uploads cannot be stored in ${storageName()}: ${reason}`);
  }
  await moveFormerFiles((moved) => process.stderr.write(`uploads: ${moved} moved to ${storageName()}\n`));
}

async function listen({ HOST, PORT }: Settings, nodes: Awaited<ReturnType<typeof openNodes>>): Promise<Realtime> {
  const server = createHttpServer(createApp());
  const links = closable(server);
  const realtime = startRealtime(server, nodes?.adapter);
  started.unshift(async () => {
    // Refuses new connections from here on; running requests continue while the hub closes.
    await realtime.close(links.close(FINISH_REQUESTS_MS));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', (error) => fail(asListenFailure(error, HOST, PORT)));
    server.listen({ port: PORT, host: HOST, backlog: MAX_BACKLOG }, done);
  });
  return realtime;
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
/**
 * Waits for DRAIN_SECONDS, in which requests are still served and the sockets are closed one after the other. Set when
 * the server listens: nothing is served before that, so a stop has nothing to wait for.
 */
let drain = async () => {};

let stopWithinMs = STOP_WITHIN_MS;

/**
 * Runs `first` (the drain, on a signal) and then stops everything within `stopWithinMs` milliseconds; a second signal
 * ends the process immediately.
 */
async function stop(exitCode: number, first = async () => {}): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  beginDraining();
  await first();
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  for (const close of started) {
    await close().catch((error: unknown) => logger.error({ err: error }, 'a part did not stop cleanly'));
  }
  process.exit(exitCode);
}

process.on('SIGTERM', () => void stop(0, drain));
// Ctrl-C reaches every process of the terminal: the workers wait for the first one to end them.
process.on('SIGINT', () => {
  if (!cluster.isWorker) void stop(0, drain);
});
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a promise rejection was not handled'));
process.on('uncaughtException', (error) => {
  logger.fatal({ err: error }, 'the process ends because of an uncaught exception');
  void stop(1);
});

start().catch((error: unknown) => {
  const meant =
    error instanceof CannotStart ||
    error instanceof BadSetting ||
    error instanceof StoreFailed ||
    error instanceof RedisUnfit ||
    error instanceof WorkerFailed ||
    error instanceof WiringError;
  process.stderr.write(`${meant ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  void stop(1);
});
