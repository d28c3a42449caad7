import { encodePolyline } from '@boli/shared/geo/polyline';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { logger } from '../core/logger';
import { configure, readSettings } from '../settings';
import { serve } from '../testing/serve';
import { matchToRoads } from './matching.service';
import { Refused, routerAt, TooBig } from './router';

/**
 * The answer of the fake OSRM to the points of a request, as documented for version 1 of the API (docs/http.md of OSRM
 * 5.x).
 */
type Answer = (points: string[]) => { status?: number; body: object };

let asked: URL[] = [];
let answer: Answer = () => ({ body: {} });
const service = await serve((request, response) => {
  const url = new URL(request.url ?? '', 'http://osrm');
  asked.push(url);
  const { status = 200, body } = answer(url.pathname.split('/').at(-1)?.split(';') ?? []);
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
});
afterAll(() => service.close());
beforeEach(() => {
  logger.level = 'silent';
  configure(readSettings({ ROUTER_URL: service.url, ROUTER_KIND: 'osrm' }));
  asked = [];
});

const router = routerAt(`${service.url}/`, 'osrm');
const { signal } = new AbortController();
const from = { lat: 30.74, lng: 76.78 };
const to = { lat: 30.7512345678, lng: 0.0000001 };
const near = { lat: 30.75, lng: 76.79 };
const line = encodePolyline([from, near]);
const refusal =
  (code: string): Answer =>
  () => ({ status: 400, body: { code, message: 'Something about it.' } });
const options = () => Object.fromEntries(asked[0]?.searchParams ?? []);
const waypoint = (lng: number, lat: number, distance: number) => ({
  hint: '',
  distance,
  name: 'Jan Marg',
  location: [lng, lat],
});

describe('an OSRM route request', () => {
  const leg = { steps: [], distance: 1_480.4, duration: 151.2, summary: '', weight: 151.2 };
  const found = { geometry: line, legs: [leg], weight_name: 'routability', distance: 1_480.4, duration: 151.2 };

  test('follows the OSRM documentation, and its route is used', async () => {
    const waypoints = [waypoint(76.78, 30.74, 4.15), waypoint(76.79, 30.75, 3.2)];
    answer = () => ({ body: { code: 'Ok', routes: [{ ...found, weight: 151.2 }], waypoints } });
    expect(await router.route(from, to, signal)).toEqual({ meters: 1_480.4, seconds: 151.2, shape: line });
    // Coordinates have six decimals and never an exponent.
    expect(asked[0]?.pathname).toBe('/route/v1/driving/76.780000,30.740000;0.000000,30.751235');
    expect(options()).toEqual({
      overview: 'full',
      geometries: 'polyline6',
      radiuses: '1000;1000',
      generate_hints: 'false',
    });
  });

  test.each(['NoRoute', 'NoSegment'])('has no result for the error %s', async (code) => {
    answer = refusal(code);
    expect(await router.route(from, to, signal)).toBeNull();
  });

  test.each(['InvalidQuery', 'InvalidOptions', 'InvalidValue', 'NotImplemented', 'DisabledDataset'])(
    'is refused for the error %s',
    async (code) => {
      answer = refusal(code);
      await expect(router.route(from, to, signal)).rejects.toThrow(Refused);
    },
  );
});

describe('an OSRM table request', () => {
  const places = [near, { lat: 30.76, lng: 76.8 }, { lat: 30.77, lng: 76.81 }];
  const durations = [[192.6, null, 382.8]];
  const distances = [[1_904.2, null, 4_109.5]];
  const ask = () => router.matrix(from, places, signal);

  test('follows the OSRM documentation; an unreachable pair is null', async () => {
    const destinations = [waypoint(76.79, 30.75, 2), waypoint(76.8, 30.76, 0), waypoint(76.85, 30.8, 5_000.5)];
    answer = () => ({ body: { code: 'Ok', durations, distances, sources: [waypoint(76.78, 30.74, 1)], destinations } });
    expect(await ask()).toEqual([{ seconds: 192.6, meters: 1_904.2 }, null, null]);
    expect(asked[0]?.pathname).toMatch(/^\/table\/v1\/driving\/(\d+\.\d{6},\d+\.\d{6};?){4}$/);
    expect(options()).toEqual({
      sources: '0',
      destinations: '1;2;3',
      annotations: 'duration,distance',
      generate_hints: 'false',
    });
  });

  test('has no result for a point that was snapped to a far road, also for an older OSRM that does not give the distance', async () => {
    const place = (lng: number, lat: number) => ({ hint: '', name: '', location: [lng, lat] });
    const [close, far] = [place(76.79, 30.75), place(76.85, 30.8)];
    let source = place(76.78, 30.74);
    answer = () => ({ body: { code: 'Ok', durations, sources: [source], destinations: [close, close, far] } });
    expect(await ask()).toEqual([{ seconds: 192.6, meters: null }, null, null]);
    source = place(76.6, 30.74);
    expect(await ask()).toEqual([null, null, null]);
  });

  test.each([1.9042, null])('has no length if the service sends kilometres for metres, or null: %p', async (length) => {
    const destinations = [waypoint(76.79, 30.75, 2), null, waypoint(76.85, 30.8, 5_000.5)];
    const reply = { durations, distances: [[length, null, null]], sources: [waypoint(76.78, 30.74, 1)], destinations };
    answer = () => ({ body: { code: 'Ok', ...reply } });
    expect(await ask()).toEqual([{ seconds: 192.6, meters: null }, null, null]);
  });

  test.each(['NoTable', 'NoSegment'])('has no result for the error %s', async (code) => {
    answer = refusal(code);
    expect(await ask()).toEqual([null, null, null]);
  });

  test('is refused if the table is too large', async () => {
    answer = refusal('TooBig');
    await expect(ask()).rejects.toThrow(TooBig);
  });
});

describe('an OSRM match request', () => {
  const matching = { confidence: 0.92, geometry: line, legs: [], weight_name: 'routability', weight: 9, duration: 9 };
  const track = Array.from({ length: 150 }, (_, at) => ({ lat: 30.74 + at * 0.0005, lng: 76.78 }));
  const tracepoint = (index: number) => ({
    ...waypoint(76.78, 30.74, 3),
    matchings_index: 0,
    waypoint_index: index,
    alternatives_count: 0,
  });

  test('follows the OSRM documentation; all parts of an interrupted route count, and omitted points are unmatched', async () => {
    answer = () => ({
      body: {
        code: 'Ok',
        matchings: [
          { ...matching, distance: 900.5 },
          { ...matching, distance: 300 },
        ],
        tracepoints: [tracepoint(0), null, tracepoint(1)],
      },
    });
    expect(await router.trace(track.slice(0, 3), signal)).toEqual({
      ways: [
        { meters: 900.5, shape: line },
        { meters: 300, shape: line },
      ],
      unmatched: 1,
    });
    expect(asked[0]?.pathname).toMatch(/^\/match\/v1\/driving\/(\d+\.\d{6},\d+\.\d{6};?){3}$/);
    // Timestamps are not sent, because OSRM would split the trip at gaps; `tidy` is off, because dropped positions
    // would count as unmatched.
    expect(options()).toEqual({
      overview: 'full',
      geometries: 'polyline6',
      radiuses: '10;10;10',
      generate_hints: 'false',
    });
  });

  test.each(['NoMatch', 'NoSegment'])('has no result for the error %s', async (code) => {
    answer = refusal(code);
    expect(await router.trace(track.slice(0, 3), signal)).toBeNull();
  });

  test.each([
    ['the default limit', 100],
    ['a lower limit', 30],
  ])('is split into parts that OSRM accepts, with %s', async (_how, limit) => {
    answer = (points) => {
      if (points.length > limit) return refusal('TooBig')(points);
      const tracepoints = points.map((_, at) => tracepoint(at));
      return { body: { code: 'Ok', matchings: [{ ...matching, distance: points.length - 1 }], tracepoints } };
    };
    expect(await matchToRoads([track], signal)).toMatchObject({ unmatched: 0 });
    const answered = asked.filter(({ pathname }) => pathname.split(';').length <= limit);
    // Each part begins where the previous one ended, so that no step is omitted or counted twice.
    expect(answered.reduce((steps, { pathname }) => steps + pathname.split(';').length - 1, 0)).toBe(track.length - 1);
  });
});
