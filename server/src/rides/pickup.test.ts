import type { Booking, HistoryEntry } from '@boli/shared/bookings/bookings.schema';
import { distanceKm, shownDistanceKm } from '@boli/shared/core/distance';
import type { Point } from '@boli/shared/core/fields';
import type { Quote } from '@boli/shared/rides/quotes.schema';
import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { settings } from '../settings';
import type { TestPerson } from '../testing/app';
import { market } from '../testing/market';
import { eventually, settle, type TestSocket } from '../testing/realtime';
import { setUpPeopleEach, setUpRealtimeApp } from '../testing/set-up';
import { withSettings } from '../testing/settings';
import { socketsOf } from '../testing/sockets';
import { openPoint } from './pickup';

const app = setUpRealtimeApp({ settings: { MAX_OPEN_REQUESTS: '1000' } });
const connect = socketsOf(app);
const steps = market(app);
const { customer, driver, rival } = setUpPeopleEach({
  customer: () => app.register('customer', { name: 'Asha Verma' }),
  driver: () => app.registerDriver(),
  rival: () => app.registerDriver(),
});
let resetSettings: () => void = () => undefined;

beforeEach(async () => {
  resetSettings = withSettings({ PICKUP_PRIVACY: 'approximate', MAX_OPEN_REQUESTS: '1000' });
});
afterEach(() => resetSettings());

const door = { lat: 28.631512, lng: 77.216721 };
const posted = {
  pickup_location: '12, Barakhamba Road, New Delhi',
  pickup_lat: door.lat,
  pickup_lng: door.lng,
};
const shown = (point: Point) => openPoint({ pickup_lat: point.lat, pickup_lng: point.lng });
const metres = (from: Point, to: Point) => distanceKm(from, to) * 1000;
const get = <T>(person: TestPerson, path: string) => app.request<T>('GET', path, { token: person.token });
/** Matches whatever would reveal the exact pickup or the full name of the customer. */
const traces = /28\.6315|77\.2167|12, |Verma/;

describe('the pickup that drivers see', () => {
  const places = fc.record({
    lat: fc.double({ min: -80, max: 80, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  test('lies about 150 m from the exact pickup, anywhere on earth, and is always the same', () => {
    fc.assert(
      fc.property(places, (place) => {
        const at = shown(place);
        expect(metres(place, at)).toBeGreaterThan(80);
        expect(metres(place, at)).toBeLessThan(250);
        expect(Math.abs(at.lat) <= 90 && Math.abs(at.lng) <= 180).toBe(true);
        expect(shown(place)).toEqual(at);
      }),
    );
  });

  test('is the same for all pickups in a square of some 45 m, so that averaging does not reveal the exact one', () => {
    const centre = { lat: 28.6315, lng: 77.2165 };
    const around = Array.from({ length: 400 }, (_, at) => ({
      lat: centre.lat + Math.sin(at) * 0.0002,
      lng: centre.lng + Math.cos(at * 7) * 0.0002,
    }));
    expect(new Set(around.map((place) => JSON.stringify(shown(place)))).size).toBe(1);
    const doors = Array.from({ length: 50 }, (_, at) => ({ lat: 28.6 + at / 100, lng: 77.2 }));
    const directions = doors.map((place) => Math.sign(shown(place).lat - place.lat));
    expect(new Set(directions).size).toBe(2);
    const mean = doors.map((place) => metres(place, shown(place))).reduce((sum, way) => sum + way, 0) / doors.length;
    expect(Math.abs(mean - 150)).toBeLessThan(20);
  });

  test('depends on the secret of the installation; with the exact setting it is the exact pickup', () => {
    const here = shown(door);
    const again = withSettings({ PICKUP_PRIVACY: 'exact' });
    expect(shown(door)).toEqual(door);
    again();
    const { JWT_SECRET } = settings();
    const other = withSettings({ PICKUP_PRIVACY: 'approximate' });
    Object.assign(settings(), { JWT_SECRET: 'the secret of another installation altogether' });
    expect(shown(door)).not.toEqual(here);
    Object.assign(settings(), { JWT_SECRET });
    other();
  });
});

describe('before a driver has accepted', () => {
  test('drivers get the approximate pickup, its distance to the drop, a street and a first name, in every answer and push', async () => {
    const at = shown(door);
    const [looking, around] = [await connect(driver), await connect(rival)];
    await looking.ask('rides:watch');
    await around.ask('rides:watch', { near: { ...at, radius_km: 0.1 } });
    const ride = await steps.ride(customer, posted);
    expect(ride).toMatchObject({ ...posted, customer_name: 'Asha Verma', pickup_is_approximate: false });
    const seen = {
      id: ride.id,
      customer_name: 'Asha',
      pickup_location: 'Barakhamba Road, New Delhi',
      pickup_lat: at.lat,
      pickup_lng: at.lng,
      pickup_is_approximate: true,
      distance_km: shownDistanceKm(at, { lat: ride.drop_lat, lng: ride.drop_lng }),
    };
    const rows = (await get<RideRequest[]>(driver, '/rides/requests')).body;
    const watched = (await looking.ask('rides:watch')).ride_requests as RideRequest[];
    const ways = [
      (await looking.waitFor('ride:created')).ride_request,
      (await around.waitFor('ride:created')).ride_request,
      rows.find((row) => row.id === ride.id),
      watched.find((row) => row.id === ride.id),
      (await get<RideRequest>(driver, `/rides/request/${ride.id}`)).body,
    ];
    for (const way of ways) expect(way).toMatchObject(seen);
    await steps.quote(driver, ride);
    expect((await looking.waitFor('ride:updated')).ride_request).toMatchObject({ ...seen, my_quote: { price: 240.5 } });
    await settle(looking, around);
    expect(JSON.stringify([looking.received, around.received])).not.toMatch(traces);
    expect(await steps.readRide(customer, ride.id)).toMatchObject({ ...posted, customer_name: 'Asha Verma' });
  });

  test('a search circle is compared with the approximate pickup, never with the exact one', async () => {
    const at = shown(door);
    const ride = await steps.ride(customer, posted);
    const ids = async (centre: Point, radius_km: number) => {
      const query = `lat=${centre.lat}&lng=${centre.lng}&radius_km=${radius_km}`;
      return (await get<RideRequest[]>(driver, `/rides/requests?${query}`)).body.map((row) => row.id);
    };
    expect(await ids(at, 0.1)).toContain(ride.id);
    expect(await ids(door, 0.1)).not.toContain(ride.id);
  });

  test('the distance in a quote is measured to the approximate pickup, wherever the driver is', async () => {
    const at = shown(door);
    const away = { lat: at.lat + 0.02, lng: at.lng - 0.01 };
    await app.request('PUT', '/driver/availability', { token: driver.token, body: { is_available: true, ...away } });
    const ride = await steps.ride(customer, posted);
    const quote = await steps.quote(driver, ride);
    expect(quote.distance_to_pickup_km).toBe(shownDistanceKm(away, at));
    expect((await steps.quotesOn(customer, ride))[0]?.distance_to_pickup_km).toBe(shownDistanceKm(away, at));
  });

  test('a losing driver cannot find the exact pickup after the booking', async () => {
    const at = shown(door);
    const ride = await steps.ride(customer, posted);
    const losing = await steps.quote(rival, ride);
    const booking = await steps.book(customer, await steps.quote(driver, ride));
    await steps.step(driver, booking, 'accepted');
    const place = { lat: at.lat + 0.0131, lng: at.lng - 0.0071 };
    await app.request('PUT', '/driver/availability', { token: rival.token, body: { is_available: true, ...place } });
    const { body } = await app.request<Quote>('DELETE', `/quotes/${losing.id}`, { token: rival.token });
    expect(body.distance_to_pickup_km).toBe(shownDistanceKm(place, at));
  });

  test('coordinates used as an address are replaced by the approximate ones', async () => {
    const at = shown(door);
    const ride = await steps.ride(customer, { ...posted, pickup_location: 'Lat: 28.631512, Lng: 77.216721' });
    const seen = (await get<RideRequest>(driver, `/rides/request/${ride.id}`)).body;
    expect(seen.pickup_location).toBe(`Lat: ${at.lat.toFixed(6)}, Lng: ${at.lng.toFixed(6)}`);
  });

  test('the chosen driver gets the approximate pickup while the booking is pending, and the exact one on acceptance', async () => {
    const own = await connect(driver);
    const ride = await steps.ride(customer, posted);
    const booking = await steps.book(customer, await steps.quote(driver, ride));
    expect(booking).toMatchObject({ ...posted, customer_name: 'Asha Verma', pickup_is_approximate: false });
    const at = shown(door);
    const seen = { pickup_lat: at.lat, pickup_lng: at.lng, customer_name: 'Asha', pickup_is_approximate: true };
    const pending = [
      (await own.waitFor('booking:created')).booking,
      await steps.readBooking(driver, booking.id),
      (await get<Booking[]>(driver, '/bookings/my')).body[0],
      (await get<RideRequest>(driver, `/rides/request/${ride.id}`)).body,
    ];
    for (const way of pending) expect(way).toMatchObject(seen);
    const inbox = async () => JSON.stringify((await get(driver, '/notifications')).body);
    await eventually(async () => (await inbox()).includes('Asha'), 'the inbox has no row of the booking');
    expect(`${await inbox()}${JSON.stringify(own.received)}${JSON.stringify(pending)}`).not.toMatch(traces);

    own.received.length = 0;
    await steps.step(driver, booking, 'accepted');
    const exact = { ...posted, customer_name: 'Asha Verma', pickup_is_approximate: false };
    const accepted = [
      (await own.waitFor('booking:updated')).booking,
      (await own.waitFor('ride:updated')).ride_request,
      await steps.readBooking(driver, booking.id),
      (await get<RideRequest>(driver, `/rides/request/${ride.id}`)).body,
    ];
    for (const way of accepted) expect(way).toMatchObject(exact);
  });

  test.each([
    ['who rejects', (booking: Booking) => steps.step(driver, booking, 'rejected')],
    ['whose booking the customer cancels', (booking: Booking) => steps.cancel(customer, booking)],
  ])('a driver %s never gets the exact pickup, not from the history either', async (_how, end) => {
    const booking = await steps.book(customer, await steps.quote(driver, await steps.ride(customer, posted)));
    await end(booking);
    const history = (await get<HistoryEntry[]>(driver, '/rides/history')).body;
    expect(history).toMatchObject([{ customer_name: 'Asha', pickup_location: 'Barakhamba Road, New Delhi' }]);
    expect(JSON.stringify([await steps.readBooking(driver, booking.id), history])).not.toMatch(traces);
  });

  test('a request that opens again after an acceptance has an approximate pickup again, for all drivers', async () => {
    const ride = await steps.ride(customer, posted);
    const booking = await steps.book(customer, await steps.quote(driver, ride));
    await steps.step(driver, booking, 'accepted');
    await steps.cancel(driver, booking, 'Vehicle issue');
    expect((await steps.readRide(customer, ride.id)).status).toBe('open');
    for (const person of [driver, rival])
      expect((await get(person, `/rides/request/${ride.id}`)).body).toMatchObject({ pickup_is_approximate: true });
  });
});

test('with the exact setting all pickups are as the customer posted them', async () => {
  resetSettings();
  const looking: TestSocket = await connect(driver);
  await looking.ask('rides:watch');
  const ride = await steps.ride(customer, posted);
  const exact = { ...posted, customer_name: 'Asha Verma', pickup_is_approximate: false };
  expect((await looking.waitFor('ride:created')).ride_request).toMatchObject(exact);
  expect((await get(driver, `/rides/request/${ride.id}`)).body).toMatchObject(exact);
  const booking = await steps.book(customer, await steps.quote(driver, ride));
  expect(await steps.readBooking(driver, booking.id)).toMatchObject(exact);
});
