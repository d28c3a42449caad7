import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { cityCommand } from '../city/src/testing/run';
import { townExtract } from '../city/src/testing/town';
import { launchCity, runningCity } from '../server/src/city/city.launch';
import { roadBetween } from '../server/src/geo/roads.service';
import { type RealtimeApp, startRealtimeApp } from '../server/src/testing/realtime';
import { CallFailed, openApi } from './api';
import { placesOf } from './city-places';
import { simulate } from './simulation';
import { delhi } from './town';
import { positionAt, trackOf } from './track';
import { openWays } from './ways';

let app: RealtimeApp;
let folder: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await startRealtimeApp({ settings: { GEOCODER_URL: '' } });
  folder = await mkdtemp(join(tmpdir(), 'boli-demo-city-'));
  const extract = join(folder, 'town.osm.pbf');
  await writeFile(extract, townExtract());
  expect(await cityCommand(folder, '--osm', extract).ended).toMatchObject({ code: 0 });
  stop = await launchCity(join(folder, 'city'));
}, 180_000);
afterAll(async () => {
  await stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test('the demo town lies in the installed city, at its roads and with its names', async () => {
  const { token } = await app.register('customer');
  const places = await placesOf(openApi(app.url), token);
  const [west, south, east, north] = runningCity()?.file.bbox ?? [0, 0, 0, 0];
  expect(places).toHaveLength(delhi.length);
  for (const { name, lat, lng } of places) {
    expect(lat > south && lat < north && lng > west && lng < east).toBe(true);
    expect(name).toMatch(/Rampur/);
  }
  const [first, ...others] = places;
  for (const other of others) expect((await roadBetween(first ?? other, other)).source).toBe('roads');
});

test('simulated rides follow the roads of an installed city, and no error is reported', async () => {
  const town = { url: app.url, customers: 3, drivers: 2, rideSeconds: 1, thinkSeconds: 0.15, speed: 1 };
  let counts: Record<string, number> = {};
  // On a busy machine it can happen that no ride is completed within these seconds.
  for (let run = 0; run < 4 && !counts['rides completed']; run++) {
    const simulated = await simulate({ ...town, seconds: 8 });
    expect(simulated.errors).toEqual([]);
    counts = simulated.counts;
  }
  expect(counts['rides completed']).toBeGreaterThan(0);
  expect(counts['ways by road']).toBeGreaterThan(1);
}, 90_000);

const [from, to] = [
  { lat: 28.6, lng: 77.2 },
  { lat: 28.61, lng: 77.2 },
] as const;

test('without roads every way is a straight line, and the server gets no route requests', async () => {
  const silent = {
    call: () => Promise.reject(new Error('a route was requested')),
  };
  const way = openWays(silent, false, () => undefined);
  expect(await way('a', from, to)).toEqual(trackOf([from, to]));
});

test('a driver follows the road at a constant speed; a known route is not requested again; after 25 requests in a minute new ways are straight', async () => {
  let [time, byRoad] = [0, 0];
  const answer = { distance_km: 1, duration_s: 100, shape: '_jgsy@unnmqCvFmE|RwPpf@{_@', source: 'roads' };
  const asked = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer));
  const onRoad = () => {
    byRoad += 1;
  };
  const way = openWays(openApi('http://127.0.0.1'), true, onRoad, () => time);
  const path = await way('a', from, to);
  expect(path.map(({ lat, lng }) => ({ lat, lng }))).toEqual([
    { lat: 30.740656, lng: 76.783355 },
    { lat: 30.740532, lng: 76.783458 },
    { lat: 30.740213, lng: 76.783742 },
    { lat: 30.73958, lng: 76.784268 },
  ]);
  const end = path.at(-1)?.at ?? 0;
  const half: Point = positionAt(path, end / 2);
  expect(distanceKm(half, { lat: 30.74011, lng: 76.78383 })).toBeLessThan(0.005);
  await way('b', from, to);
  expect({ calls: asked.mock.calls.length, byRoad }).toEqual({ calls: 1, byRoad: 2 });
  for (let n = 0; n < 40; n++) await way('a', from, { lat: 28.7, lng: 77 + n / 100 });
  expect(asked).toHaveBeenCalledTimes(25);
  expect(await way('a', from, { lat: 28.8, lng: 77 })).toHaveLength(2);
  time = 60_001;
  expect(await way('a', from, { lat: 28.8, lng: 77 })).toHaveLength(4);
  asked.mockRestore();
});

test('a driver follows a straight line if the route request is refused', async () => {
  const refusing = { call: () => Promise.reject(new CallFailed('POST /geo/route', 429, {})) };
  expect(await openWays(refusing, true, () => undefined)('a', from, to)).toEqual(trackOf([from, to]));
});
