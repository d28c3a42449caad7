import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installedCity, launchCity } from './city/city.launch';
import { followCity, shareCity } from './city/city.workers';
import { errorCode } from './core/error-code';
import { logger } from './core/logger';
import { OperatorError } from './core/operator-error';
import { currentTariff } from './fares/tariff';
import { gatherMetrics, shareMetrics } from './health/metrics.workers';
import { currentJurisdiction } from './jurisdictions/jurisdiction';
import { checkPushKeys } from './push/push.credentials';
import { root } from './root';
import { configure, readSettings, type Settings } from './settings';
import { Shutdown, STOP_WITHIN_MS } from './shutdown';
import { describeStart, startWarnings } from './start-text';
import { launchStore } from './store/launch';
import { startWorkers } from './workers';

/** How long (ms) the first process may take to end the embedded store and the city after its workers have ended. */
const STOP_STORE_MS = 2_000;

const shutdown = new Shutdown();

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
  if (cluster.isWorker) shutdown.add(followCity(), shareMetrics());
  const supervises = settings.WORKERS > 1 && !cluster.isWorker;
  // Most of the program is loaded while the store starts, and not at all by a process that only supervises workers.
  const [uri, program] = await Promise.all([
    settings.MONGODB_URI ?? openEmbeddedStore(settings),
    supervises ? null : import('./serve'),
  ]);
  if (!cluster.isWorker && settings.CITY === 'auto') shutdown.add(await launchCity(resolve(settings.DATA_DIR, 'city')));
  if (program) await program.serve({ settings, uri, shutdown });
  else await superviseWorkers(settings, uri);
  if (!cluster.isWorker) process.stdout.write(describeStart(settings, installedCity()?.file.name ?? null));
}

/** Starts the workers, which serve everything. This process runs what they share: the embedded store and the city. */
async function superviseWorkers(settings: Settings, uri: string): Promise<void> {
  const { WORKERS, DRAIN_SECONDS, MONGODB_URI, UPLOADS_URI, DATA_DIR } = settings;
  // A worker does not know that its database is the embedded store, whose uploads are files in the data folder.
  const besideStore = pathToFileURL(resolve(DATA_DIR, 'uploads')).href;
  const uploads = UPLOADS_URI ?? (MONGODB_URI ? '' : besideStore);
  const drainMs = DRAIN_SECONDS * 1_000;
  shutdown.extend(drainMs + STOP_STORE_MS);
  shutdown.add(shareCity(), gatherMetrics());
  const workers = await startWorkers(WORKERS, {
    program: fileURLToPath(import.meta.url),
    environment: { MONGODB_URI: uri, UPLOADS_URI: uploads },
  });
  shutdown.add(() => workers.stop(drainMs + STOP_WITHIN_MS));
}

async function prepareDataFolder({ DATA_DIR }: Settings): Promise<void> {
  try {
    await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
    await access(DATA_DIR, constants.W_OK);
  } catch (error) {
    throw new OperatorError(
      `The data folder ${resolve(DATA_DIR)} cannot be written (${errorCode(error)}). Make it writable or choose another by DATA_DIR.`,
    );
  }
}

/** Starts the embedded store; resolves with its URI. */
async function openEmbeddedStore({ DATA_DIR }: Settings): Promise<string> {
  const program = join(root, 'embedded-mongo', 'bin', 'store.mjs');
  const store = await launchStore([process.execPath, program], resolve(DATA_DIR, 'store'), storeLost);
  shutdown.add(() => store.stop());
  return store.uri;
}

/** Nothing can be stored any more, and reads are unreliable: the process stops in as orderly a way as possible. */
function storeLost(sentence: string): void {
  process.stderr.write(`${sentence}\nThe server stops.\n`);
  void shutdown.stop(1);
}

process.on('SIGTERM', () => void shutdown.drainAndStop());
// Ctrl-C reaches every process of the terminal: the workers wait for the first one to end them.
process.on('SIGINT', () => {
  if (!cluster.isWorker) void shutdown.drainAndStop();
});
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'a promise rejection was not handled'));
process.on('uncaughtException', (error) => {
  logger.fatal({ err: error }, 'the process ends because of an uncaught exception');
  void shutdown.stop(1);
});

start().catch((error: unknown) => {
  const isMeant = error instanceof OperatorError;
  process.stderr.write(`${isMeant ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  void shutdown.stop(1);
});
