import type { PricedRoute } from '@boli/shared/fares/fares.schema';
import type { Calibration, WaitOutlook } from '@boli/shared/market/market.schema';
import { totalOf } from '@boli/shared/market/tally';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { clock } from '../core/clock';
import { EstimateModel } from '../market/estimates.model';
import { MarketGroupModel, MarketHourModel, MarketProgressModel } from '../market/market.model';
import { dropOldHours } from '../market/market.service';
import type { TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import { intoNextHour, observe, pass, wholeRun } from '../testing/observations';
import { setUpApp, setUpPeopleEach } from '../testing/set-up';
import { forgetChanges } from './market-keeping.service';
import { observedRides } from './observed.repository';
import { RideModel } from './rides.model';

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const steps = market(app);
const { customer, other, driver, rival, admin } = setUpPeopleEach({
  customer: () => app.register('customer'),
  other: () => app.register('customer'),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
  admin: () => app.register('admin'),
});
beforeEach(async () => {
  for (const model of [RideModel, MarketHourModel, MarketGroupModel, MarketProgressModel, EstimateModel])
    await model.collection.deleteMany({});
  intoNextHour(60_000);
});
afterEach(() => clock.setOffset(0));

const midOf = (ride: RideRequest) => {
  if (!ride.reference) throw new Error('no usual price');
  return ride.reference.mid;
};
/** 40 different prices, from 80 to 119 percent of the usual one. */
const spread = (ride: RideRequest, n: number) => (midOf(ride) * (80 + n)) / 100;
const past = (count: number, more: Partial<Parameters<typeof observe>[1]> = {}) =>
  observe(app, { customer, driver, count, priceOf: spread, ...more });
const ask = (person: TestPerson, ride: { id: string }) =>
  app.request<{ outlook: WaitOutlook | null }>('GET', `/rides/request/${ride.id}/wait`, { token: person.token });
const outlookOf = async (ride: { id: string }) => (await ask(customer, ride)).body.outlook;
const town = () => MarketGroupModel.findById('town:all').lean();
const rows = async () => MarketGroupModel.find({}, { version: 0, computed_at: 0 }).sort({ _id: 1 }).lean();
/** Counts the writes of the rows of the market from now on. */
function countWrites(): () => number {
  const spies = [MarketHourModel, MarketGroupModel, MarketProgressModel].flatMap((model) => [
    jest.spyOn(model, 'updateOne'),
    jest.spyOn(model, 'deleteOne'),
  ]);
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}
afterEach(() => {
  jest.restoreAllMocks();
});
const estimatesNow = () => EstimateModel.find().sort({ at: 1 }).lean();

describe('what waiting brings', () => {
  test('is not shown from 29 requests, but from 30 on', async () => {
    await past(29);
    expect(await outlookOf(await steps.ride(customer))).toBeNull();
    await past(1);
    expect(await outlookOf(await steps.ride(customer))).toMatchObject({ scope: 'area_hour', requests: 30 });
  });

  test('is when a first quote usually comes, computed from the rates in the answer', async () => {
    await past(30);
    const outlook = await outlookOf(await steps.ride(customer));
    // One quote on each request in its first 30 seconds, and none later.
    expect(outlook?.rates.slice(0, 3).map(({ per_minute }) => per_minute)).toEqual([2, 0, 0]);
    expect(outlook).toMatchObject({ first_quote_s: 30, cheaper: null });
  });

  test('is the odds of a cheaper quote, which follow from the other numbers of the answer', async () => {
    await past(40);
    const ride = await steps.ride(customer);
    const price = (midOf(ride) * 105) / 100;
    await steps.quote(rival, ride, price);
    const outlook = await outlookOf(ride);
    if (!outlook?.cheaper) throw new Error('no odds');
    const { rates, age_s, cheaper } = outlook;
    expect(cheaper).toMatchObject({ price, minutes: 3, quotes: 40 });
    // Expected: the rest of the first 30 seconds at 2 a minute; none later.
    expect(rates[0]).toEqual({ from_s: 0, per_minute: 2 });
    expect(cheaper.expected).toBeCloseTo(((30 - age_s) * 2) / 60, 2);
    // 25 of the 40 prices, from 80 to 104 percent, are below 105 percent.
    expect(cheaper.steps.at(-1)).toEqual({ price, share: 63 });
    expect(cheaper.chance).toBeCloseTo(1 - Math.exp(-cheaper.expected * 0.63), 9);
    let saving = 0;
    for (const [n, step] of cheaper.steps.entries()) {
      const before = cheaper.steps[n - 1] ?? { price: 0, share: 0 };
      const [from, to] = [before, step].map(({ share }) => 1 - Math.exp((-cheaper.expected * share) / 100));
      saving += (step.price - before.price) * (((from ?? 0) + (to ?? 0)) / 2);
    }
    expect(cheaper.saving).toBe(Math.round(saving));
    expect(cheaper.saving).toBeGreaterThan(0);
  });

  test('falls back to the town at this hour, and then to the town at every hour, and names what it used', async () => {
    await past(30);
    const elsewhere = { pickup_lat: 28.4595, pickup_lng: 77.0266 };
    expect(await outlookOf(await steps.ride(customer, elsewhere))).toMatchObject({ scope: 'town_hour', requests: 30 });
    pass(2 * 3_600);
    expect(await outlookOf(await steps.ride(customer, elsewhere))).toMatchObject({ scope: 'town', requests: 30 });
  });

  test('is not shown beyond the time for which 30 requests were open', async () => {
    await past(30);
    const ride = await steps.ride(customer);
    await steps.quote(rival, ride, midOf(ride));
    expect((await outlookOf(ride))?.cheaper).not.toBeNull();
    pass(125);
    // The wait of three minutes ends when the request is more than five minutes old; no request was open for so long.
    expect(await outlookOf(ride)).toBeNull();
  });

  test('is for the customer of an open request that is not scheduled', async () => {
    await past(30);
    const ride = await steps.ride(customer);
    expect((await ask(other, ride)).status).toBe(404);
    expect((await ask(driver, ride)).status).toBe(403);
    const time = new Date(clock.millis() + 3 * 3_600_000).toISOString();
    expect(await outlookOf(await steps.ride(customer, { is_scheduled: true, scheduled_time: time }))).toBeNull();
    await steps.book(customer, await steps.quote(rival, ride, 100));
    expect(await outlookOf(ride)).toBeNull();
  });
});

describe('the middle half of the accepted prices', () => {
  const priced = async () =>
    (
      await app.request<PricedRoute>('POST', '/geo/route', {
        token: customer.token,
        body: {
          from: { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng },
          to: { lat: aRoute.drop_lat, lng: aRoute.drop_lng },
        },
      })
    ).body;

  test('is shown beside the usual price from 30 accepted prices on: before posting, in the request, and to drivers', async () => {
    await past(29, { accepted: true });
    const before = await steps.ride(customer);
    expect([before.middle_half, (await priced()).middle_half]).toEqual([null, null]);
    // The 30th price is 109 percent, so that the accepted ones are 80 to 109 percent.
    await past(1, { accepted: true, priceOf: (ride) => spread(ride, 29) });
    const ride = await steps.ride(customer);
    const nearest = (percent: number) => Math.round((midOf(ride) * percent) / 500) * 5;
    const half = { low_percent: 87, high_percent: 102, count: 30, low: nearest(87), high: nearest(102) };
    expect(ride.middle_half).toEqual(half);
    expect((await priced()).middle_half).toEqual(half);
    expect((await steps.readRide(driver, ride.id)).middle_half).toEqual(half);
    // A request keeps the middle half with which it was posted.
    expect((await steps.readRide(customer, before.id)).middle_half).toBeNull();
  });

  test('has no price that was quoted and not accepted', async () => {
    await past(40);
    expect((await steps.ride(customer)).middle_half).toBeNull();
  });

  test('counts only the prices of its hour', async () => {
    await past(30, { accepted: true });
    pass(2 * 3_600);
    expect((await steps.ride(customer)).middle_half).toBeNull();
  });
});

describe('the tallies', () => {
  test('are the same after repeated and concurrent runs, and name no request and no person', async () => {
    await past(31, { accepted: true });
    const once = await rows();
    expect(once.map(({ _id, reached }) => [_id.split(':')[1], reached[0]])).toEqual([
      [expect.stringMatching(/^\d+$/), 31],
      [expect.stringMatching(/^\d+$/), 31],
      ['all', 31],
    ]);
    await MarketProgressModel.deleteMany({ _id: 'ride_requests' });
    forgetChanges();
    await Promise.all(Array.from({ length: 5 }, wholeRun));
    expect(await rows()).toEqual(once);
    const [ride] = await RideModel.find().lean();
    const stored = JSON.stringify([await MarketHourModel.find().lean(), await MarketGroupModel.find().lean()]);
    const people = [ride?.customer_id, ride?.quotes[0]?.driver_id, customer.id, driver.id, customer.name, driver.name];
    for (const id of [ride?._id, ...people]) expect(stored).not.toContain(id);
  });

  test('are neither written nor computed again in an idle town, and are computed once after a restart', async () => {
    await past(3, { accepted: true });
    const [writes, reads] = [countWrites(), jest.spyOn(observedRides, 'ofHour')];
    const before = await rows();
    for (let run = 0; run < 5; run++) await wholeRun();
    expect([writes(), reads.mock.calls.length]).toEqual([0, 0]);
    forgetChanges();
    await wholeRun();
    // One write: the time up to which changes were read. This time is stored again when the newest change is too old to
    // be read.
    expect([writes(), reads.mock.calls.length]).toEqual([1, 1]);
    expect(await rows()).toEqual(before);
    const now = Date.now;
    const later = jest.spyOn(Date, 'now').mockImplementation(() => now() + 600_000);
    for (let run = 0; run < 3; run++) await wholeRun();
    later.mockRestore();
    expect([writes(), reads.mock.calls.length]).toEqual([2, 1]);
    // Another change of the hour is computed once, and written into its four rows.
    const ride = await steps.ride(customer);
    await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    for (let run = 0; run < 5; run++) await wholeRun();
    expect(reads.mock.calls.length).toBe(2);
    expect((await rows()).map(({ reached }) => reached[0])).toEqual([4, 4, 4]);
    // The hour and its three groups.
    expect(writes()).toBe(2 + 4);
  });

  test('include every request, even if runs and closings are concurrent', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => app.register('customer')));
    const posted = await Promise.all(
      [...people, ...people].map(async (person) => ({ token: person.token, ...(await steps.ride(person)) })),
    );
    pass(30);
    await Promise.all(
      posted.flatMap(({ id, token }) => [app.request('DELETE', `/rides/request/${id}`, { token }), wholeRun()]),
    );
    await wholeRun();
    expect((await rows()).map(({ reached }) => reached[0])).toEqual([24, 24, 24]);
  });

  test('include every request, even if the clock of the process that counts is ahead of that of the database', async () => {
    const now = Date.now;
    const ahead = jest.spyOn(Date, 'now').mockImplementation(() => now() + 600_000);
    try {
      for (const [n, person] of [customer, other, customer].entries()) {
        const ride = await steps.ride(person);
        await app.request('DELETE', `/rides/request/${ride.id}`, { token: person.token });
        await wholeRun();
        expect((await town())?.reached[0]).toBe(n + 1);
      }
    } finally {
      ahead.mockRestore();
    }
  });

  test('have the accepted price of a ride when it is completed, and the price of no other quote', async () => {
    const ride = await steps.ride(customer);
    await steps.quote(rival, ride, 180);
    const booking = await steps.book(customer, await steps.quote(driver, ride, 200));
    await steps.drive(driver, booking, 'in_progress');
    await wholeRun();
    expect((await town())?.accepted).toEqual([]);
    await steps.step(driver, booking, 'completed');
    await wholeRun();
    expect((await town())?.accepted).toMatchObject([{ count: 1 }]);
  });

  test('have no accepted price of a booking that was cancelled', async () => {
    const booking = await steps.booked(customer, driver, { price: 200 });
    await steps.drive(driver, booking, 'accepted');
    await wholeRun();
    await steps.cancel(customer, booking);
    await wholeRun();
    const tally = await town();
    expect([tally?.accepted, tally?.quoted.length]).toEqual([[], 1]);
  });

  test('have at most the first two requests of a customer in an hour of an area', async () => {
    for (const percent of [80, 90, 100])
      await past(1, { samePeople: true, priceOf: (ride) => (midOf(ride) * percent) / 100 });
    const elsewhere = await steps.ride(customer, { pickup_lat: 28.4595, pickup_lng: 77.0266 });
    await app.request('DELETE', `/rides/request/${elsewhere.id}`, { token: customer.token });
    await past(1, { samePeople: true, customer: other, priceOf: (ride) => (midOf(ride) * 110) / 100 });
    const tally = await town();
    expect([tally?.reached[0], tally?.arrivals[0]]).toEqual([4, 3]);
    expect(tally?.quoted.map(({ percent }) => percent)).toEqual([80, 90, 110]);
  });

  test('have at most two accepted prices of a driver in an hour of an area, but all quotes of the driver', async () => {
    await past(2, { samePeople: true, accepted: true });
    await past(1, { samePeople: true, accepted: true, customer: other });
    const tally = await town();
    expect([tally?.accepted, tally?.quoted].map((counts) => totalOf(counts ?? []))).toEqual([2, 3]);
    pass(3_600);
    await past(1, { samePeople: true, accepted: true, customer: other });
    expect(totalOf((await town())?.accepted ?? [])).toBe(3);
  });

  test('count a request that opens again only until it was first closed, and no later quote', async () => {
    const ride = await steps.ride(customer);
    pass(40);
    const booking = await steps.book(customer, await steps.quote(driver, ride, 200));
    await wholeRun();
    expect((await town())?.quoted).toHaveLength(1);
    await steps.step(driver, booking, 'rejected');
    pass(500);
    await steps.quote(rival, ride, 150);
    await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    await wholeRun();
    const tally = await town();
    expect([tally?.accepted, tally?.arrivals[1], tally?.quoted.length]).toEqual([[], 1, 1]);
    const open = (tally?.open_s ?? []).reduce((sum, seconds) => sum + seconds, 0);
    expect(open).toBeGreaterThanOrEqual(40);
    expect(open).toBeLessThan(60);
  });

  test('lose what is older than 90 days', async () => {
    await past(30);
    pass(89 * 86_400);
    await dropOldHours(10);
    expect(await rows()).toHaveLength(3);
    pass(2 * 86_400);
    await dropOldHours(10);
    expect((await rows()).map(({ reached, quoted }) => [reached[0], quoted])).toEqual(Array(3).fill([0, []]));
    const writes = countWrites();
    for (let days = 0; days < 3; days++) {
      pass(86_400);
      await dropOldHours(10);
    }
    expect(writes()).toBe(0);
    await past(1);
    expect((await rows()).map(({ reached }) => reached[0])).toEqual(expect.arrayContaining([1, 1, 1]));
  });
});

describe('wait estimates', () => {
  const calibration = async () =>
    (await app.request<Calibration>('GET', '/admin/market/calibration', { token: admin.token })).body.rows;

  /** A request with a quote at 105 percent, whose customer was shown the odds. */
  async function withOdds() {
    const ride = await steps.ride(customer);
    await steps.quote(rival, ride, (midOf(ride) * 105) / 100);
    await outlookOf(ride);
    return ride;
  }

  test('are recorded once for each price, with their outcome', async () => {
    await past(40);
    const ride = await withOdds();
    pass(5);
    await outlookOf(ride);
    expect(await estimatesNow()).toHaveLength(1);
    await steps.quote(driver, ride, midOf(ride));
    await outlookOf(ride);
    pass(240);
    await wholeRun();
    const [first, second, ...more] = await estimatesNow();
    expect(more).toEqual([]);
    expect(first).toMatchObject({ came: true, part: 0 });
    expect(second).toMatchObject({ came: false, part: 18 });
    expect([first?.ride_id, second?.ride_id]).toEqual([undefined, undefined]);
    expect((await calibration()).reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  test('are observed only until the request is closed, and have no outcome before the wait is over', async () => {
    await past(40);
    const ride = await withOdds();
    pass(62);
    await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    await wholeRun();
    expect((await estimatesNow())[0]).not.toHaveProperty('came');
    pass(130);
    await wholeRun();
    expect(await estimatesNow()).toMatchObject([{ came: false, part: 6 }]);
  });

  test('are shown to admins from 30 on, by the words that customers were shown', async () => {
    const at = clock.now();
    const estimate = (n: number) => ({
      _id: String(n),
      price_paise: 20_000,
      said: 'in_4' as const,
      chance: 0.24,
      at,
      until: at,
      came: n % 4 === 0,
      part: n % 4 === 0 ? 3 : 18,
    });
    await EstimateModel.insertMany(Array.from({ length: 29 }, (_, n) => estimate(n)));
    const line = async () => (await calibration()).find(({ said }) => said === 'in_4');
    expect(await line()).toEqual({ said: 'in_4', count: 29, said_percent: null, came_percent: null });
    await EstimateModel.insertMany([29, 30, 31].map(estimate));
    expect(await line()).toEqual({ said: 'in_4', count: 32, said_percent: 24, came_percent: 25 });
  });
});
