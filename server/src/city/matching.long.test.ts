import { resolve } from 'node:path';
import { cityCommand } from '@boli/city/testing/run';
import type { Point } from '@boli/shared/core/fields';
import { decodePolyline } from '@boli/shared/geo/polyline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { drivenBy } from '../bookings/driven';
import { matchToRoads } from '../geo/matching.service';
import { roadBetween } from '../geo/roads.service';
import { settings } from '../settings';
import { startTestApp, type TestApp } from '../testing/app';
import { lengthOf, noisyDrive, sequence } from '../testing/noisy-drive';
import { tripOf } from '../tracking/trip';
import { launchCity } from './city.launch';

/** The folder with the extract of a real city, which is no part of the project; without it these tests are skipped. */
const data = process.env.BOLI_CITY_DATA;
const realCity = data ? describe : describe.skip;
const ROUTES = 25;

realCity('simulated trips in Chandigarh', () => {
  let app: TestApp;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    app = await startTestApp();
    const osm = resolve(data ?? '', 'chandigarh.osm.pbf');
    expect(await cityCommand(app.dataDir, '--osm', osm).ended).toMatchObject({ code: 0 });
    stop = await launchCity(resolve(settings().DATA_DIR, 'city'));
  }, 300_000);
  afterAll(async () => {
    await stop();
    await app.close();
  });

  /** Ways of 3 to 15 km between points of the city. */
  async function ways(random: () => number): Promise<Point[][]> {
    const found: Point[][] = [];
    const point = () => ({ lat: 30.68 + random() * 0.08, lng: 76.71 + random() * 0.1 });
    while (found.length < ROUTES) {
      const { shape, distance_km } = await roadBetween(point(), point());
      if (shape && distance_km > 3 && distance_km < 15) found.push(decodePolyline(shape));
    }
    return found;
  }

  test.each([5, 10, 20])(
    'nine of ten trips with position noise of %d m are matched; for noise up to 10 m, nine of ten have an error of at most 1% of their length',
    async (sigma) => {
      const random = sequence(11);
      const errors: number[] = [];
      const recorded: number[] = [];
      const raw: number[] = [];
      let matched = 0;
      for (const way of await ways(random)) {
        const trail = noisyDrive(way, { from: 1_000_000, sigma, likeness: 0.9, stands: 60, random });
        const trip = tripOf(trail, { from: new Date(trail[0]?.[2] ?? 0), to: new Date(trail.at(-1)?.[2] ?? 0) });
        if (!trip) throw new Error('a trip is missing');
        const match = await matchToRoads(trip.legs, new AbortController().signal);
        const driven = drivenBy(trip, match);
        matched += driven.source === 'matched' ? 1 : 0;
        const truth = lengthOf(way);
        errors.push(Math.abs(driven.meters - truth) / truth);
        recorded.push(Math.abs(trip.meters - truth) / truth);
        raw.push(Math.abs(lengthOf(trail.map(([lat, lng]) => ({ lat, lng }))) - truth) / truth);
      }
      const at = (of: number[], share: number) => [...of].sort((a, b) => a - b)[Math.ceil(of.length * share) - 1] ?? 1;
      const shown = (of: number[]) => [0.5, 0.9, 1].map((share) => `${(at(of, share) * 100).toFixed(2)}%`).join(', ');
      process.stdout.write(
        `σ ${sigma} m, ${ROUTES} routes, ${matched} matched (p50, p90, max): ${shown(errors)}; by GPS alone ${shown(recorded)}; raw sum ${shown(raw)}\n`,
      );
      if (sigma <= 10) expect(at(errors, 0.9)).toBeLessThanOrEqual(0.01);
      expect(matched).toBeGreaterThanOrEqual(ROUTES * 0.9);
    },
    120_000,
  );
});
