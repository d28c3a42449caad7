import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import { build } from '../scripts/build.mjs';
import { configure, readSettings } from '../server/src/settings';
import { withDatabase } from '../server/src/store/address';
import { durable, ensureIndexes } from '../server/src/store/connect';
import { childrenOf } from '../server/src/testing/process';
import { freePort } from '../server/src/testing/serve';
import { MeasuredProcess } from './measured-process';
import { cpuOfProcess } from './processes';

const SERVER = fileURLToPath(new URL('../server/dist/index.js', import.meta.url));
const STORE = fileURLToPath(new URL('../embedded-mongo/bin/store.mjs', import.meta.url));
const PROFILES = fileURLToPath(new URL('./results/profiles', import.meta.url));

/** The secret of the measured product's tokens. */
export const SECRET = 'a secret that only this measurement uses';

/** The settings of the measured product: rate limits that are checked but never reached, no outside services. */
function settingsIn(folder: string): Record<string, string> {
  return {
    DATA_DIR: folder,
    JWT_SECRET: SECRET,
    GEOCODER_URL: 'off',
    TILE_URL: 'off',
    LOG_LEVEL: 'error',
    RATE_CALLS: '1000000',
    RATE_ANONYMOUS: '1000000',
  };
}

/** Processor time so far, in milliseconds: of the server's process, and of its embedded store's. */
export interface ProductCpu {
  server: number;
  store: number;
}

/** The built product, as `npm start` runs it, with its embedded store. */
export interface Product {
  url: string;
  folder: string;
  pid: number;
  storePid: number;
  cpu(): ProductCpu;
  /** Milliseconds from its start until it said that it is ready. */
  readyMs: number;
  /** Collects the server's garbage; resolves with the bytes in use after that. */
  collect(): Promise<number>;
  /** Ends it, and keeps its data. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/**
 * Options of a start: the `folder` of the data (a new one by default), the `port` (a free one by default), `settings` in
 * addition, the `core` of all its processes, whether to store a CPU profile.
 */
export interface ProductStart {
  folder?: string;
  port?: number;
  settings?: Record<string, string>;
  core?: number | undefined;
  profile?: boolean;
}

/** Whether the product at this address says that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  return (await fetch(`${url}/health/ready`)).ok;
}

/** A new empty folder for data. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'boli-bench-'));
}

/** Starts the product and waits until it is ready. Rejects if it cannot be built or does not start. */
export async function startProduct(start: ProductStart): Promise<Product> {
  const { folder = newFolder(), settings = {}, core, profile = false } = start;
  if (!(await build(['server', 'embedded-mongo']))) throw new Error('the build failed');
  const { port = await freePort() } = start;
  const { PATH = '', HOME = '' } = process.env;
  const url = `http://127.0.0.1:${port}`;
  const from = performance.now();
  const server = await MeasuredProcess.start({
    path: SERVER,
    nodeFlags: ['--expose-gc', ...(profile ? ['--cpu-prof', '--cpu-prof-dir', PROFILES] : [])],
    environment: { PATH, HOME, ...settingsIn(folder), PORT: String(port), ...settings },
    core,
  });
  while (!(await isReady(url))) await delay(2);
  const readyMs = performance.now() - from;
  const storePid = childrenOf(server.pid, 'store.mjs')[0] ?? 0;
  return {
    url,
    folder,
    pid: server.pid,
    storePid,
    cpu: () => ({ server: cpuOfProcess(server.pid), store: cpuOfProcess(storePid) }),
    readyMs,
    collect: () => server.collect(),
    end: (signal) => server.stop(signal),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address of a store whose data is in this folder. */
const storeIn = (folder: string) => withDatabase(`mongodb://${encodeURIComponent(join(folder, 'store.sock'))}`);

/** Runs work of this process on a store, with the product's models and secret; mongoose is connected meanwhile. */
async function connected<T>(folder: string, work: () => Promise<T>): Promise<T> {
  configure(readSettings(settingsIn(folder)));
  // With the default timeouts: the product's shorter ones would end a large insert while the machine is busy.
  await mongoose.connect(storeIn(folder), { autoIndex: false, autoCreate: false, writeConcern: durable });
  try {
    return await work();
  } finally {
    await mongoose.disconnect();
  }
}

/** Runs work of this process on the product's database, with its secret; mongoose is connected meanwhile. */
export function inDatabase<T>({ folder }: Pick<Product, 'folder'>, work: () => Promise<T>): Promise<T> {
  return connected(join(folder, 'store'), work);
}

/** An embedded store with the product's collections and indexes, but without a server. */
export interface BareStore {
  uri: string;
  pid: number;
  /** Runs work of this process on the store; mongoose is connected meanwhile. */
  run<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** Milliseconds from the start of an embedded store, on a product's folder of data, until it listens. */
export async function storeStartMs(folder: string): Promise<number> {
  const from = performance.now();
  const store = await MeasuredProcess.start({ path: STORE, args: ['--dbpath', join(folder, 'store')] });
  const ms = performance.now() - from;
  await store.stop();
  return ms;
}

/** Starts an embedded store on an empty folder. */
export async function startBareStore(core?: number): Promise<BareStore> {
  const folder = newFolder();
  const store = await MeasuredProcess.start({ path: STORE, args: ['--dbpath', folder], core });
  await connected(folder, ensureIndexes);
  return {
    uri: storeIn(folder),
    pid: store.pid,
    run: (work) => connected(folder, work),
    async stop() {
      await store.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
