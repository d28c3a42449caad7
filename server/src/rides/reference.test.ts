import type { DriverProfile } from '@boli/shared/drivers/drivers.schema';
import type { PricedRoute, Rates, Reference, VehicleClass } from '@boli/shared/fares/fares.schema';
import { fareSum, referenceOf } from '@boli/shared/fares/reference';
import { shownKm } from '@boli/shared/geo/shown-km';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import { clearTimeFactors } from '../geo/time-factor';
import type { TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { setUpRouter } from '../testing/set-up-router';
import { socketsOf } from '../testing/sockets';
import { RideModel } from './rides.model';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival, admin } = setUpPeopleEach({
  customer: () => app.register('customer'),
  driver: () => app.registerDriver({ vehicle_class: 'suv' }),
  rival: () => app.registerDriver(),
  admin: () => app.register('admin'),
});
const { use, useNone } = await setUpRouter();
afterEach(() => {
  clearTimeFactors();
  clock.setOffset(0);
});

const delhi: Omit<Rates, 'hour_percent'> = {
  base: 80,
  base_km: 3,
  per_km: 20,
  per_minute: 1,
  class_percents: { auto: 57, hatchback: 90, sedan: 100, suv: 130 },
};
const pickup = { lat: aRoute.pickup_lat, lng: aRoute.pickup_lng };
const drop = { lat: aRoute.drop_lat, lng: aRoute.drop_lng };
const get = <T>(person: TestPerson, path: string) => app.request<T>('GET', path, { token: person.token });
const priced = async (at?: string) =>
  (
    await app.request<PricedRoute>('POST', '/geo/route', {
      token: customer.token,
      body: { from: pickup, to: drop, at },
    })
  ).body;
const setClass = async (person: TestPerson, vehicle_class: string | null) => {
  const answer = await app.request<DriverProfile>('PUT', '/driver/profile', {
    token: person.token,
    body: { vehicle_class },
  });
  return answer.status === 200 ? answer.body.vehicle_class : answer.status;
};

/** Expects the usual price of this answer to follow from its road and the rates by the formula; returns it. */
function checkSum({ road, reference }: Pick<RideRequest, 'road' | 'reference'>, hour: number): Reference {
  if (!road || !reference) throw new Error('no road or no reference');
  expect(reference).toMatchObject({ km: shownKm(road), source: road.source, vehicle_class: null });
  expect(reference.rates).toEqual({ ...delhi, hour_percent: hour });
  expect(reference).toEqual(referenceOf(reference));
  return reference;
}

/** Moves the server's clock to the next time at which it is this hour and minute in India. */
function setIndianTime(hour: number, minute: number): void {
  const wanted = new Date(Date.now() + 5.5 * 3_600_000);
  wanted.setUTCHours(hour, minute, 0, 0);
  const ahead = wanted.getTime() - 5.5 * 3_600_000 - Date.now();
  clock.setOffset(ahead < 0 ? ahead + 86_400_000 : ahead);
}

describe('the usual price of a ride request', () => {
  test('is computed from its road and the rates of the tariff, in every answer and push', async () => {
    setIndianTime(12, 0);
    const [own, looking] = [await connect(customer), await connect(driver)];
    await looking.ask('rides:watch');
    const ride = await steps.ride(customer);
    const reference = checkSum(ride, 100);
    expect(reference.source).toBe('roads');
    const answers = [
      (await own.waitFor('ride:created')).ride_request,
      (await looking.waitFor('ride:created')).ride_request,
      (await get<RideRequest[]>(customer, '/rides/requests')).body[0],
      (await get<RideRequest[]>(driver, '/rides/requests')).body[0],
      (await get<RideRequest>(admin, `/rides/request/${ride.id}`)).body,
    ];
    for (const answer of answers) expect(answer?.reference).toEqual(reference);
  });

  test('is part of the route before posting, and the same after posting', async () => {
    setIndianTime(12, 0);
    const route = await priced();
    const { road, reference } = await steps.ride(customer);
    expect(route.distance_km).toBe(road?.distance_km);
    expect(route.reference).toEqual(reference);
  });

  test('is the night price for a request that is posted from 23 to 5, and does not change later', async () => {
    setIndianTime(22, 59);
    const evening = await steps.ride(customer);
    checkSum(evening, 100);
    expect((await priced()).reference?.rates.hour_percent).toBe(100);
    setIndianTime(23, 1);
    checkSum(await steps.ride(customer), 125);
    expect((await priced()).reference?.rates.hour_percent).toBe(125);
    checkSum(await steps.readRide(customer, evening.id), 100);
  });

  test('of a scheduled ride is computed for the hour of the ride', async () => {
    setIndianTime(12, 0);
    const night = new Date(clock.millis() + 12 * 3_600_000).toISOString();
    const ride = await steps.ride(customer, { is_scheduled: true, scheduled_time: night });
    const reference = checkSum(ride, 125);
    expect((await priced(night)).reference).toEqual(reference);
    const { fare, at_hour, subtotal } = fareSum(reference);
    expect([at_hour, fare]).toEqual([Math.round(subtotal * 1.25), at_hour]);
  });

  test('is an estimate without a router, and null without a tariff, a road, or stored rates', async () => {
    useNone();
    const estimated = await steps.ride(customer);
    expect(estimated.reference?.source).toBe('estimate');
    expect((await priced()).reference).toMatchObject({ source: 'estimate' });
    for (const missing of ['rates', 'roads']) {
      const { id } = await steps.ride(customer);
      await RideModel.updateOne({ _id: id }, { $unset: { [missing]: 1 } });
      expect((await steps.readRide(customer, id)).reference).toBeNull();
      expect((await steps.quote(driver, { id })).reference).toBeNull();
    }
    use({ TARIFF: 'off' });
    expect((await steps.ride(customer)).reference).toBeNull();
    expect((await priced()).reference).toBeNull();
    expect((await steps.readRide(customer, estimated.id)).reference).not.toBeNull();
  });
});

describe('the usual price of a quote', () => {
  test('is for the class of the vehicle when the quote was made or last changed', async () => {
    const ride = await steps.ride(customer);
    const base = ride.reference;
    if (!base) throw new Error('no reference');
    const of = (vehicle_class: VehicleClass | null) => referenceOf({ ...base, vehicle_class });
    const made = await steps.quote(driver, ride);
    expect(made).toMatchObject({ vehicle_class: 'suv', reference: of('suv') });
    expect(await steps.quote(rival, ride, 300)).toMatchObject({ vehicle_class: null, reference: of(null) });
    expect(await setClass(driver, 'auto')).toBe('auto');
    const shown = async (person: TestPerson) => (await steps.quotesOn(person, ride)).map((quote) => quote.reference);
    expect(await shown(customer)).toEqual([of('suv'), of(null)]);
    expect((await steps.quote(driver, ride, 120)).reference).toEqual(of('auto'));
    for (const person of [customer, admin]) expect(await shown(person)).toEqual([of('auto'), of(null)]);
    const listed = (await get<RideRequest[]>(driver, '/rides/requests')).body.find(({ id }) => id === ride.id);
    expect(listed?.my_quote?.reference).toEqual(of('auto'));
  });

  test('is that of the request, without a class, if the quote is from before classes were stored', async () => {
    const ride = await steps.ride(customer);
    await steps.quote(driver, ride);
    await RideModel.updateOne({ _id: ride.id }, { $unset: { 'quotes.0.vehicle_class': 1 } });
    const [quote] = await steps.quotesOn(customer, ride);
    expect(quote).toMatchObject({ vehicle_class: null, reference: ride.reference });
  });

  test('is pushed with the quote, and is no part of a booking, which keeps the class', async () => {
    const own = await connect(customer);
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride);
    expect((await own.waitFor('quote:created')).quote.reference).toEqual(quote.reference);
    const booking = await steps.book(customer, quote);
    expect(booking.quote).toMatchObject({ vehicle_class: 'suv', reference: null });
  });
});

describe('with an approximate pickup', () => {
  /** Expects the kilometres and minutes of the usual price to be those of the road in the same answer. */
  const agrees = ({ road, reference }: Pick<RideRequest, 'road' | 'reference'>) =>
    expect(reference).toMatchObject({ km: road && shownKm(road), minutes: road?.duration_min });

  const doors = Array.from({ length: 12 }, (_, at) => ({ pickup_lat: 28.6 + at / 500, pickup_lng: 77.21 }));

  test('a driver gets the usual price from the point that is shown, also in their own quote and after losing', async () => {
    use({ PICKUP_PRIVACY: 'approximate', MAX_OPEN_REQUESTS: '1000' });
    let differing = 0;
    for (const door of doors) {
      const ride = await steps.ride(customer, door);
      const seen = (await get<RideRequest>(driver, `/rides/request/${ride.id}`)).body;
      agrees(ride);
      agrees(seen);
      const [lost, won] = [await steps.quote(rival, ride), await steps.quote(driver, ride, 90)];
      const own = (person: TestPerson) => steps.quotesOn(person, ride).then(([quote]) => quote?.reference);
      expect(lost.reference).toEqual(seen.reference);
      expect(await own(rival)).toEqual(seen.reference);
      expect((await own(customer))?.km).toBe(ride.reference?.km);
      const booking = await steps.book(customer, won);
      expect((await own(driver))?.km).toBe(seen.reference?.km);
      await steps.step(driver, booking, 'accepted');
      expect((await own(driver))?.km).toBe(ride.reference?.km);
      const withdrawn = await app.request<Quote>('DELETE', `/quotes/${lost.id}`, { token: rival.token });
      expect(withdrawn.body.reference).toEqual(seen.reference);
      await steps.cancel(driver, booking);
      if (seen.reference?.km !== ride.reference?.km) differing++;
    }
    expect(differing).toBeGreaterThan(3);
  });
});

describe('the class of a vehicle', () => {
  test('is optional in a profile, cleared by an empty text or null, and one of four', async () => {
    expect((await get<DriverProfile>(rival, '/driver/profile')).body.vehicle_class).toBeNull();
    expect((await get<DriverProfile>(driver, '/driver/profile')).body.vehicle_class).toBe('suv');
    expect(await setClass(driver, 'hatchback')).toBe('hatchback');
    await app.request('PUT', '/driver/profile', { token: driver.token, body: { car_model: 'Alto' } });
    expect((await get<DriverProfile>(driver, '/driver/profile')).body.vehicle_class).toBe('hatchback');
    expect(await setClass(driver, '')).toBeNull();
    expect(await setClass(driver, 'sedan')).toBe('sedan');
    expect(await setClass(driver, null)).toBeNull();
    expect(await setClass(driver, 'rocket')).toBe(400);
  });
});
