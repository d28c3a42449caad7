import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '@boli/shared/app/app.endpoints';
import { Api } from './api';
import { installTown } from './city';
import { here } from './where';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A separate running server: on a free port, with an empty data folder, without requests to other services. */
export interface Boli {
  url: string;
  /** Stops the server, runs `whileDown`, and starts the server again on the same port and data folder. */
  restart(whileDown?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Whether the server is ready, and with a city also the city's own process, which may be ready later. */
async function isReady(url: string, hasCity: boolean): Promise<boolean> {
  const { ok } = await fetch(`${url}/health/ready`);
  if (!ok || !hasCity) return ok;
  const { city } = await new Api(url).call(readConfig);
  return Boolean(city?.roads && city.places);
}

async function untilReady(url: string, child: ChildProcess, hasCity: boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    if (await isReady(url, hasCity).catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server was not ready within a minute');
}

async function untilGone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  await gone;
}

/** Settings with which the server uses no other service: `quiet` without a city, the defaults (`asNew`) with a city. */
const quiet = { GEOCODER_URL: 'off', TILE_URL: 'off' } as const;
const asNew = { GEOCODER_URL: '', TILE_URL: '' } as const;

type Settings = Record<string, string>;

/**
 * Starts the server as `npm start` does, with `settings` (or those that depend on its address) on top of the settings
 * for tests, and with the fictional town as its city if the run or the test requests it.
 */
export async function startBoli(
  settings: Settings | ((url: string) => Settings) = {},
  hasCity = here.hasCity,
): Promise<Boli> {
  const port = await freePort();
  const data = await mkdtemp(join(tmpdir(), 'boli-e2e-'));
  if (hasCity) await installTown(data);
  const url = `http://127.0.0.1:${port}`;
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: '',
        PORT: String(port),
        DATA_DIR: data,
        ...(hasCity ? asNew : quiet),
        MONGODB_URI: '',
        // A test opens screens faster than a person could.
        RATE_CALLS: '200',
        ...(typeof settings === 'function' ? settings(url) : settings),
      },
    });
    await untilReady(url, child, hasCity);
    return child;
  };
  let child = await launch();
  return {
    url,
    restart: async (whileDown) => {
      await untilGone(child);
      await whileDown?.();
      child = await launch();
    },
    stop: async () => {
      await untilGone(child);
      await rm(data, { recursive: true, force: true });
    },
  };
}
