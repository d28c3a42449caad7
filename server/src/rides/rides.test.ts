import type { RideRequest } from '@boli/shared/rides/rides.schema';
import { afterEach, describe, expect, test } from '@jest/globals';
import { clock } from '../core/clock';
import type { TestPerson } from '../testing/app';
import { aRoute, market } from '../testing/market';
import { setUpApp, setUpPeople, setUpPeopleEach } from '../testing/set-up';
import { runJobs } from '../wiring/scheduler';
import { RideModel } from './rides.model';

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(clock.millis() + minutes * MINUTE_MS).toISOString();

const app = setUpApp({ settings: { MAX_OPEN_REQUESTS: '3' } });
const steps = market(app);
const { driver } = setUpPeople({ driver: () => app.registerDriver() });
const { customer } = setUpPeopleEach({ customer: () => app.register('customer') });

afterEach(() => clock.setOffset(0));

const post = (body: unknown, headers: Record<string, string> = {}, person = customer) =>
  app.request<RideRequest>('POST', '/rides/request', { token: person.token, body, headers });

describe('posting a ride request', () => {
  test('is only for customers', async () => {
    expect((await app.request('POST', '/rides/request', { body: aRoute })).status).toBe(401);
    expect((await post(aRoute, {}, driver)).status).toBe(403);
    expect((await post(aRoute, {}, await app.register('admin'))).status).toBe(403);
  });

  test.each([
    ['a missing point', { pickup_lat: null }, 'Please select both pickup and drop locations on the map'],
    ['two equal points', { drop_lat: 28.631502, drop_lng: 77.216698 }, 'Pickup and drop must be two different places'],
    ['a latitude beyond the pole', { drop_lat: 91 }, undefined],
    ['a blank pickup', { pickup_location: '  ' }, undefined],
    ['a text that is too long', { drop_location: 'x'.repeat(501) }, undefined],
    [
      'a time too soon',
      { is_scheduled: true, scheduled_time: inMinutes(28) },
      'Rides must be scheduled at least 30 minutes in advance',
    ],
    [
      'a time too far',
      { is_scheduled: true, scheduled_time: inMinutes(30 * 24 * 60 + 5) },
      'Rides can be scheduled at most 30 days in advance',
    ],
    ['a schedule without a time', { is_scheduled: true }, 'Please choose a date and time'],
  ])('refuses %s', async (_what, change, detail) => {
    const answer = await post({ ...aRoute, ...change });
    expect(answer.status).toBe(400);
    if (detail) expect(answer.body).toMatchObject({ detail });
  });

  test('accepts a scheduled time within the tolerance, and drops it if scheduling is off', async () => {
    const scheduled = await post({ ...aRoute, is_scheduled: true, scheduled_time: inMinutes(29.5) });
    expect(scheduled.body).toMatchObject({ is_scheduled: true, status: 'open' });
    const expiry = Date.parse(scheduled.body.expires_at) - Date.parse(scheduled.body.scheduled_time ?? '');
    expect(expiry).toBe(15 * MINUTE_MS);
    const off = await post({ ...aRoute, is_scheduled: false, scheduled_time: inMinutes(60) });
    expect(off.body).toMatchObject({ is_scheduled: false, scheduled_time: null });
  });

  test('takes neither customer, status, version nor quotes from the payload', async () => {
    const { body } = await post({
      ...aRoute,
      id: 'x',
      customer_id: driver.id,
      status: 'booked',
      version: 9,
      quotes: [1],
    });
    expect(body).toMatchObject({ customer_id: customer.id, status: 'open', version: 1 });
    expect(body).not.toHaveProperty('quotes');
  });

  test('is refused at the limit of open requests until one is cancelled', async () => {
    const [first] = await Promise.all([1, 2, 3].map(() => steps.ride(customer)));
    const refused = await post(aRoute);
    expect(refused).toMatchObject({ status: 409, body: { code: 'rides.too_many_open' } });
    await app.request('DELETE', `/rides/request/${first?.id}`, { token: customer.token });
    expect((await post(aRoute)).status).toBe(201);
  });

  test('returns the same request for a repeated Idempotency-Key, also at the limit', async () => {
    const headers = { 'Idempotency-Key': 'tap-1' };
    const [first, again] = await Promise.all([post(aRoute, headers), post(aRoute, headers)]);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
    await steps.ride(customer);
    await steps.ride(customer);
    expect(await post(aRoute, headers)).toMatchObject({ status: 201, body: { id: first.body.id } });
    const other = await post({ ...aRoute, drop_location: 'Elsewhere' }, headers);
    expect(other).toMatchObject({ status: 409, body: { code: 'common.idempotency_reused' } });
    expect((await post(aRoute, { 'Idempotency-Key': 'not a key!' })).status).toBe(400);
    const stranger = await app.register('customer');
    expect((await post(aRoute, headers, stranger)).body.id).not.toBe(first.body.id);
  });
});

describe('a scheduled request with a repeated Idempotency-Key', () => {
  const planned = () => ({ ...aRoute, is_scheduled: true, scheduled_time: inMinutes(40) });

  test('gets the same answer after its time has become too near, while a new request for that time is refused', async () => {
    const body = planned();
    const headers = { 'Idempotency-Key': 'plan-1' };
    const first = await post(body, headers);
    clock.setOffset(20 * MINUTE_MS);
    expect(await post(body, headers)).toMatchObject({ status: 201, body: { id: first.body.id } });
    const refusal = { status: 400, body: { code: 'rides.schedule_hint', errors: [{ field: 'scheduled_time' }] } };
    expect(await post(body)).toMatchObject(refusal);
    expect(await post(body, { 'Idempotency-Key': 'plan-2' })).toMatchObject(refusal);
    const stranger = await app.register('customer');
    expect(await post(body, headers, stranger)).toMatchObject(refusal);
  });

  test('does not use up its key while it is refused', async () => {
    const headers = { 'Idempotency-Key': 'plan-3' };
    expect((await post({ ...planned(), scheduled_time: inMinutes(5) }, headers)).status).toBe(400);
    expect((await post(planned(), headers)).status).toBe(201);
  });
});

describe('reading ride requests:', () => {
  test('customers get their own requests, newest first, with the total', async () => {
    const first = await steps.ride(customer);
    const second = await steps.ride(customer);
    await steps.ride(await app.register('customer'));
    const answer = await app.request<RideRequest[]>('GET', '/rides/requests?limit=1', { token: customer.token });
    expect(answer.body.map((ride) => ride.id)).toEqual([second.id]);
    expect(answer.headers.get('X-Total-Count')).toBe('2');
    const next = await app.request<RideRequest[]>('GET', `/rides/requests?before=${second.created_at}`, {
      token: customer.token,
    });
    expect(next.body.map((ride) => ride.id)).toEqual([first.id]);
    expect((await app.request('GET', '/rides/requests?limit=0', { token: customer.token })).status).toBe(400);
  });

  test('no row is lost between two pages, even if several were stored in one millisecond', async () => {
    const own = await app.register('customer');
    const made = await Promise.all(Array.from({ length: 3 }, () => steps.ride(own)));
    const [, ...together] = made.map((ride) => ride.id);
    await RideModel.updateMany(
      { _id: { $in: together } },
      { $set: { created_at: new Date(made[0]?.created_at ?? 0) } },
    );
    const seen: string[] = [];
    for (let query = '?limit=1'; query; ) {
      const { body } = await app.request<RideRequest[]>('GET', `/rides/requests${query}`, { token: own.token });
      seen.push(...body.map((ride) => ride.id));
      query = body.length > 0 ? `?limit=1&before=${body.at(-1)?.created_at}` : '';
    }
    expect(seen.sort()).toEqual(made.map((ride) => ride.id).sort());
  });

  test('drivers get the open requests with their own quote, and admins all requests', async () => {
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride, 100);
    const cancelled = await steps.ride(customer);
    await app.request('DELETE', `/rides/request/${cancelled.id}`, { token: customer.token });
    const open = await app.request<RideRequest[]>('GET', '/rides/requests', { token: driver.token });
    expect(open.body.find((row) => row.id === ride.id)).toMatchObject({ my_quote: { id: quote.id, price: 100 } });
    expect(open.body.some((row) => row.id === cancelled.id)).toBe(false);
    const admin = await app.register('admin');
    const all = await app.request<RideRequest[]>('GET', '/rides/requests', { token: admin.token });
    expect(all.body.some((row) => row.id === cancelled.id)).toBe(true);
  });

  test('a driver can limit the list to a circle', async () => {
    const ride = await steps.ride(customer);
    const far = await steps.ride(customer, { pickup_lat: 19.07, pickup_lng: 72.87 });
    const near = await app.request<RideRequest[]>('GET', '/rides/requests?lat=28.63&lng=77.21&radius_km=5', {
      token: driver.token,
    });
    const ids = near.body.map((row) => row.id);
    expect(ids).toContain(ride.id);
    expect(ids).not.toContain(far.id);
  });

  test('other people get 404, and so do drivers once the request is cancelled', async () => {
    const ride = await steps.ride(customer);
    const stranger = await app.register('customer');
    expect(await steps.readRide(customer, ride.id)).toEqual(ride);
    expect((await app.request('GET', `/rides/request/${ride.id}`, { token: stranger.token })).status).toBe(404);
    expect((await app.request('DELETE', `/rides/request/${ride.id}`, { token: stranger.token })).status).toBe(404);
    expect((await app.request('GET', '/rides/request/not-an-id', { token: customer.token })).status).toBe(404);
    const quoted = await app.registerDriver();
    await steps.quote(quoted, ride);
    await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    expect((await app.request('GET', `/rides/request/${ride.id}`, { token: driver.token })).status).toBe(404);
    expect((await app.request('GET', `/rides/request/${ride.id}`, { token: quoted.token })).status).toBe(404);
  });
});

describe('the end of an open request:', () => {
  const withdraw = (person: TestPerson, { id }: { id: string }) =>
    app.request('DELETE', `/quotes/${id}`, { token: person.token });
  const expired = { status: 409, body: { detail: 'This quote is no longer available (expired)' } };

  test('cancelling the request ends its quotes, and a repeat gets the same answer', async () => {
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride);
    const cancel = () => app.request<RideRequest>('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    const first = await cancel();
    expect(first.body).toMatchObject({ status: 'cancelled', quote_count: 0, version: 3 });
    expect((await cancel()).body).toEqual(first.body);
    expect(await withdraw(driver, quote)).toMatchObject(expired);
    expect(await steps.quotesOn(customer, ride)).toEqual([]);
  });

  test('a booked request cannot be cancelled as a request', async () => {
    const booking = await steps.booked(customer, driver);
    const answer = await app.request('DELETE', `/rides/request/${booking.ride_request_id}`, { token: customer.token });
    expect(answer).toMatchObject({ status: 409, body: { code: 'rides.not_open' } });
  });

  test('an expired request counts as expired at once, before the scheduler runs', async () => {
    const ride = await steps.ride(customer);
    const quote = await steps.quote(driver, ride);
    clock.setOffset(60 * MINUTE_MS + 1000);
    expect(await steps.readRide(customer, ride.id)).toMatchObject({ status: 'expired', quote_count: 0 });
    const open = await app.request<RideRequest[]>('GET', '/rides/requests', { token: driver.token });
    expect(open.body.some((row) => row.id === ride.id)).toBe(false);
    const late = await app.registerDriver();
    const quoting = await app.request('POST', '/quotes/create', {
      token: late.token,
      body: { ride_request_id: ride.id, price: 1 },
    });
    expect(quoting).toMatchObject({ status: 409, body: { detail: 'This ride request is no longer open (expired)' } });
    const booking = await app.request('POST', '/bookings/create', {
      token: customer.token,
      body: { quote_id: quote.id, payment_method: 'cash' },
    });
    expect(booking.status).toBe(409);
    const cancel = await app.request('DELETE', `/rides/request/${ride.id}`, { token: customer.token });
    expect(cancel.status).toBe(409);
    await runJobs();
    expect(await steps.readRide(customer, ride.id)).toMatchObject({ status: 'expired', version: 3 });
    expect(await withdraw(driver, quote)).toMatchObject(expired);
  });

  test('a scheduled request stays open until a quarter of an hour after its scheduled time', async () => {
    const ride = await steps.ride(customer, { is_scheduled: true, scheduled_time: inMinutes(90) });
    clock.setOffset(104 * MINUTE_MS);
    await runJobs();
    expect((await steps.readRide(customer, ride.id)).status).toBe('open');
    clock.setOffset(106 * MINUTE_MS);
    await runJobs();
    expect((await steps.readRide(customer, ride.id)).status).toBe('expired');
  });
});
