import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cityCommand } from '@boli/city/testing/run';
import { MIDDLE, townExtract } from '@boli/city/testing/town';
import type { AppConfig } from '@boli/shared/app/app.schema';
import type { Address, Route } from '@boli/shared/geo/geo.schema';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../testing/app';
import { childrenOf } from '../testing/process';
import { eventually } from '../testing/realtime';
import { launchCity } from './city.launch';

const LONGEST_START_MS = 5_000;

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp({ settings: { GEOCODER_URL: '', TILE_URL: '' } });
  folder = await mkdtemp(join(tmpdir(), 'boli-hanging-city-'));
  const extract = join(folder, 'town.osm.pbf');
  await writeFile(extract, townExtract());
  expect(await cityCommand(folder, '--osm', extract).ended).toMatchObject({ code: 0 });
}, 180_000);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const killProcess = () => {
  for (const pid of childrenOf(process.pid, 'serve.mjs')) process.kill(pid, 'SIGKILL');
};

/** Starts to serve the city as the server does. Throws if that takes longer than a start may wait. */
async function launchSoon(cities: string): Promise<() => Promise<void>> {
  const launching = launchCity(cities, { startWithinMs: 400, retryWithinMs: 60_000, retryAfterMs: 100 });
  const late = new AbortController();
  const tooLate = delay(LONGEST_START_MS, null, { signal: late.signal }).catch(() => null);
  const stop = await Promise.race([launching, tooLate]);
  late.abort();
  if (stop) return stop;
  killProcess();
  await (await launching)();
  throw new Error('the start waits for the process of the city');
}

const config = async () => (await app.request<AppConfig>('GET', '/config')).body;

test('a city process that never reports ready delays the server start only briefly, and is started again', async () => {
  const cities = join(folder, 'city');
  const places = join(cities, (await readFile(join(cities, 'current'), 'utf8')).trim(), 'places.json');
  await rename(places, `${places}.whole`);
  // A process that opens the pipe waits for a writer: the city's process hangs while it starts.
  execFileSync('mkfifo', [places]);

  const stopEarly = await launchSoon(cities);
  // The server is stopped while the second start hangs as well.
  await eventually(() => childrenOf(process.pid, 'serve.mjs').length === 1, 'the city is not tried again');
  await stopEarly();
  await eventually(() => childrenOf(process.pid, 'serve.mjs').length === 0, 'a process of the city still runs');

  const stop = await launchSoon(cities);
  try {
    const { city, map } = await config();
    // The map is served without the city's process. No public service is called for roads and places instead.
    expect(city).toMatchObject({ name: 'Rampur', roads: false, places: false });
    expect(map.tile_url).toBeNull();
    const { token } = await app.register('customer');
    const body = { from: MIDDLE, to: { lat: MIDDLE.lat + 0.01, lng: MIDDLE.lng } };
    const route = await app.request<Route>('POST', '/geo/route', { token, body });
    expect(route).toMatchObject({ status: 200, body: { source: 'estimate' } });
    const asked = jest.spyOn(globalThis, 'fetch');
    const at = await app.request<Address>('GET', `/geo/reverse?lat=${MIDDLE.lat}&lng=${MIDDLE.lng}`, { token });
    expect(at).toMatchObject({ status: 200, body: { source: 'coordinates' } });
    expect(asked.mock.calls.map(([url]) => new URL(String(url)).hostname)).toEqual(['127.0.0.1']);
    asked.mockRestore();

    await rename(`${places}.whole`, places);
    killProcess();
    await eventually(async () => (await config()).city?.places === true, 'the city is not served', 15_000);
    expect((await config()).city).toMatchObject({ roads: true, places: true });
  } finally {
    await stop();
  }
}, 30_000);
