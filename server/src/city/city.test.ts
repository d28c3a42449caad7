import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cityCommand } from '@boli/city/testing/run';
import { crossing, MIDDLE, townExtract } from '@boli/city/testing/town';
import type { AppConfig } from '@boli/shared/app/app.schema';
import type { Point } from '@boli/shared/core/fields';
import type { Address, FoundPlace, Route } from '@boli/shared/geo/geo.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chargeSearch } from '../geo/places.service';
import { settings } from '../settings';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { childrenOf } from '../testing/process';
import { eventually } from '../testing/realtime';
import { launchCity, runningCity } from './city.launch';

let app: TestApp;
let stop: () => Promise<void>;
let extract: string;
let asha: TestPerson;
const run = (...args: string[]) => cityCommand(app.dataDir, ...args).ended;
const config = async () => (await app.request<AppConfig>('GET', '/config')).body;
const get = <T>(path: string, token = asha.token) => app.request<T>('GET', path, { token });
const routeOf = (token: string, from = crossing(1, 1), to = crossing(5, 4)) =>
  app.request<Route>('POST', '/geo/route', { token, body: { from, to } });

beforeAll(async () => {
  app = await startTestApp({ settings: { GEOCODER_URL: '' } });
  extract = join(await mkdtemp(join(tmpdir(), 'boli-town-')), 'town.osm.pbf');
  await writeFile(extract, townExtract());
  expect(await run('--osm', extract)).toMatchObject({ code: 0, err: '' });
  stop = await launchCity(resolve(settings().DATA_DIR, 'city'));
  asha = await app.register('customer');
}, 180_000);
afterAll(async () => {
  await stop();
  await app.close();
});

describe('an installed city', () => {
  test('is in the client configuration, which then has no public map', async () => {
    const { city, map } = await config();
    expect(city).toMatchObject({
      name: 'Rampur',
      languages: ['en', 'hi'],
      roads: true,
      places: true,
      data_date: '2026-03-01',
    });
    expect(city?.map_url).toMatch(/^\/map\/map-[0-9a-f]{12}\.pmtiles$/);
    expect(map.tile_url).toBeNull();
  });

  test('serves its map by byte ranges, uncompressed, with caching for a year', async () => {
    const { city } = await config();
    const { map } = runningCity()?.file ?? { map: '' };
    const whole = await readFile(join(runningCity()?.folder ?? '', map));
    const headers = { Range: 'bytes=0-126', 'Accept-Encoding': 'gzip, br' };
    const answer = await fetch(app.url + city?.map_url, { headers });
    expect(answer.status).toBe(206);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/vnd.pmtiles',
      'content-range': `bytes 0-126/${whole.length}`,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole.subarray(0, 127));
  });

  test.each(['/map/city.json', '/map/..%2f..%2fjwt-secret', '/map/map-000000000000.pmtiles'])(
    'serves no other file: %s',
    async (path) => {
      expect((await fetch(app.url + path)).status).toBe(404);
    },
  );

  test('finds places, near ones first', async () => {
    const { lat, lng } = MIDDLE;
    const { status, body } = await get<{ places: FoundPlace[] }>(`/geo/search?q=civil%20hosp&lat=${lat}&lng=${lng}`);
    expect(status).toBe(200);
    expect(body.places[0]).toEqual({
      id: expect.stringMatching(/^W\d+$/),
      name: 'Civil Hospital',
      detail: 'Model Town, Rampur',
      kind: 'hospital',
      lat: expect.any(Number),
      lng: expect.any(Number),
    });
  });

  test.each([
    ['an abbreviation', 'sec 17', 'Sector 17'],
    ['letters that are wrong or missing', 'cvil hosptal', 'Civil Hospital'],
    ['Devanagari letters and digits', 'सेक्टर १७', 'Sector 17'],
    ['capitals and spaces', '  MOTI   lake ', 'Moti Lake'],
  ])('finds a place by %s', async (_how, text, name) => {
    const { body } = await get<{ places: FoundPlace[] }>(`/geo/search?q=${encodeURIComponent(text)}`);
    expect(body.places[0]?.name).toBe(name);
  });

  test.each(['', '%F0%9F%98%80', 'x'.repeat(500), "'%20OR%201=1;--"])(
    'finds nothing for the query "%s"',
    async (text) => {
      expect(await get(`/geo/search?q=${text}`)).toMatchObject({ status: 200, body: { places: [] } });
    },
  );

  test('refuses a person whose searches took seconds of computing time, and nobody else', async () => {
    const [greedy, other] = [await app.register('customer'), await app.register('customer')];
    chargeSearch(greedy.id, 10_000);
    expect((await get('/geo/search?q=moti', greedy.token)).status).toBe(429);
    expect(await get('/geo/search?q=moti', other.token)).toMatchObject({
      status: 200,
      body: { places: [{ name: 'Moti Lake' }] },
    });
  });

  test('refuses invalid search queries', async () => {
    expect((await get(`/geo/search?q=${'x'.repeat(501)}`)).status).toBe(400);
    expect((await get('/geo/search?q=a&lat=91&lng=0')).status).toBe(400);
    expect((await get('/geo/search?q=a&limit=1000')).status).toBe(400);
    expect((await app.request('GET', '/geo/search?q=a')).status).toBe(401);
  });

  test('returns the address of a point', async () => {
    const { lat, lng } = crossing(2, 4);
    const { body } = await get<Address>(`/geo/reverse?lat=${lat + 0.00065}&lng=${lng + 0.0007}`);
    expect(body).toMatchObject({ address: '17, Gandhi Marg, Sector 17, Rampur', source: 'geocoder' });
  });

  test('returns the route by road, with its time in traffic', async () => {
    const { status, body } = await routeOf(asha.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ source: 'roads', shape: expect.stringMatching(/^.{10,}$/) });
    expect(body.distance_km).toBeGreaterThan(1.3);
    expect(body.distance_km).toBeLessThan(1.6);
    // The speed is at most 60 km/h, and at least that of walking.
    expect(body.duration_s).toBeGreaterThan(80);
    expect(body.duration_s).toBeLessThan(1_000);
  });

  test.each([
    ['outside of the extract', { lat: MIDDLE.lat + 0.5, lng: MIDDLE.lng }],
    ['on an island', { lat: MIDDLE.lat - 0.03, lng: MIDDLE.lng + 0.001 }],
  ])('estimates the route to a point %s', async (_where, to) => {
    const { status, body } = await routeOf(asha.token, MIDDLE, to);
    expect({ status, source: body.source, shape: body.shape }).toEqual({
      status: 200,
      source: 'estimate',
      shape: null,
    });
  });

  test('answers 30 routes a minute for each person, then 429', async () => {
    const ravi = await app.register('driver');
    const answers = await Promise.all(Array.from({ length: 40 }, () => routeOf(ravi.token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('rides in an installed city', () => {
  const ends = (from: Point, to: Point) => ({
    pickup_lat: from.lat,
    pickup_lng: from.lng,
    drop_lat: to.lat,
    drop_lng: to.lng,
  });

  test('have distance, duration and shape by road, and the time from the driver to the pickup', async () => {
    const [steps, driver] = [market(app), await app.registerDriver()];
    const ride = await steps.ride(asha, ends(crossing(1, 1), crossing(5, 4)));
    const way = (await routeOf(asha.token)).body;
    expect(ride.road).toEqual({
      distance_km: way.distance_km,
      duration_min: Math.round(way.duration_s / 60),
      source: 'roads',
    });
    expect((await get<RideRequest>(`/rides/request/${ride.id}`)).body.shape).toBe(way.shape);
    // Two more requests: one from a point that no road leads to, and one from a point outside the extract.
    const island = { lat: MIDDLE.lat - 0.03, lng: MIDDLE.lng + 0.001 };
    const outside = { lat: MIDDLE.lat + 0.2, lng: MIDDLE.lng };
    const beside = await Promise.all([island, outside].map((from) => steps.ride(asha, ends(from, MIDDLE))));
    await app.request('PUT', '/driver/availability', {
      token: driver.token,
      body: { is_available: true, ...crossing(5, 4) },
    });
    const rows = (await get<RideRequest[]>('/rides/requests', driver.token)).body;
    const toPickup = (id: string | undefined) => rows.find((row) => row.id === id);
    expect(toPickup(ride.id)).toMatchObject({ to_pickup_source: 'roads' });
    expect(toPickup(ride.id)?.to_pickup_min).toBeGreaterThan(1);
    expect(toPickup(ride.id)?.to_pickup_min).toBeLessThan(17);
    // The driver is at the drop, so the way to the pickup is about as long as the ride. This also shows that the metres of
    // the router are converted to kilometres.
    expect(Math.abs((toPickup(ride.id)?.to_pickup_km ?? 0) - way.distance_km)).toBeLessThan(0.5);
    for (const { id } of beside) expect(toPickup(id)).toMatchObject({ to_pickup_source: 'estimate' });
    const quote = await steps.quote(driver, ride);
    expect(quote).toMatchObject({ pickup_eta_min: toPickup(ride.id)?.to_pickup_min, eta_source: 'roads' });
  });
});

describe('the process of a city', () => {
  test('is restarted when it dies; meanwhile routes are estimates and no call fails', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => app.register('customer')));
    const [child] = childrenOf(process.pid, 'serve.mjs');
    expect(child).toBeDefined();
    process.kill(child ?? 0, 'SIGKILL');
    const statuses = new Set<number>();
    let calls = 0;
    expect((await market(app).ride(asha)).road).toMatchObject({ source: 'estimate' });
    await eventually(async () => {
      // So that the people's 180 routes a minute last for longer than the wait.
      await delay(60);
      const { status, body } = await routeOf(people[calls++ % people.length]?.token ?? '');
      statuses.add(status);
      return body.source === 'roads' && childrenOf(process.pid, 'serve.mjs')[0] !== child;
    }, 'no roads after the child was killed');
    expect([...statuses]).toEqual([200]);
    expect(childrenOf(process.pid, 'serve.mjs')).toHaveLength(1);
  });

  test('is replaced by the process of another city without a failed call', async () => {
    const before = (await config()).city;
    const people = await Promise.all(Array.from({ length: 20 }, () => app.register('customer')));
    const made = run('--osm', extract, '--name', 'Second');
    const sources = new Set<string>();
    let calls = 0;
    await eventually(
      async () => {
        const token = people[calls++ % people.length]?.token ?? '';
        const [route, search] = await Promise.all([
          routeOf(token),
          get<{ places: FoundPlace[] }>('/geo/search?q=Moti%20Lake', token),
        ]);
        if (route.status === 200) sources.add(route.body.source);
        expect(search.body.places).toHaveLength(1);
        return (await config()).city?.name === 'Second';
      },
      'the second city was not taken over',
      60_000,
    );
    expect((await made).code).toBe(0);
    expect([...sources]).toEqual(['roads']);
    // A page that was opened before continues to read its map.
    expect((await fetch(app.url + before?.map_url, { method: 'HEAD' })).status).toBe(200);
  }, 90_000);

  test('serves nothing more once the city is removed: routes are estimates, searches find nothing, and the map is the public one', async () => {
    expect((await run('--remove', 'Second')).code).toBe(0);
    await eventually(async () => (await config()).city === null, 'the city is still there');
    const ravi = await app.register('customer');
    expect((await routeOf(ravi.token)).body.source).toBe('estimate');
    expect((await get('/geo/search?q=Moti')).body).toEqual({ places: [] });
    expect((await config()).map.tile_url).toBe('https://tile.openstreetmap.org/{z}/{x}/{y}.png');
  });
});
