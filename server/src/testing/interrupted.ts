import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { apiAt, type TestPerson } from './app';
import { type LoadCounts, startLoad } from './load';
import { type Mirror, openMirror } from './mirror';
import { startServerProcess, storeOf } from './process';
import { eventually } from './realtime';
import { freePort } from './serve';

/** The kind of interruption: the store is suspended for this many seconds, or is killed and restarted. */
export type Interruption = { stopSeconds: number } | 'kill';

export interface Trial extends LoadCounts {
  /** Rows that differ from REST 10 seconds after the store's return. */
  differences: string[];
  /** When the last row was compared, in milliseconds after the store's return: later than 10 seconds on a busy machine. */
  comparedAfterMs: number;
  /** How many of the sockets got `sync:required`. */
  synced: number;
  sockets: number;
  /** Milliseconds from the store's return until nothing differed for the first time; null when that never happened. */
  equalAfterMs: number | null;
}

/** A server with the embedded store, whose store can be interrupted under load. */
export interface InterruptedServer {
  try(interruption: Interruption): Promise<Trial>;
  close(): Promise<void>;
}

const PAIRS = 3;
const BEFORE_MS = 1_500;
const AFTER_MS = 2_000;
const COMPARE_AFTER_MS = 10_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

/** Starts a server and its embedded store, which can be interrupted under load. */
export async function openInterruptedServer(): Promise<InterruptedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'boli-interrupted-'));
  const server = await startServerProcess({
    DATA_DIR: folder,
    JWT_SECRET: 'a secret that only the tests of this product use',
    MAX_OPEN_REQUESTS: '10000',
    PORT: String(await freePort()),
  });
  const api = apiAt(server.url);

  async function people() {
    return Promise.all(
      Array.from({ length: PAIRS }, async () => ({
        customer: await api.register('customer'),
        drivers: await Promise.all([api.registerDriver(), api.registerDriver()]),
      })),
    );
  }

  async function interrupt(interruption: Interruption): Promise<void> {
    const store = storeOf(server);
    if (interruption === 'kill') {
      process.kill(store, 'SIGKILL');
      const ready = () => fetch(`${server.url}/health/ready`).then((answer) => answer.ok);
      await eventually(async () => !(await ready()), 'the kill was not noticed').catch(() => undefined);
      await eventually(ready, 'the store did not come back', 30_000);
      return;
    }
    process.kill(store, 'SIGSTOP');
    await pause(interruption.stopSeconds * 1_000);
    process.kill(store, 'SIGCONT');
  }

  /** Cancels the open requests, so that the next trial starts with empty lists. */
  async function cancelOpen(customer: TestPerson): Promise<void> {
    const { body } = await api.request<RideRequest[]>('GET', '/rides/requests?limit=200', { token: customer.token });
    const open = body.filter((ride) => ride.status === 'open');
    await Promise.all(
      open.map((ride) => api.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token })),
    );
  }

  return {
    async try(interruption) {
      const pairs = await people();
      const mirrors = await Promise.all(
        pairs.flatMap(({ customer, drivers }) => [
          openMirror(server.url, customer, 'customer'),
          ...drivers.map((driver) => openMirror(server.url, driver, 'driver')),
        ]),
      );
      const load = startLoad(server.url, pairs);
      await pause(BEFORE_MS);
      await interrupt(interruption);
      const backAt = performance.now();
      await pause(AFTER_MS);
      await load.stop();
      const equalAfterMs = await untilEqual(mirrors, backAt);
      await pause(backAt + COMPARE_AFTER_MS - performance.now());
      const differences = await allDifferences(mirrors);
      const comparedAfterMs = Math.round(performance.now() - backAt);
      const synced = mirrors.filter((mirror) => mirror.syncs() > 0).length;
      for (const mirror of mirrors) mirror.close();
      await Promise.all(pairs.map(({ customer }) => cancelOpen(customer)));
      return { ...load.counts, differences, comparedAfterMs, synced, sockets: mirrors.length, equalAfterMs };
    },
    async close() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function allDifferences(mirrors: readonly Mirror[]): Promise<string[]> {
  return (await Promise.all(mirrors.map((mirror) => mirror.differences()))).flat();
}

async function untilEqual(mirrors: readonly Mirror[], backAt: number): Promise<number | null> {
  while (performance.now() - backAt < COMPARE_AFTER_MS) {
    const found = await allDifferences(mirrors).catch(() => ['no answer']);
    if (found.length === 0) return Math.round(performance.now() - backAt);
    await pause(250);
  }
  return null;
}
