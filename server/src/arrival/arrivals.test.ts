import type { ArrivalEta, ArrivalRoute } from '@boli/shared/arrival/arrival.schema';
import type { Point } from '@boli/shared/core/fields';
import { encodePolyline } from '@boli/shared/geo/polyline';
import { pointFrom } from '@boli/shared/testing/points';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { FinishedRide } from '../geo/ride-times.service';
import type { TrafficRoute } from '../geo/roads.service';
import { createArrivals } from './arrivals';
import type { Arrivals, Plan } from './ports';
import type { Outcome } from './promise';

const home = { lat: 30.74, lng: 76.78 };
const east = (meters: number, north = 0) => pointFrom(home, meters, north);
const START = Date.parse('2026-11-22T10:00:00Z');
const KM = 1_000;

let now: number;
let arrivals: Arrivals;
let plans: Map<string, Plan | Error>;
let asked: { from: Point; to: Point }[];
let answer: (from: Point, to: Point) => Promise<TrafficRoute>;
let routes: ArrivalRoute[];
let etas: ArrivalEta[];
let arrived: string[];
let approaches: { id: string; seconds: number; at: number }[];
let outcomes: Outcome[];
let times: FinishedRide[];
let failures: unknown[];
let timers: { at: number; run: () => void }[];

/** A straight road at 10 m/s without traffic; traffic doubles the duration. */
const road = async (from: Point, to: Point): Promise<TrafficRoute> => {
  const meters = Math.hypot((to.lng - from.lng) * 95_573, (to.lat - from.lat) * 111_195);
  const shape = encodePolyline([from, to]);
  return { distance_km: meters / KM, duration_s: Math.round(meters / 5), shape, source: 'roads', traffic: 2 };
};
const noRoad = async (): Promise<TrafficRoute> => ({
  distance_km: 9,
  duration_s: 900,
  shape: null,
  source: 'estimate',
  traffic: 1,
});

const plan = (over: Partial<Plan> = {}): Plan => ({
  status: 'accepted',
  version: 1,
  since: now,
  driverId: 'ravi',
  pickup: east(3_000),
  drop: east(9_000),
  hasArrived: false,
  isPlausible: true,
  ...over,
});

beforeEach(() => {
  now = START;
  plans = new Map([['b', plan()]]);
  approaches = [];
  [asked, routes, etas, arrived, outcomes, times, failures, timers] = [[], [], [], [], [], [], [], []];
  answer = road;
  arrivals = createArrivals({
    now: () => ({ wall: now, steady: now - START }),
    async plan(id) {
      const found = plans.get(id);
      if (found instanceof Error) throw found;
      return found ?? null;
    },
    route(from, to) {
      asked.push({ from, to });
      return answer(from, to);
    },
    pushRoute: (route) => routes.push(route),
    pushEta: (eta) => etas.push(eta),
    arrived: (id) => arrived.push(id),
    approached: (id, { seconds }) => approaches.push({ id, seconds, at: now - START }),
    keepOutcome: (outcome) => outcomes.push(outcome),
    keepRideTime: (time) => times.push(time),
    failed: (error) => failures.push(error),
    after: (ms, run) => timers.push({ at: now + ms, run }),
  });
});

/** Waits until the pending reads of the database and the router are answered. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Reports a position of the driver, recorded now or `ago` milliseconds ago. */
async function at(place: Point, { id = 'b', ago = 0 } = {}) {
  arrivals.moved(id, { ...place, at: now - ago, steadyAt: now - START - ago });
  await settled();
}

/** Drives east at this speed in metres a second, one position a second. */
async function drive(from: number, to: number, speed = 5) {
  for (let meters = from; meters <= to; meters += speed) {
    await at(east(meters));
    now += 1_000;
  }
}

/** Stands still for this many seconds, one position a second. */
async function wait(seconds: number, meters: number) {
  for (let n = 0; n < seconds; n++) {
    await at(east(meters));
    now += 1_000;
  }
}

describe('the minutes until a driver arrives', () => {
  test('are pushed with the first position, together with the line of the route, and later positions need no new route', async () => {
    await at(home);
    expect(routes).toEqual([
      {
        booking_id: 'b',
        version: START,
        to: 'pickup',
        shape: expect.stringMatching(/^.{4,}$/),
        eta: {
          to: 'pickup',
          seconds: 600,
          distance_m: expect.any(Number),
          at: '2026-11-22T10:00:00.000Z',
          source: 'roads',
        },
      },
    ]);
    now += 1_000;
    await at(east(1_500, 20));
    expect(arrivals.eta('b', 'accepted')).toMatchObject({ to: 'pickup', seconds: 300, source: 'roads' });
    expect(Math.abs((arrivals.eta('b', 'accepted')?.distance_m ?? 0) - 1_500)).toBeLessThan(10);
    expect(asked).toHaveLength(1);
  });

  test('are computed on the full line, of which at most 2,000 characters are sent', async () => {
    // Hairpins: 80 km by road over 3 km. A thinned line is much shorter than the full one.
    const bends = Array.from({ length: 2_001 }, (_, n) => east(n * 1.5, n % 2 === 0 ? 0 : 40));
    const shape = encodePolyline(bends);
    expect(shape.length).toBeGreaterThan(7_000);
    answer = async (from, to) => ({ ...(await road(from, to)), shape });
    await at(home);
    expect(routes[0]?.shape?.length).toBeLessThanOrEqual(2_000);
    expect(arrivals.route('b', 'accepted')?.shape).toBe(routes[0]?.shape);
    expect(arrivals.eta('b', 'accepted')?.distance_m).toBeGreaterThan(79_000);
  });

  test('that change within 15 seconds of the last push are sent at the end of the 15 seconds, even without a new position', async () => {
    await at(home);
    await at(east(300));
    now += 5_000;
    await at(east(2_400));
    expect(etas).toEqual([]);
    expect(timers).toMatchObject([{ at: START + 15_000 }]);
    now = START + 15_000;
    timers[0]?.run();
    expect(etas).toMatchObject([{ eta: { seconds: 120 } }]);
  });

  test('are sent when the shown minute changes, at most every 15 seconds', async () => {
    const sentAt: number[] = [];
    await at(home);
    for (let second = 1; second <= 300; second++) {
      now += 1_000;
      const before = etas.length;
      await at(east(second * 10));
      if (etas.length > before) sentAt.push(second);
    }
    // The car drives twice as fast as predicted: each shown minute lasts 30 seconds.
    expect(etas.map(({ eta }) => Math.max(1, Math.round(eta.seconds / 60)))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(sentAt.every((second, n) => second - (sentAt[n - 1] ?? 0) >= 15)).toBe(true);
    // At 100 m/s the shown minute changes more often than every 15 seconds.
    arrivals.forgetAll();
    etas = [];
    await at(home);
    for (let second = 1; second <= 30; second++) {
      now += 1_000;
      await at(east(second * 100));
    }
    expect(etas).toHaveLength(2);
    expect(asked).toHaveLength(2);
  });

  test('become unknown 30 seconds after the last position', async () => {
    await at(home);
    now += 30_000;
    expect(arrivals.eta('b', 'accepted')).not.toBeNull();
    expect(arrivals.route('b', 'accepted')).not.toBeNull();
    now += 1;
    expect(arrivals.eta('b', 'accepted')).toBeNull();
    expect(arrivals.route('b', 'accepted')).toBeNull();
  });

  test('are unknown for another booking, and for another status of the same booking', async () => {
    await at(home);
    expect(arrivals.eta('b', 'in_progress')).toBeNull();
    expect(arrivals.eta('b', 'completed')).toBeNull();
    expect(arrivals.eta('another', 'accepted')).toBeNull();
  });

  test('are those to the drop once the ride has started, on a new route', async () => {
    await at(home);
    now += 1_000;
    await at(east(2_990));
    arrivals.changed('b', plan({ status: 'in_progress', version: 2 }));
    await settled();
    expect(asked[1]?.to).toEqual(east(9_000));
    expect(routes.map(({ to }) => to)).toEqual(['pickup', 'drop']);
    expect(routes[1]?.version).toBeGreaterThan(routes[0]?.version ?? 0);
    // An outdated read of the booking does not undo a newer one.
    arrivals.changed('b', plan());
    expect(arrivals.eta('b', 'in_progress')).toMatchObject({ to: 'drop', source: 'roads' });
  });
});

describe('a new route', () => {
  beforeEach(() => at(home));

  test('is requested after three positions off the line', async () => {
    now += 20_000;
    for (const meters of [100, 200]) await at(east(meters, 70));
    expect(asked).toHaveLength(1);
    await at(east(300, 70));
    expect(asked).toHaveLength(2);
    expect(asked[1]?.from).toMatchObject(east(300, 70));
    expect(routes).toHaveLength(2);
  });

  test('is not requested when the driver returns to the line', async () => {
    now += 20_000;
    for (const off of [70, 70, 30, 70, 70, 0]) await at(east(500, off));
    expect(asked).toHaveLength(1);
  });

  test('is requested at once 150 metres off the line', async () => {
    now += 20_000;
    await at(east(500, 160));
    expect(asked).toHaveLength(2);
  });

  test('is requested every 15 seconds at most, with an estimate meanwhile', async () => {
    for (let second = 1; second <= 60; second++) {
      now += 1_000;
      await at(east(second, second % 2 === 0 ? 200 : -200));
      expect(arrivals.eta('b', 'accepted')?.at).toBe(new Date(now).toISOString());
      if (second < 15) expect(arrivals.eta('b', 'accepted')?.source).toBe('estimate');
    }
    expect(asked).toHaveLength(1 + 4);
  });

  test('is never requested for a stale position', async () => {
    now += 60_000;
    await at(east(500, 300), { ago: 30_001 });
    expect(asked).toHaveLength(1);
    expect(arrivals.eta('b', 'accepted')).toBeNull();
    await at(east(500, 300), { ago: 29_000 });
    expect(asked).toHaveLength(2);
  });
});

describe('while the router does not answer,', () => {
  test('minutes are estimates that each position updates; road times return with the router', async () => {
    answer = noRoad;
    await at(home);
    expect(routes).toMatchObject([{ shape: null, eta: { source: 'estimate' } }]);
    now += 1_000;
    await at(east(1_500));
    const straight = arrivals.eta('b', 'accepted');
    // 1.5 km in a straight line, times 1.4, at 22 km/h.
    expect(straight).toMatchObject({ seconds: 344, distance_m: 2_100, source: 'estimate' });
    answer = road;
    now += 14_000;
    await at(east(1_505));
    expect(arrivals.eta('b', 'accepted')?.source).toBe('roads');
    expect(routes).toHaveLength(2);
  });

  test('retries become less frequent, and the route without a shape is pushed once', async () => {
    answer = noRoad;
    for (let second = 0; second < 600; second++) {
      await at(east(second));
      now += 1_000;
    }
    expect(asked.length).toBeLessThanOrEqual(8);
    expect(routes).toHaveLength(1);
  });

  test('a failed request is reported, and the eta is an estimate', async () => {
    answer = () => Promise.reject(new Error('no'));
    await at(home);
    await at(east(100));
    expect(failures).toHaveLength(1);
    expect(arrivals.eta('b', 'accepted')?.source).toBe('estimate');
  });

  test('while four requests wait for a silent router, further drivers get an estimate without a request', async () => {
    answer = () => new Promise(() => {});
    for (let n = 0; n < 20; n++) {
      plans.set(`b${n}`, plan());
      await at(home, { id: `b${n}` });
    }
    expect(asked).toHaveLength(4);
    expect(arrivals.eta('b0', 'accepted')).toBeNull();
    expect(arrivals.eta('b19', 'accepted')?.source).toBe('estimate');
  });
});

describe('the state of a leg in memory', () => {
  test('is deleted when the booking has ended, does not exist, or cannot be read', async () => {
    await at(home);
    expect(arrivals.size).toBe(1);
    arrivals.changed('b', plan({ status: 'cancelled', version: 3 }));
    expect(arrivals.size).toBe(0);
    plans.set('over', plan({ status: 'completed' }));
    plans.set('away', new Error('the database is away'));
    for (const id of ['over', 'away', 'nowhere']) await at(home, { id });
    expect(arrivals.size).toBe(0);
    expect(failures).toHaveLength(1);
    plans.set('away', plan());
    await at(home, { id: 'away' });
    expect(arrivals.eta('away', 'accepted')).not.toBeNull();
  });

  test('is kept for at most 5,000 bookings, and is deleted 10 minutes after the last position', async () => {
    for (let n = 0; n < 5_100; n++) plans.set(`many ${n}`, plan());
    for (let n = 0; n < 5_100; n++) arrivals.moved(`many ${n}`, { ...home, at: now, steadyAt: 0 });
    expect(arrivals.size).toBe(5_000);
    await settled();
    now += 11 * 60_000;
    await at(home);
    expect(arrivals.size).toBe(1);
  });

  test('gives the first prediction of a leg together with the time when the driver reached its end', async () => {
    await at(home);
    await drive(0, 3_000, 5);
    arrivals.changed('b', plan({ status: 'in_progress', version: 2 }));
    await settled();
    expect(outcomes).toEqual([
      {
        bookingId: 'b',
        to: 'pickup',
        source: 'roads',
        seconds: 600,
        distance_m: expect.any(Number),
        at: START,
        // The first position within 75 metres of the pickup.
        reachedAt: START + 586_000,
        result: 'inside',
      },
    ]);
    // A ride that ends far from its drop has no arrival there, so its prediction has no outcome.
    arrivals.changed('b', plan({ status: 'completed', version: 3 }));
    expect(outcomes).toHaveLength(1);
    expect(times).toEqual([]);
  });

  test('gives the ratio of the duration of a finished ride to its free-flow road time', async () => {
    plans.set('b', plan({ status: 'in_progress' }));
    await drive(3_000, 9_000, 5);
    arrivals.changed('b', plan({ status: 'completed', version: 2 }));
    expect(times).toEqual([
      { bookingId: 'b', driverId: 'ravi', at: START, place: east(9_000), ratio: expect.closeTo(2, 1) },
    ]);
    expect(outcomes).toMatchObject([{ to: 'drop', result: 'inside' }]);
  });

  test('gives a ratio that includes the time from the first move to the arrival at the drop, but neither the boarding nor the payment', async () => {
    plans.set('b', plan({ status: 'in_progress' }));
    await wait(120, 3_000);
    await drive(3_000, 5_000, 5);
    // A stop at a traffic light.
    await wait(60, 5_000);
    await drive(5_000, 9_000, 5);
    await wait(170, 9_000);
    arrivals.changed('b', plan({ status: 'completed', version: 2 }));
    expect(times).toMatchObject([{ ratio: expect.closeTo(2.1, 1) }]);
  });

  test('gives a ratio without the waits near the drop, even if the driver moves between them', async () => {
    plans.set('b', plan({ status: 'in_progress' }));
    await drive(3_000, 8_930, 5);
    for (let n = 0; n < 5; n++) {
      await wait(60, 8_930 + n * 25);
    }
    arrivals.changed('b', plan({ status: 'completed', version: 2 }));
    expect(times).toMatchObject([{ ratio: expect.closeTo(2, 1) }]);
  });

  test('takes the last arrival within 75 metres of the end as the time when the end was reached, not an earlier pass', async () => {
    await at(home);
    await drive(0, 1_000, 5);
    await at(east(3_000, 70));
    await at(east(3_000, 140));
    now += 30_000;
    // The driver takes a road on the other side of the railway, and comes back.
    for (const north of [160, 500, 160]) await at(east(3_000, north));
    now += 300_000;
    await at(east(3_000));
    arrivals.changed('b', plan({ status: 'in_progress', version: 2 }));
    expect(outcomes).toMatchObject([{ to: 'pickup', reachedAt: now }]);
  });

  test('keeps the first prediction that was shown, even if it was an estimate before the line was known', async () => {
    const replies: (() => void)[] = [];
    answer = (from, to) => new Promise((resolve) => replies.push(() => resolve(road(from, to))));
    for (const id of ['one', 'two', 'three', 'four']) {
      plans.set(id, plan());
      await at(home, { id });
    }
    // Four requests to the router are running, so no route is requested for this position.
    await at(home);
    expect(etas).toMatchObject([{ booking_id: 'b', eta: { source: 'estimate' } }]);
    const shown = etas[0]?.eta.seconds;
    answer = road;
    for (const reply of replies) reply();
    await settled();
    now += 1_000;
    await at(home);
    expect(arrivals.eta('b', 'accepted')?.source).toBe('roads');
    await at(east(3_000));
    arrivals.changed('b', plan({ status: 'in_progress', version: 2 }));
    expect(outcomes).toMatchObject([{ bookingId: 'b', source: 'estimate', seconds: shown, at: START }]);
  });

  test('gives neither outcome nor ratio for a leg whose first minute was not observed', async () => {
    plans.set('b', plan({ status: 'in_progress', since: START - 61_000 }));
    await drive(3_000, 9_000, 5);
    expect(arrivals.eta('b', 'in_progress')).toMatchObject({ to: 'drop', source: 'roads' });
    arrivals.changed('b', plan({ status: 'completed', version: 2 }));
    expect({ outcomes, times }).toEqual({ outcomes: [], times: [] });
  });

  test.each([
    ['that waits for the review of an admin', { isPlausible: false }],
    ['that was cancelled', { status: 'cancelled' as const }],
  ])('gives no ratio for a ride %s', async (_which, over) => {
    plans.set('b', plan({ status: 'in_progress' }));
    await drive(3_000, 9_000, 5);
    arrivals.changed('b', plan({ status: 'completed', version: 2, ...over }));
    expect(times).toEqual([]);
  });
});

describe('the arrival of a driver at the pickup', () => {
  const from = (meters: number) => east(3_000 - meters);

  test('is detected within 60 metres of the pickup, and not farther away', async () => {
    await at(from(65));
    expect(arrived).toEqual([]);
    now += 1_000;
    await at(from(55));
    expect(arrived).toEqual(['b']);
  });

  test('is detected by the first position too', async () => {
    await at(from(10));
    expect(arrived).toEqual(['b']);
  });

  test('is reported with each position until the booking is marked as arrived', async () => {
    await at(from(10));
    now += 1_000;
    await at(from(9));
    expect(arrived).toEqual(['b', 'b']);
    arrivals.changed('b', plan({ version: 2, hasArrived: true }));
    now += 1_000;
    await at(from(8));
    arrivals.forgetAll();
    plans.set('b', plan({ hasArrived: true }));
    await at(from(8));
    expect(arrived).toHaveLength(2);
  });

  test('is not reported once the ride has started, nor for a cancelled booking', async () => {
    plans.set('b', plan({ status: 'in_progress', pickup: east(3_000) }));
    await at(from(10));
    plans.set('c', plan({ status: 'cancelled' }));
    await at(from(10), { id: 'c' });
    expect(arrived).toEqual([]);
  });

  test('is not reported for a position that is stale when the booking has been read', async () => {
    await at(from(10), { ago: 30_001 });
    expect(arrived).toEqual([]);
  });
});

describe('the approach to the pickup', () => {
  test('is reported from two minutes before the arrival on, every 15 seconds at most, and not at the pickup', async () => {
    // The eta counts 0.2 seconds for each metre of road, so it is two minutes at 600 m before the pickup.
    await drive(2_300, 2_395);
    expect(approaches).toEqual([]);
    await drive(2_400, 3_000, 10);
    expect(approaches.map(({ id }) => id)).toEqual(['b', 'b', 'b', 'b']);
    const [first, second] = approaches;
    expect(first?.seconds).toBe(120);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(15_000);
  });

  test('is not reported once the driver has arrived, for a stale position, or on the way to the drop', async () => {
    plans.set('b', plan({ hasArrived: true }));
    await drive(2_800, 2_850);
    plans.set('old', plan());
    for (const ago of [32_000, 31_000]) await at(east(2_850), { id: 'old', ago });
    plans.set('under way', plan({ status: 'in_progress', drop: east(3_000) }));
    for (const metres of [2_800, 2_850]) await at(east(metres), { id: 'under way' });
    expect(approaches).toEqual([]);
  });
});
