import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cityCommand } from '@boli/city/testing/run';
import { crossing, townExtract } from '@boli/city/testing/town';
import { decodePolyline } from '@boli/shared/geo/polyline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { drivenBy } from '../bookings/driven';
import { matchToRoads } from '../geo/matching.service';
import { roadBetween } from '../geo/roads.service';
import { settings } from '../settings';
import { startTestApp, type TestApp } from '../testing/app';
import { lengthOf, noisyDrive, sequence } from '../testing/noisy-drive';
import { childrenOf } from '../testing/process';
import { eventually } from '../testing/realtime';
import { tripOf } from '../tracking/trip';
import { launchCity } from './city.launch';

let app: TestApp;
let folder: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'boli-matching-'));
  const extract = join(folder, 'town.osm.pbf');
  await writeFile(extract, townExtract());
  expect(await cityCommand(app.dataDir, '--osm', extract).ended).toMatchObject({ code: 0 });
  stop = await launchCity(resolve(settings().DATA_DIR, 'city'));
}, 180_000);
afterAll(async () => {
  await stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const signal = new AbortController().signal;
const asTrip = (trail: ReturnType<typeof noisyDrive>) =>
  tripOf(trail, { from: new Date(trail[0]?.[2] ?? 0), to: new Date(trail.at(-1)?.[2] ?? 0) });

async function wayOf(from = crossing(0, 0), to = crossing(7, 6)) {
  const { shape } = await roadBetween(from, to);
  if (!shape) throw new Error('the town has no road for this trip');
  return decodePolyline(shape);
}

test('seven of eight trips recorded with noise of 10 m are matched to the driven length within 3%', async () => {
  const random = sequence(17);
  const errors: number[] = [];
  for (let avenue = 0; avenue < 8; avenue++) {
    const way = await wayOf(crossing(avenue, 0), crossing(7 - avenue, 8));
    const trip = asTrip(noisyDrive(way, { from: 1_000_000, sigma: 10, likeness: 0.9, stands: 30, random }));
    if (!trip) throw new Error('a trip is missing');
    const driven = drivenBy(trip, await matchToRoads(trip.legs, signal));
    expect(driven.source).toBe('matched');
    errors.push(Math.abs(driven.meters - lengthOf(way)) / lengthOf(way));
  }
  // On trips of two kilometres the noise at the two ends already accounts for one percent.
  expect(errors.sort((a, b) => a - b)[6]).toBeLessThan(0.03);
});

test('the lengths of all parts of an interrupted trip are added up', async () => {
  const way = await wayOf();
  const trail = noisyDrive(way, { from: 1_000_000, sigma: 3, likeness: 0.9, random: sequence(2) });
  const trip = asTrip(trail);
  const [leg = []] = trip?.legs ?? [];
  const middle = Math.floor(leg.length / 2);
  // Three positions far from any road, as a receiver among towers gives them.
  const broken = leg.map(({ lat, lng }, at) => (Math.abs(at - middle) <= 1 ? { lat: lat + 0.02, lng } : { lat, lng }));
  const match = await matchToRoads([broken], signal);
  if (typeof match === 'string') throw new Error(`the match is ${match}`);
  expect(match.lines.length).toBeGreaterThan(1);
  expect(match.unmatched).toBeGreaterThan(0);
  expect(Math.abs(match.meters - lengthOf(way)) / lengthOf(way)).toBeLessThan(0.15);
});

test('positions outside the city match no road; matching answers `away` while the city process restarts', async () => {
  const away = [
    { lat: 10, lng: 77 },
    { lat: 10.01, lng: 77 },
  ];
  expect(await matchToRoads([away], signal)).toBe('none');
  const here = [crossing(0, 0), crossing(1, 0), crossing(2, 0)];
  for (const pid of childrenOf(process.pid, 'serve.mjs')) process.kill(pid, 'SIGKILL');
  expect(await matchToRoads([here], signal)).toBe('away');
  await eventually(async () => typeof (await matchToRoads([here], signal)) !== 'string', 'the city is away', 15_000);
}, 30_000);
