import type { Route } from '@boli/shared/geo/geo.schema';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { clock } from '../core/clock';
import { logger } from '../core/logger';
import { holdClock } from '../testing/monotonic';
import { eventually } from '../testing/realtime';
import { routerStub } from '../testing/router';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { forgetOutage, roadBetween } from './roads.service';
import { bandOf, clearTimeFactors, setTimeFactor } from './time-factor';

const router = await routerStub();
afterAll(() => router.close());
const app = setUpApp({ settings: { ROUTER_URL: router.url, ROUTER_KIND: 'osrm' } });
const { customer } = setUpPeopleEach({ customer: () => app.register('customer') });
const from = { lat: 30.74, lng: 76.78 };
const to = { lat: 30.76, lng: 76.8 };
const ask = (at?: string) =>
  app.request<Route>('POST', '/geo/route', { token: customer.token, body: { from, to, at } });
const route = async (at?: string) => (await ask(at)).body;

beforeEach(() => {
  forgetOutage();
  router.mood = 'well';
  router.asked.length = 0;
});
afterEach(() => {
  clearTimeFactors();
  jest.restoreAllMocks();
});

describe('the duration of a route', () => {
  test('uses the time factor of the time of departure', async () => {
    const later = new Date(clock.now().getTime() + 12 * 3_600_000);
    setTimeFactor(bandOf(clock.now(), from.lng), 1);
    setTimeFactor(bandOf(later, from.lng), 3);
    const now = await route();
    const planned = await route(later.toISOString());
    expect(planned.duration_s / now.duration_s).toBeCloseTo(3, 1);
    expect(planned).toMatchObject({ distance_km: now.distance_km, shape: now.shape });
  });

  test.each(['soon', '2026-02-31T10:00Z', ''])('is refused for the invalid time %j', async (at) => {
    expect((await ask(at)).status).toBe(400);
  });
});

describe('a router', () => {
  test('that fails is tried twice, then skipped, with a log line at the start and at the end of the outage', async () => {
    const warned = jest.spyOn(logger, 'warn');
    router.mood = 'broken';
    // The router is skipped for half a second.
    const resume = holdClock();
    for (let n = 0; n < 5; n++) expect(await route()).toMatchObject({ source: 'estimate', shape: null });
    resume();
    expect(router.asked).toHaveLength(2);
    expect(warned).toHaveBeenCalledTimes(1);
    router.mood = 'well';
    await eventually(async () => (await roadBetween(from, to)).source === 'roads', 'the router was not asked again');
    expect(await route()).toMatchObject({ source: 'roads' });
    expect(warned.mock.calls.map((call) => call.at(-1))).toEqual([
      'the router fails; there are estimates meanwhile',
      'the router answers again',
    ]);
  });

  test.each(['endless', 'refusing'] as const)('that gives one %s answer is asked again next time', async (mood) => {
    router.mood = mood;
    expect(await route()).toMatchObject({ source: 'estimate' });
    expect(router.asked).toHaveLength(1);
    router.mood = 'well';
    expect(await route()).toMatchObject({ source: 'roads' });
  });
});
